import type { DeclineReason } from "../connectors/contract.ts";
import type { Scope, Transaction } from "../database/transaction.ts";
import type { Mode } from "../kernel/mode.ts";
import type { CaptureMethod } from "../sessions/session.ts";
import type { Attempt, Payment } from "./payment.ts";
import type { AttemptStatus, PaymentStatus } from "./state.ts";

const paymentColumns = `tenant_id AS "tenantId", id, mode, session_id AS "sessionId", status, amount, currency,
  capture_method AS "captureMethod", amount_authorized AS "amountAuthorized", amount_captured AS "amountCaptured",
  amount_refunded AS "amountRefunded", amount_disputed AS "amountDisputed", created_at AS "createdAt"`;

const attemptColumns = `tenant_id AS "tenantId", id, mode, payment_id AS "paymentId", number, status, connector,
  connector_account AS "connectorAccount", method, card_brand AS "cardBrand", card_last4 AS "cardLast4",
  psp_reference AS "pspReference", redirect_url AS "redirectUrl", decline_reason AS "declineReason",
  started_at AS "startedAt", decided_at AS "decidedAt", checks`;

export function findPaymentOfSession(
  trx: Transaction,
  scope: Scope,
  sessionId: string,
): Promise<Payment | undefined> {
  return trx.one<Payment>(`SELECT ${paymentColumns} FROM payments WHERE tenant_id = $1 AND session_id = $2`, [
    scope.tenantId,
    sessionId,
  ]);
}

export function getPayment(trx: Transaction, scope: Scope, id: string): Promise<Payment | undefined> {
  return trx.one<Payment>(`SELECT ${paymentColumns} FROM payments WHERE tenant_id = $1 AND id = $2`, [
    scope.tenantId,
    id,
  ]);
}

export async function insertPayment(
  trx: Transaction,
  payment: {
    tenantId: number;
    id: string;
    mode: Mode;
    sessionId: string;
    amount: number;
    currency: string;
    captureMethod: CaptureMethod;
  },
): Promise<Payment> {
  const row = await trx.one<Payment>(
    `INSERT INTO payments (tenant_id, id, mode, session_id, status, amount, currency, capture_method)
     VALUES ($1, $2, $3, $4, 'processing', $5, $6, $7) RETURNING ${paymentColumns}`,
    [
      payment.tenantId,
      payment.id,
      payment.mode,
      payment.sessionId,
      payment.amount,
      payment.currency,
      payment.captureMethod,
    ],
  );
  if (!row) throw new Error("INSERT … RETURNING gave no row");
  return row;
}

/** Sets what the newest attempt made of a payment. The caller holds its session's lock. */
export async function movePayment(
  trx: Transaction,
  scope: Scope,
  id: string,
  to: { status: PaymentStatus; amountAuthorized: number; amountCaptured: number },
): Promise<Payment> {
  const row = await trx.one<Payment>(
    `UPDATE payments SET status = $3, amount_authorized = $4, amount_captured = $5, updated_at = kassa_now()
     WHERE tenant_id = $1 AND id = $2 RETURNING ${paymentColumns}`,
    [scope.tenantId, id, to.status, to.amountAuthorized, to.amountCaptured],
  );
  if (!row) throw new Error("the payment of a locked session is gone");
  return row;
}

export function listAttempts(trx: Transaction, scope: Scope, paymentId: string): Promise<Attempt[]> {
  return trx.query<Attempt>(
    `SELECT ${attemptColumns} FROM attempts WHERE tenant_id = $1 AND payment_id = $2 ORDER BY number`,
    [scope.tenantId, paymentId],
  );
}

export function getAttempt(trx: Transaction, scope: Scope, id: string): Promise<Attempt | undefined> {
  return trx.one<Attempt>(`SELECT ${attemptColumns} FROM attempts WHERE tenant_id = $1 AND id = $2`, [
    scope.tenantId,
    id,
  ]);
}

/** Records the intent to ask the PSP. `checkAfterMs`: when to ask what became of it if nobody has said by then. */
export async function insertAttempt(
  trx: Transaction,
  attempt: {
    tenantId: number;
    id: string;
    mode: Mode;
    paymentId: string;
    number: number;
    connector: string;
    connectorAccount: string;
    cardBrand: string;
    cardLast4: string;
    checkAfterMs: number;
  },
): Promise<void> {
  await trx.run(
    `INSERT INTO attempts (tenant_id, id, mode, payment_id, number, status, connector, connector_account, method,
       card_brand, card_last4, next_check_at)
     VALUES ($1, $2, $3, $4, $5, 'started', $6, $7, 'card', $8, $9, kassa_now() + make_interval(secs => $10))`,
    [
      attempt.tenantId,
      attempt.id,
      attempt.mode,
      attempt.paymentId,
      attempt.number,
      attempt.connector,
      attempt.connectorAccount,
      attempt.cardBrand,
      attempt.cardLast4,
      attempt.checkAfterMs / 1000,
    ],
  );
}

export type AttemptMove = {
  readonly status: AttemptStatus;
  readonly pspReference: string | null;
  readonly redirectUrl: string | null;
  readonly declineReason: DeclineReason | null;
  /** Null when the outcome is final. */
  readonly checkAfterMs: number | null;
};

/**
 * Writes what became of an attempt. The caller holds its session's lock and has asked the state table. An attempt that is
 * due to be asked about stays due: a notification may have come since the PSP was asked for what is written here.
 */
export async function moveAttempt(
  trx: Transaction,
  scope: Scope,
  id: string,
  to: AttemptMove,
): Promise<void> {
  await trx.run(
    `UPDATE attempts SET status = $3, psp_reference = COALESCE($4, psp_reference), redirect_url = $5, decline_reason = $6,
       decided_at = CASE WHEN $3 IN ('approved', 'declined') THEN kassa_now() END,
       next_check_at = CASE WHEN $7::float8 IS NULL THEN NULL WHEN next_check_at <= kassa_now() THEN next_check_at
         ELSE kassa_now() + make_interval(secs => $7) END
     WHERE tenant_id = $1 AND id = $2`,
    [
      scope.tenantId,
      id,
      to.status,
      to.pspReference,
      to.redirectUrl,
      to.declineReason,
      to.checkAfterMs === null ? null : to.checkAfterMs / 1000,
    ],
  );
}

export type LeasedAttempt = {
  readonly tenantId: number;
  readonly mode: Mode;
  readonly id: string;
  readonly fence: number;
};

/** Takes attempts of all tenants that are due to be asked about, for `leaseMs`. */
export function leaseDueAttempts(trx: Transaction, limit: number, leaseMs: number): Promise<LeasedAttempt[]> {
  return trx.query<LeasedAttempt>(
    `WITH due AS (
       SELECT tenant_id, id FROM attempts
       WHERE next_check_at <= now() AND clock_id IS NULL AND (lease_until IS NULL OR lease_until < now())
       ORDER BY next_check_at LIMIT $1 FOR UPDATE SKIP LOCKED
     )
     UPDATE attempts a SET lease_until = clock_timestamp() + make_interval(secs => $2), lease_fence = a.lease_fence + 1
     FROM due WHERE a.tenant_id = due.tenant_id AND a.id = due.id
     RETURNING a.tenant_id AS "tenantId", a.mode, a.id, a.lease_fence AS fence`,
    [limit, leaseMs / 1000],
  );
}

/** Lets go of a lease and sets when to ask again, unless the lease was lost to another worker meanwhile. */
export async function releaseAttempt(
  trx: Transaction,
  lease: LeasedAttempt,
  nextCheckAfterMs: number | null,
): Promise<boolean> {
  const rows = await trx.run(
    `UPDATE attempts SET lease_until = NULL, checks = checks + 1,
       next_check_at = CASE WHEN status IN ('approved', 'declined') THEN NULL
         WHEN $4::float8 IS NULL THEN next_check_at
         ELSE kassa_now() + make_interval(secs => $4) END
     WHERE tenant_id = $1 AND id = $2 AND lease_fence = $3`,
    [lease.tenantId, lease.id, lease.fence, nextCheckAfterMs === null ? null : nextCheckAfterMs / 1000],
  );
  return rows === 1;
}

/** Whether a lease still holds; locks the attempt, so that it goes on to hold until the transaction ends. */
export async function holdsLease(trx: Transaction, lease: LeasedAttempt): Promise<boolean> {
  const row = await trx.one<{ fence: number }>(
    "SELECT lease_fence AS fence FROM attempts WHERE tenant_id = $1 AND id = $2 FOR UPDATE",
    [lease.tenantId, lease.id],
  );
  return row?.fence === lease.fence;
}

/** How long ago an attempt began, by the database's clock. */
export async function attemptAgeMs(trx: Transaction, scope: Scope, id: string): Promise<number> {
  const row = await trx.one<{ ageMs: number }>(
    `SELECT extract(epoch FROM kassa_now() - started_at)::float8 * 1000 AS "ageMs"
     FROM attempts WHERE tenant_id = $1 AND id = $2`,
    [scope.tenantId, id],
  );
  return row?.ageMs ?? 0;
}

/**
 * Has an attempt asked about at once. Who holds its lease loses it: the answer that they wait for may be older than the
 * reason for asking again. False when the attempt's outcome is final, or there is no such attempt.
 */
export async function checkSoon(trx: Transaction, scope: Scope, id: string): Promise<boolean> {
  const rows = await trx.run(
    `UPDATE attempts SET next_check_at = LEAST(next_check_at, kassa_now()), lease_until = NULL,
       lease_fence = lease_fence + 1
     WHERE tenant_id = $1 AND id = $2 AND next_check_at IS NOT NULL`,
    [scope.tenantId, id],
  );
  return rows === 1;
}

/** Has an attempt asked about in `withinMs` at the latest, unless its outcome is known by then. */
export async function checkWithin(
  trx: Transaction,
  scope: Scope,
  id: string,
  withinMs: number,
): Promise<void> {
  await trx.run(
    `UPDATE attempts SET next_check_at = LEAST(next_check_at, kassa_now() + make_interval(secs => $3))
     WHERE tenant_id = $1 AND id = $2 AND next_check_at IS NOT NULL`,
    [scope.tenantId, id, withinMs / 1000],
  );
}

/** Keeps a notification as it came. False when this one has been here before. */
export async function storeNotification(
  trx: Transaction,
  notification: {
    tenantId: number;
    id: string;
    mode: Mode;
    connector: string;
    connectorAccount: string;
    pspEventId: string;
    body: Buffer;
    quarantineReason: string | null;
  },
): Promise<boolean> {
  const rows = await trx.run(
    `INSERT INTO psp_notifications (tenant_id, id, mode, connector, connector_account, psp_event_id, body, quarantine_reason)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
    [
      notification.tenantId,
      notification.id,
      notification.mode,
      notification.connector,
      notification.connectorAccount,
      notification.pspEventId,
      notification.body,
      notification.quarantineReason,
    ],
  );
  return rows === 1;
}

/** Work of all tenants that has been due for more than a minute. */
export async function countOverdue(
  trx: Transaction,
): Promise<{ overdueAttempts: number; overdueDeliveries: number }> {
  const row = await trx.one<{ overdueAttempts: number; overdueDeliveries: number }>(
    `SELECT
       (SELECT count(*) FROM attempts WHERE next_check_at < now() - interval '1 minute' AND clock_id IS NULL) AS "overdueAttempts",
       (SELECT count(*) FROM webhook_deliveries WHERE status = 'pending' AND kind = 'http'
          AND next_attempt_at < now() - interval '1 minute' AND clock_id IS NULL) AS "overdueDeliveries"`,
  );
  return row ?? { overdueAttempts: 0, overdueDeliveries: 0 };
}

export type RecentDeclines = {
  readonly subject: Buffer;
  readonly declines: number;
  /** Until they are forgotten; at least 1. */
  readonly secondsLeft: number;
};

/** The declines of those subjects that have had any within the window that their first one opened. */
export function findRecentDeclines(
  trx: Transaction,
  scope: Scope,
  subjects: readonly Buffer[],
  windowMs: number,
): Promise<RecentDeclines[]> {
  return trx.query<RecentDeclines>(
    `SELECT subject, declines, ceil(extract(epoch FROM since + w.length - clock_timestamp()))::integer AS "secondsLeft"
     FROM recent_declines, (SELECT $4 * interval '1 ms') w (length)
     WHERE tenant_id = $1 AND mode = $2 AND subject = ANY ($3::bytea[]) AND since + w.length > clock_timestamp()`,
    [scope.tenantId, scope.mode, subjects, windowMs],
  );
}

/** One decline more for each subject. In order, so that two declines at once never wait for each other. */
export function addDeclines(
  trx: Transaction,
  scope: Scope,
  subjects: readonly Buffer[],
  windowMs: number,
): Promise<number> {
  return trx.run(
    `INSERT INTO recent_declines AS r (tenant_id, mode, subject, declines)
     SELECT $1, $2, subject, 1 FROM unnest($3::bytea[]) AS s (subject) ORDER BY subject
     ON CONFLICT (tenant_id, mode, subject) DO UPDATE SET
       declines = CASE WHEN r.since + $4 * interval '1 ms' > clock_timestamp() THEN r.declines + 1 ELSE 1 END,
       since = CASE WHEN r.since + $4 * interval '1 ms' > clock_timestamp() THEN r.since ELSE clock_timestamp() END`,
    [scope.tenantId, scope.mode, subjects, windowMs],
  );
}
