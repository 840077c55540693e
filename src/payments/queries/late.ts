import type { TenantTransaction, Transaction } from "../../database/transaction.ts";
import type { Mode } from "../../kernel/mode.ts";
import type { MovementStatus } from "../movements/state.ts";

/** The late funds of one attempt. */
export type LateAttempt = { readonly paymentId: string; readonly attemptId: string };

export type LateReturn = {
  readonly id: string;
  readonly status: MovementStatus;
  readonly amount: number;
  readonly failureReason: string | null;
};

/** All refunds made to return an attempt's late funds, whatever their status. */
export function listLateReturns(trx: TenantTransaction, late: LateAttempt): Promise<LateReturn[]> {
  return trx.query<LateReturn>(
    `SELECT id, status, amount, failure_reason AS "failureReason" FROM movements
     WHERE tenant_id = $1 AND payment_id = $2 AND attempt_id = $3 AND kind = 'refund' AND late`,
    [trx.tenantId, late.paymentId, late.attemptId],
  );
}

/** Whether late funds of a payment have been refunded, or a refund is in progress. */
export async function returnsLateFunds(trx: TenantTransaction, paymentId: string): Promise<boolean> {
  const row = await trx.one(
    `SELECT FROM movements WHERE tenant_id = $1 AND payment_id = $2 AND kind = 'refund' AND late AND status <> 'failed'
     LIMIT 1`,
    [trx.tenantId, paymentId],
  );
  return row !== undefined;
}

export type LateChargeback = {
  readonly id: string;
  readonly amount: number;
  /** Won or lost. */
  readonly isOver: boolean;
};

/** The chargebacks of an attempt's late funds. Inquiries hold none of it. */
export function listLateChargebacks(trx: TenantTransaction, late: LateAttempt): Promise<LateChargeback[]> {
  return trx.query<LateChargeback>(
    `SELECT id, amount, status IN ('won', 'lost') AS "isOver" FROM disputes
     WHERE tenant_id = $1 AND payment_id = $2 AND attempt_id = $3 AND stage = 'chargeback' AND late`,
    [trx.tenantId, late.paymentId, late.attemptId],
  );
}

export type RefusedRelease = LateAttempt & { readonly tenantId: number; readonly mode: Mode };

/**
 * The refused releases of late authorizations that are due for a retry, the last one of each attempt: an hour after the first
 * refusal, two hours after the second, and so on, at most a day. Left out are authorizations older than 30 days, which have
 * lapsed; those that were captured at the PSP's dashboard; payments on clocks, where no release is refused; and payments with a
 * held account, where no movement can begin.
 *
 * @param tenant the SQL expression of the tenant, which the subqueries use as well
 */
const refusedReleases = (
  tenant: string,
): string => `FROM movements m JOIN attempts a ON a.tenant_id = m.tenant_id AND a.payment_id = m.payment_id AND a.id = m.attempt_id
  WHERE m.late AND m.kind = 'void' AND m.status = 'failed' AND m.clock_id IS NULL
    AND m.failure_reason <> 'already_captured'
    AND m.decided_at <= now() - interval '1 hour' AND m.decided_at > now() - interval '31 days'
    AND m.decided_at <= now() - LEAST(power(2, (SELECT count(*) FROM movements n WHERE n.tenant_id = ${tenant}
      AND n.payment_id = a.payment_id AND n.attempt_id = a.id AND n.kind = 'void') - 1), 24) * interval '1 hour'
    AND a.status = 'late' AND a.decided_at > now() - interval '30 days'
    AND NOT EXISTS (SELECT FROM movements n WHERE n.tenant_id = ${tenant} AND n.payment_id = m.payment_id
      AND n.attempt_id = m.attempt_id AND n.kind = 'void' AND (n.created_at, n.id) > (m.created_at, m.id))
    AND NOT EXISTS (SELECT FROM attempts b JOIN movement_holds h ON h.tenant_id = b.tenant_id AND h.id = b.connector_account
      WHERE b.tenant_id = ${tenant} AND b.payment_id = m.payment_id)`;

/** The due releases of all tenants, the oldest refusal first. */
export function findRefusedReleases(trx: Transaction, limit: number): Promise<RefusedRelease[]> {
  return trx.query<RefusedRelease>(
    `SELECT m.tenant_id AS "tenantId", m.mode, m.payment_id AS "paymentId", m.attempt_id AS "attemptId"
     ${refusedReleases("m.tenant_id")} ORDER BY m.decided_at LIMIT $1`,
    [limit],
  );
}

/** The amount of an attempt's release that is due, in minor units. The caller holds the session's lock. */
export function findRefusedRelease(
  trx: TenantTransaction,
  late: LateAttempt,
): Promise<{ amount: number } | undefined> {
  return trx.one<{ amount: number }>(
    `SELECT m.amount ${refusedReleases("$1")} AND m.tenant_id = $1 AND m.payment_id = $2 AND m.attempt_id = $3`,
    [trx.tenantId, late.paymentId, late.attemptId],
  );
}
