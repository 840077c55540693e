import type { Scope, Transaction } from "../../database/transaction.ts";
import type { MovementStatus } from "../movements/state.ts";

/** The late money of one attempt. */
export type LateAttempt = { readonly paymentId: string; readonly attemptId: string };

export type LateReturn = {
  readonly id: string;
  readonly status: MovementStatus;
  readonly amount: number;
  readonly failureReason: string | null;
};

/** The refunds that return an attempt's late money, or were to. */
export function listLateReturns(trx: Transaction, scope: Scope, late: LateAttempt): Promise<LateReturn[]> {
  return trx.query<LateReturn>(
    `SELECT id, status, amount, failure_reason AS "failureReason" FROM movements
     WHERE tenant_id = $1 AND payment_id = $2 AND attempt_id = $3 AND kind = 'refund' AND late`,
    [scope.tenantId, late.paymentId, late.attemptId],
  );
}

export type LateChargeback = {
  readonly id: string;
  readonly amount: number;
  /** Won or lost. */
  readonly isOver: boolean;
};

/** The chargebacks of an attempt's late money. Inquiries hold none of it. */
export function listLateChargebacks(
  trx: Transaction,
  scope: Scope,
  late: LateAttempt,
): Promise<LateChargeback[]> {
  return trx.query<LateChargeback>(
    `SELECT id, amount, status IN ('won', 'lost') AS "isOver" FROM disputes
     WHERE tenant_id = $1 AND payment_id = $2 AND attempt_id = $3 AND stage = 'chargeback' AND late`,
    [scope.tenantId, late.paymentId, late.attemptId],
  );
}
