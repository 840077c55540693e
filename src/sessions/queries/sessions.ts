import { enterClock } from "../../database/clock-time.ts";
import { statementTimes } from "../../database/statement-times.ts";
import type { ClockTime, TenantTransaction } from "../../database/transaction.ts";
import { present } from "../../kernel/assert.ts";
import type { Chosen } from "../amounts/adjustable.ts";
import type { Collected } from "../collect/collect.ts";
import type { Session, SessionPaymentStatus, SessionStatus } from "../session.ts";
import { columns, oneSession } from "./columns.ts";

export function getSession(trx: TenantTransaction, id: string): Promise<Session | undefined> {
  return oneSession(trx, `SELECT ${columns} FROM checkout_sessions WHERE tenant_id = $1 AND id = $2`, [
    trx.tenantId,
    id,
  ]);
}

/** The session, locked against changes until the transaction ends. Waits for a change in progress. */
export function getSessionForShare(trx: TenantTransaction, id: string): Promise<Session | undefined> {
  return oneSession(
    trx,
    `SELECT ${columns} FROM checkout_sessions WHERE tenant_id = $1 AND id = $2 FOR SHARE`,
    [trx.tenantId, id],
  );
}

/** For each session that a transaction has locked: the last event number used, and the last one stored in its row. */
const eventNumbers = new WeakMap<TenantTransaction, Map<string, { used: number; stored: number }>>();

export type LockedSession = Session & {
  /** Whether its time is up. */
  readonly overdue: boolean;
  /** The time of its clock; null in real time. */
  readonly clock: ClockTime | null;
};

/**
 * The session, locked against all other changes, and whether its time is up by the database's time or its own clock. From
 * here on the transaction is in the session's time: kassa_now() returns the time of its clock.
 */
export async function lockSession(trx: TenantTransaction, id: string): Promise<LockedSession | undefined> {
  const found = await oneSession<Session & { overdue: boolean; eventCount: number }>(
    trx,
    `SELECT ${columns}, expires_at <= kassa_now() AS overdue, event_count AS "eventCount" FROM checkout_sessions
     WHERE tenant_id = $1 AND id = $2 FOR UPDATE`,
    [trx.tenantId, id],
  );
  if (!found) return undefined;
  const { eventCount, ...session } = found;
  const numbers = eventNumbers.get(trx) ?? new Map();
  eventNumbers.set(trx, numbers.set(id, { used: eventCount, stored: eventCount }));
  const clock = session.clockId === null ? undefined : await enterClock(trx, session.clockId);
  return clock ? { ...session, clock, overdue: session.expiresAt <= clock.now } : { ...session, clock: null };
}

/** The session that a create call with this idempotency key created, with the metadata, items and amount that it had then. */
export function findByIdempotencyKey(
  trx: TenantTransaction,
  idempotencyKey: string,
): Promise<(Session & { fingerprint: Buffer }) | undefined> {
  return oneSession(
    trx,
    `SELECT ${columns}, COALESCE(created_metadata, metadata) AS metadata, request_fingerprint AS fingerprint,
       COALESCE((chosen ->> 'createdAmount')::bigint, amount) AS amount, NULL::json AS chosen
     FROM checkout_sessions WHERE tenant_id = $1 AND mode = $2 AND idempotency_key = $3`,
    [trx.tenantId, trx.mode, idempotencyKey],
  );
}

/** Replaces the metadata. Keeps the original metadata for repeats of the create call. */
export function setMetadata(
  trx: TenantTransaction,
  id: string,
  metadata: object | null,
): Promise<Session | undefined> {
  return oneSession(
    trx,
    `UPDATE checkout_sessions SET metadata = $3, created_metadata = COALESCE(created_metadata, metadata, 'null'::json)
     WHERE tenant_id = $1 AND id = $2 RETURNING ${columns}`,
    [trx.tenantId, id, metadata === null ? null : JSON.stringify(metadata)],
  );
}

/** Extends a session that the transaction has locked. */
export function updateExpiry(
  trx: TenantTransaction,
  id: string,
  expiresAt: Date,
): Promise<Session | undefined> {
  return oneSession(
    trx,
    `UPDATE checkout_sessions SET expires_at = $3, extensions = extensions + 1
     WHERE tenant_id = $1 AND id = $2 RETURNING ${columns}`,
    [trx.tenantId, id, expiresAt],
  );
}

/** Stores what the customer entered, and the session's e-mail address from then on. The caller has locked the session. */
export function setCollected(
  trx: TenantTransaction,
  id: string,
  collected: Collected,
  customerEmail: string | null,
): void {
  trx.send(
    "UPDATE checkout_sessions SET collected = $3, customer_email = $4 WHERE tenant_id = $1 AND id = $2",
    [trx.tenantId, id, JSON.stringify(collected), customerEmail],
  );
}

export function selectCollected(
  trx: TenantTransaction,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly collected: Collected | null }[]> {
  return trx.query(
    "SELECT id, collected FROM checkout_sessions WHERE tenant_id = $1 AND id = ANY ($2::text[])",
    [trx.tenantId, ids],
  );
}

/** Stores what the customer has chosen and the amount that follows from it. The caller has locked the session. */
export function setChosen(
  trx: TenantTransaction,
  id: string,
  amount: number,
  chosen: Chosen,
): Promise<Session | undefined> {
  return oneSession(
    trx,
    `UPDATE checkout_sessions SET amount = $3, chosen = $4 WHERE tenant_id = $1 AND id = $2 RETURNING ${columns}`,
    [trx.tenantId, id, amount, JSON.stringify(chosen)],
  );
}

export type Transition = {
  readonly status: SessionStatus;
  readonly paymentStatus: SessionPaymentStatus;
  readonly paymentId: string | null;
  /** How many events will be recorded for it. Their numbers are stored with it instead of one by one. */
  readonly events?: number;
};

/** Updates a session that the caller has locked. The first transition to `complete` sets the time of completion. */
export function updateSessionState(
  trx: TenantTransaction,
  id: string,
  to: Transition,
): Promise<Session | undefined> {
  const numbers = numbersOf(trx, id);
  numbers.stored = Math.max(numbers.stored, numbers.used + (to.events ?? 0));
  return oneSession(
    trx,
    `UPDATE checkout_sessions SET status = $3, payment_status = $4, payment_id = $5, event_count = $6,
       completed_at = CASE WHEN $3 = 'complete' THEN COALESCE(completed_at, own_ms) END
     FROM ${statementTimes} WHERE tenant_id = $1 AND id = $2 RETURNING ${columns}`,
    [trx.tenantId, id, to.status, to.paymentStatus, to.paymentId, numbers.stored],
  );
}

/** The next event number of a session that the transaction has locked. */
export function nextEventNumber(trx: TenantTransaction, id: string): number {
  const numbers = numbersOf(trx, id);
  numbers.used += 1;
  if (numbers.used > numbers.stored) {
    numbers.stored = numbers.used;
    trx.send("UPDATE checkout_sessions SET event_count = $3 WHERE tenant_id = $1 AND id = $2", [
      trx.tenantId,
      id,
      numbers.stored,
    ]);
  }
  return numbers.used;
}

function numbersOf(trx: TenantTransaction, id: string): { used: number; stored: number } {
  return present(eventNumbers.get(trx)?.get(id), "the locked session of an event");
}
