import type { NotificationOutcome } from "../connectors/contract.ts";
import type { ConnectorRoute } from "../connectors/registry.ts";
import type { Scope, Transaction } from "../database/transaction.ts";
import { crashPoint } from "../kernel/crash-point.ts";
import { makeId, parseId } from "../kernel/id.ts";
import type { PaymentDeps } from "./deps.ts";
import { checkSoon, getAttempt } from "./queries/attempts.ts";
import { storeNotification } from "./queries/notifications.ts";

export type Received =
  | { readonly kind: "refused"; readonly detail: string }
  | { readonly kind: "stored"; readonly quarantined: string | null }
  | { readonly kind: "duplicate" };

type Accepted = Extract<NotificationOutcome, { kind: "accepted" }>;

/**
 * A PSP's notification: verify, store as it came, commit, answer. It is a reason to ask the PSP, never proof by itself:
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
  const received = await deps.database.inScope(account, (trx) => store(deps, trx, route, parsed, rawBody));
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
  trx: Transaction,
  { account, connector }: ConnectorRoute,
  parsed: Accepted,
  rawBody: Buffer,
): Promise<Received> {
  const quarantineReason = await mismatch(trx, account, connector.name, account.id, parsed);
  const isNew = await storeNotification(trx, {
    tenantId: account.tenantId,
    mode: account.mode,
    id: makeId("ntf", account.mode, account.tenantId, deps.clock.nowMs()),
    connector: connector.name,
    connectorAccount: account.id,
    pspEventId: parsed.eventId,
    body: rawBody,
    quarantineReason,
  });
  if (!isNew) return { kind: "duplicate" };
  if (quarantineReason === null && parsed.about.kind === "charge")
    await checkSoon(trx, account, parsed.about.idempotencyKey);
  return { kind: "stored", quarantined: quarantineReason };
}

/** Why a notification doesn't fit the attempt that it names; null when it does. */
async function mismatch(
  trx: Transaction,
  scope: Scope,
  connector: string,
  accountId: string,
  parsed: Accepted,
): Promise<string | null> {
  if (parsed.mode !== scope.mode) return "mode_mismatch";
  if (parsed.about.kind !== "charge") return "unknown_object";
  const { idempotencyKey } = parsed.about;
  const id = parseId(idempotencyKey, "att");
  const attempt = id?.tenantId === scope.tenantId ? await getAttempt(trx, scope, idempotencyKey) : undefined;
  if (!attempt) return "unknown_attempt";
  if (attempt.connector !== connector || attempt.connectorAccount !== accountId) return "account_mismatch";
  return null;
}
