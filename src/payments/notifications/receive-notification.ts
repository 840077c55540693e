import type {
  ConnectorAccount,
  NotificationOutcome,
  NotificationSubject,
} from "../../connectors/contract.ts";
import type { ConnectorRoute } from "../../connectors/registry.ts";
import type { TenantScope, TenantTransaction } from "../../database/transaction.ts";
import { unreachable } from "../../kernel/assert.ts";
import { redactCardNumbers } from "../../kernel/card-number.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import { isOwnId, looksLikeOurs, makeId } from "../../kernel/id.ts";
import type { PaymentDeps } from "../deps.ts";
import { reportDispute } from "../disputed/report-dispute.ts";
import { type Movement, movementPrefixes } from "../movements/movement.ts";
import { attemptCalledOffBy, attemptReturnedBy } from "../movements/psp-keys.ts";
import type { Attempt } from "../payment.ts";
import { checkSoon, findAttemptByReference, getAttempt } from "../queries/attempts.ts";
import { compareSoon } from "../queries/compared.ts";
import { isHeld } from "../queries/holds.ts";
import { checkMovementSoon, getMovementByKey } from "../queries/movements.ts";
import { storeNotification } from "../queries/notifications.ts";

export type Received =
  | { readonly kind: "refused"; readonly detail: string }
  | { readonly kind: "stored"; readonly quarantined: string | null }
  | { readonly kind: "duplicate" }
  /** Not kept: the PSP is to send it again. */
  | { readonly kind: "postponed" };

type Accepted = Extract<NotificationOutcome, { kind: "accepted" }>;

/**
 * A PSP's notification: verify, store, commit, answer. It is a reason to ask the PSP, never proof by itself:
 * the reconcile job then asks by key and applies the answer. So duplicates, reordered and stale notifications can do no
 * harm, whatever they say.
 */
export async function receiveNotification(
  deps: PaymentDeps,
  route: ConnectorRoute,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  rawBody: Buffer,
): Promise<Received> {
  const { account, connector } = route;
  const parsed = connector.parseNotification({ account, headers, rawBody, nowMs: deps.clock.nowMs() });
  if (parsed.kind === "refused") return parsed;
  const received = await deps.database.inTenant(account, (trx) => store(deps, trx, route, parsed, rawBody));
  crashPoint("notification:stored");
  if (received.kind === "stored" && received.quarantined !== null) {
    deps.log.warn(
      { connector: connector.name, event: parsed.eventId, reason: received.quarantined },
      "notification quarantined",
    );
  }
  return received;
}

async function store(
  deps: PaymentDeps,
  trx: TenantTransaction,
  route: ConnectorRoute,
  parsed: Accepted,
  rawBody: Buffer,
): Promise<Received> {
  const { account, connector } = route;
  const subject = await findSubject(trx, route, parsed);
  if (isUnknown(subject) && (await isBeingCompared(deps, trx, account))) return { kind: "postponed" };
  const quarantineReason = "mismatch" in subject ? subject.mismatch : null;
  const isNew = await storeNotification(trx, {
    tenantId: account.tenantId,
    mode: account.mode,
    id: makeId("ntf", account.mode, account.tenantId, deps.clock.nowMs()),
    connector: connector.name,
    connectorAccount: account.id,
    pspEventId: parsed.eventId,
    body: withoutCardNumbers(rawBody),
    quarantineReason,
  });
  if (!isNew) return { kind: "duplicate" };
  if ("attempt" in subject) await askSoon(trx, account, parsed.about, subject.attempt);
  return { kind: "stored", quarantined: quarantineReason };
}

/** A restored database may have forgotten what a notification is about: it fits once the account has been compared. */
const isBeingCompared = (
  deps: PaymentDeps,
  trx: TenantTransaction,
  account: ConnectorAccount,
): Promise<boolean> => isHeld(trx, [account.id], deps.databaseWatch?.beatsSeen ?? 0);

/** A PSP sends no card numbers, and one that did would put them into a table: they are replaced, and the rest stays as it came. */
function withoutCardNumbers(body: Buffer): Buffer {
  const text = body.toString("utf8");
  const redacted = redactCardNumbers(text);
  return redacted === text ? body : Buffer.from(redacted);
}

/** The attempt that a notification is about, or why it doesn't fit anything that is known. */
type Subject = { readonly attempt: Attempt } | { readonly mismatch: Mismatch };
type Mismatch = "mode_mismatch" | "account_mismatch" | "unknown_attempt" | "unknown_movement";

const isUnknown = (subject: Subject): boolean =>
  "mismatch" in subject &&
  (subject.mismatch === "unknown_attempt" || subject.mismatch === "unknown_movement");

async function findSubject(
  trx: TenantTransaction,
  { account, connector }: ConnectorRoute,
  parsed: Accepted,
): Promise<Subject> {
  if (parsed.mode !== account.mode) return { mismatch: "mode_mismatch" };
  const attempt = await attemptOf(trx, parsed.about);
  if (!attempt)
    return { mismatch: parsed.about.kind === "movement" ? "unknown_movement" : "unknown_attempt" };
  const fits = attempt.connector === connector.name && attempt.connectorAccount === account.id;
  return fits ? { attempt } : { mismatch: "account_mismatch" };
}

async function attemptOf(trx: TenantTransaction, about: NotificationSubject): Promise<Attempt | undefined> {
  switch (about.kind) {
    case "charge":
      return findAttempt(trx, about.idempotencyKey);
    case "dispute":
      return findAttempt(trx, about.chargeKey);
    case "movement": {
      const movement = await findMovement(trx, about.idempotencyKey);
      if (movement) return getAttempt(trx, movement.attemptId);
      if (isOfAnother(trx.scope, about.idempotencyKey)) return undefined;
      return (
        (await findAttempt(trx, attemptNamedBy(about.idempotencyKey))) ??
        (await findAttemptByReference(trx, about.charge))
      );
    }
    default:
      return unreachable(about);
  }
}

/** The attempt that the key of a return or call-off is made from. */
const attemptNamedBy = (key: string): string | undefined => attemptReturnedBy(key) ?? attemptCalledOffBy(key);

/** Whether a key looks like one of Kassa's and is none of this tenant's and mode's. */
function isOfAnother(scope: TenantScope, key: string): boolean {
  const attempt = attemptNamedBy(key);
  if (attempt !== undefined) return !isOwnId(attempt, "att", scope);
  return looksLikeOurs(key) && !movementPrefixes.some((prefix) => isOwnId(key, prefix, scope));
}

/** Ids of other tenants and modes, and what isn't an id, are not looked for at all. */
async function findAttempt(trx: TenantTransaction, id: string | undefined): Promise<Attempt | undefined> {
  return id !== undefined && isOwnId(id, "att", trx.scope) ? getAttempt(trx, id) : undefined;
}

async function findMovement(trx: TenantTransaction, key: string): Promise<Movement | undefined> {
  const isOwn =
    movementPrefixes.some((prefix) => isOwnId(key, prefix, trx.scope)) ||
    isOwnId(attemptNamedBy(key) ?? "", "att", trx.scope);
  return isOwn ? getMovementByKey(trx, key) : undefined;
}

/** Whatever a notification says, the PSP is asked about what it names. */
async function askSoon(
  trx: TenantTransaction,
  account: ConnectorAccount,
  about: NotificationSubject,
  attempt: Attempt,
): Promise<void> {
  if (about.kind === "dispute") {
    const { pspReference } = about;
    await reportDispute(trx, { connectorAccount: account.id, pspReference, attemptId: attempt.id });
    return;
  }
  const movement = about.kind === "movement" ? await findMovement(trx, about.idempotencyKey) : undefined;
  if (movement) await checkMovementSoon(trx, movement.id);
  else await checkSoon(trx, attempt.id);
  // Made at the PSP's dashboard, or lost in a restore: the account's list has its details.
  if (about.kind === "movement" && !movement) await compareSoon(trx, account.id);
}
