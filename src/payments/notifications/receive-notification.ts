import type { ConnectorAccount } from "../../connectors/connector-account.ts";
import type { ChargeName, NotificationOutcome, NotificationSubject } from "../../connectors/contract.ts";
import type { ConnectorRoute } from "../../connectors/registry.ts";
import type { TenantScope, TenantTransaction } from "../../database/transaction.ts";
import { present } from "../../kernel/assert.ts";
import { redactCardNumbers } from "../../kernel/card-number.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import { isOwnId, looksLikeOurs, makeId } from "../../kernel/id.ts";
import type { PaymentDeps, ReconcileJob } from "../deps.ts";
import { reportDispute } from "../dispute-reports/report-dispute.ts";
import { type Movement, movementPrefixes } from "../movements/movement.ts";
import { attemptCalledOffBy, attemptReturnedBy } from "../movements/psp-keys.ts";
import type { Attempt } from "../payment.ts";
import {
  checkSoon,
  checkWithin,
  findAttemptByHostedReference,
  findAttemptByReference,
  getAttempt,
} from "../queries/attempts.ts";
import { compareSoon } from "../queries/compared.ts";
import { insertFact } from "../queries/facts.ts";
import { isHeld } from "../queries/holds.ts";
import { checkMovementSoon, getMovementByKey } from "../queries/movements.ts";
import { storeNotification } from "../queries/notifications.ts";

export type Received =
  | { readonly kind: "refused"; readonly detail: string }
  | { readonly kind: "stored"; readonly quarantined: string | null }
  | { readonly kind: "duplicate" }
  /** Not stored: the PSP has to send it again. */
  | { readonly kind: "postponed" };

type Accepted = Exclude<NotificationOutcome, { kind: "refused" }>;

/** The account that a notification is for: a route for each version of its credentials, the current one first. */
type Routes = readonly [ConnectorRoute, ...ConnectorRoute[]];

/**
 * Receives a PSP's notification: verify, store, commit, answer. A notification is a reason to ask the PSP: a job asks by the
 * idempotency key and applies the PSP's answer. Where a PSP can't be asked, what its notifications have said is kept as a set of
 * facts, and the connector reads the answer from all of them. Duplicate, reordered and stale notifications therefore do no harm.
 */
export async function receiveNotification(
  deps: PaymentDeps,
  routes: Routes,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  rawBody: Buffer,
): Promise<Received> {
  const [route] = routes;
  const { account, connector } = route;
  const parsed = await verify(deps, routes, headers, rawBody);
  crashPoint("notification:verified");
  if (parsed.kind === "refused") return parsed;
  const received = await deps.database.inTenant(account, (trx) => store(deps, trx, route, parsed, rawBody));
  crashPoint("notification:stored");
  if (received.kind === "stored" && received.quarantined !== null) {
    const event = parsed.kind === "accepted" ? parsed.eventId : null;
    const facts = { connector: connector.name, event, reason: received.quarantined };
    deps.log.warn(facts, "notification quarantined");
  }
  return received;
}

/** The notification, if one version of the account's credentials verifies it; otherwise why the current one doesn't. */
async function verify(
  { clock }: PaymentDeps,
  routes: Routes,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  rawBody: Buffer,
): Promise<NotificationOutcome> {
  let refusal: NotificationOutcome | undefined;
  for (const { account, connector } of routes) {
    const parsed = await connector.parseNotification({ account, headers, rawBody, nowMs: clock.nowMs() });
    if (parsed.kind !== "refused") return parsed;
    refusal ??= parsed;
  }
  return present(refusal, "the refusal by the current credentials");
}

async function store(
  deps: PaymentDeps,
  trx: TenantTransaction,
  route: ConnectorRoute,
  parsed: Accepted,
  rawBody: Buffer,
): Promise<Received> {
  const { account, connector } = route;
  const found: Subject[] = [];
  for (const about of parsed.about) found.push(await findSubject(trx, route, parsed, about));
  if (found.some(isUnknown) && (await isBeingCompared(deps, trx, account))) return { kind: "postponed" };
  const known = found.filter((subject) => "attempt" in subject).sort(byLock);
  const mismatch = found.find((subject) => "mismatch" in subject)?.mismatch ?? null;
  if (parsed.kind === "unsigned") {
    for (const subject of known) await checkWithin(trx, subject.attempt.id, unsignedAtMostEveryMs);
    return { kind: "stored", quarantined: null };
  }
  const isNew = await storeNotification(trx, {
    tenantId: account.tenantId,
    mode: account.mode,
    id: makeId("ntf", account.mode, account.tenantId, deps.clock.nowMs()),
    connector: connector.name,
    connectorAccount: account.id,
    pspEventId: parsed.eventId,
    body: withoutCardNumbers(rawBody),
    quarantineReason: mismatch,
  });
  if (!isNew) return { kind: "duplicate" };
  const reports = parsed.mode === account.mode ? (parsed.reports ?? []) : [];
  for (const number of reports) await deps.reportAnnounced?.(trx, account, number);
  for (const { attempt, about } of known) if (about.fact) insertFact(trx, attempt.id, about.fact);
  for (const subject of known) {
    const jobs = await checkSubjectSoon(trx, account, subject);
    trx.afterCommit(() => {
      for (const job of jobs) deps.wakeReconciler?.(job);
    });
  }
  return { kind: "stored", quarantined: mismatch };
}

/** A restored database may have lost what the notification is about until the account has been compared with the PSP. */
const isBeingCompared = (
  deps: PaymentDeps,
  trx: TenantTransaction,
  account: ConnectorAccount,
): Promise<boolean> => isHeld(trx, [account.id], deps.databaseWatch?.beatsSeen ?? 0);

/** PSPs don't send card numbers. Should one do so, the numbers are replaced and the rest of the body stays as it is. */
function withoutCardNumbers(body: Buffer): Buffer {
  const text = body.toString("utf8");
  const redacted = redactCardNumbers(text);
  return redacted === text ? body : Buffer.from(redacted);
}

/** Anybody can send an unsigned notification, so the PSP isn't asked about its attempt more often. */
const unsignedAtMostEveryMs = 1_000;

/** What a notification is about. A dispute or an unknown movement is known by the attempt of its charge. */
type Known = {
  readonly about: NotificationSubject;
  readonly attempt: Attempt;
  readonly movement?: Movement | undefined;
};
/** All transactions write about several subjects in this order, so that none waits for another that waits for it. */
const byLock = (one: Known, other: Known): number => (lockOrder(one) < lockOrder(other) ? -1 : 1);

const lockOrder = ({ about, attempt }: Known): string => {
  const { kind, fact } = about;
  const name = kind === "movement" ? about.idempotencyKey : kind === "dispute" ? about.pspReference : "";
  return [attempt.id, kind, name, fact?.key ?? ""].join(" ");
};

/** Why a notification matches nothing that Kassa knows. */
type Mismatch = "mode_mismatch" | "account_mismatch" | "unknown_attempt" | "unknown_movement";
type Subject = Known | { readonly mismatch: Mismatch };

const isUnknown = (subject: Subject): boolean =>
  "mismatch" in subject &&
  (subject.mismatch === "unknown_attempt" || subject.mismatch === "unknown_movement");

async function findSubject(
  trx: TenantTransaction,
  { account, connector }: ConnectorRoute,
  parsed: Accepted,
  about: NotificationSubject,
): Promise<Subject> {
  if (parsed.kind === "accepted" && parsed.mode !== account.mode) return { mismatch: "mode_mismatch" };
  const movement = about.kind === "movement" ? await findMovement(trx, about.idempotencyKey) : undefined;
  const attempt = movement ? await getAttempt(trx, movement.attemptId) : await findAttempt(trx, about);
  if (!attempt) return { mismatch: about.kind === "movement" ? "unknown_movement" : "unknown_attempt" };
  const matches = attempt.connector === connector.name && attempt.connectorAccount === account.id;
  return matches ? { about, attempt, movement } : { mismatch: "account_mismatch" };
}

/** The attempt of a charge, of a disputed charge, or of the charge of an unknown movement. */
async function findAttempt(trx: TenantTransaction, about: NotificationSubject): Promise<Attempt | undefined> {
  if (about.kind !== "movement") return findNamed(trx, about.charge);
  if (isForeignKey(trx.scope, about.idempotencyKey)) return undefined;
  const attempt = await getOwnAttempt(trx, attemptNamedBy(about.idempotencyKey));
  return attempt ?? findNamed(trx, about.charge);
}

async function findNamed(trx: TenantTransaction, charge: ChargeName): Promise<Attempt | undefined> {
  if ("idempotencyKey" in charge) return getOwnAttempt(trx, charge.idempotencyKey);
  if ("pspReference" in charge) return findAttemptByReference(trx, charge.pspReference);
  return findAttemptByHostedReference(trx, charge.hostedReference);
}

/** The attempt whose id is part of the key of a return or a call-off. */
const attemptNamedBy = (key: string): string | undefined => attemptReturnedBy(key) ?? attemptCalledOffBy(key);

/** Whether Kassa made a key for another tenant or mode. */
function isForeignKey(scope: TenantScope, key: string): boolean {
  const attempt = attemptNamedBy(key);
  if (attempt !== undefined) return !isOwnId(attempt, "att", scope);
  return looksLikeOurs(key) && !movementPrefixes.some((prefix) => isOwnId(key, prefix, scope));
}

/** Doesn't query for ids of other tenants and modes, or for texts that are no ids. */
async function getOwnAttempt(trx: TenantTransaction, id: string | undefined): Promise<Attempt | undefined> {
  return id !== undefined && isOwnId(id, "att", trx.scope) ? getAttempt(trx, id) : undefined;
}

async function findMovement(trx: TenantTransaction, key: string): Promise<Movement | undefined> {
  const isOwn =
    movementPrefixes.some((prefix) => isOwnId(key, prefix, trx.scope)) ||
    isOwnId(attemptNamedBy(key) ?? "", "att", trx.scope);
  return isOwn ? getMovementByKey(trx, key) : undefined;
}

/**
 * Makes the subject of a notification due, so that a job asks the PSP about it, whatever the notification says.
 *
 * @returns the jobs to wake. While the call that began an attempt or a movement may still be running, its answer comes
 * sooner than a job's: the next poll is soon enough.
 */
async function checkSubjectSoon(
  trx: TenantTransaction,
  account: ConnectorAccount,
  { about, attempt, movement }: Known,
): Promise<ReconcileJob[]> {
  if (about.kind === "dispute") {
    const { pspReference } = about;
    await reportDispute(trx, { connectorAccount: account.id, pspReference, attemptId: attempt.id });
    return ["disputes"];
  }
  if (movement) {
    const isDue = await checkMovementSoon(trx, movement.id);
    return isDue && movement.status !== "started" ? ["movements"] : [];
  }
  const isDue = await checkSoon(trx, attempt.id, about.kind === "charge" && about.mayHaveFailed);
  const jobs: ReconcileJob[] = isDue && attempt.status !== "started" ? ["attempts"] : [];
  if (about.kind === "charge") return jobs;
  // The movement was made at the PSP's dashboard, or a restored backup has lost it: its details are in the account's list.
  await compareSoon(trx, account.id);
  return [...jobs, "accounts"];
}
