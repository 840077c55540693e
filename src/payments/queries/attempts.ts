import type { DeclineReason } from "../../connectors/contract.ts";
import type { Scope, Transaction } from "../../database/transaction.ts";
import type { Mode } from "../../kernel/mode.ts";
import type { Attempt } from "../payment.ts";
import type { AttemptStatus } from "../state.ts";

export const attemptColumns = `tenant_id AS "tenantId", id, mode, payment_id AS "paymentId", number, status, connector,
  connector_account AS "connectorAccount", method, card_brand AS "cardBrand", card_last4 AS "cardLast4",
  card_checks AS "cardChecks", transfer_instructions AS "transferInstructions", clock_id AS "clockId",
  psp_reference AS "pspReference", redirect_url AS "redirectUrl", decline_reason AS "declineReason",
  started_at AS "startedAt", decided_at AS "decidedAt", checks`;

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
