import type { TenantTransaction } from "../../database/transaction.ts";
import { idRange } from "../../kernel/id.ts";
import { settlementKinds } from "../settlement-kinds.ts";
import type { LedgerTransaction } from "../transaction.ts";
import type { BatchFacts, LineFacts } from "./audit-settlements.ts";
import type { AttemptFacts, DisputeFacts, FoundTransaction, MovementFacts, PaymentFacts } from "./facts.ts";

export type PaymentRow = Omit<PaymentFacts, "attempts" | "movements" | "disputes" | "transactions">;

type TransactionRow = Omit<FoundTransaction, "entries"> & Pick<LedgerTransaction, "accounts" | "amounts">;

/** Payments in the order of their ids, after the given one. */
export function selectPayments(
  trx: TenantTransaction,
  after: string | undefined,
  limit: number,
): Promise<PaymentRow[]> {
  return trx.query<PaymentRow>(
    `SELECT id, amount, currency, capture_method AS "captureMethod", amount_authorized AS "amountAuthorized",
       amount_captured AS "amountCaptured", amount_capture_pending AS "amountCapturePending",
       amount_released AS "amountReleased", amount_refunded AS "amountRefunded",
       amount_refund_pending AS "amountRefundPending", amount_disputed AS "amountDisputed", amount_late AS "amountLate",
       amount_late_returned AS "amountLateReturned", amount_late_disputed AS "amountLateDisputed"
     FROM payments WHERE tenant_id = $1 AND id > $2 AND id < $3 ORDER BY id LIMIT $4`,
    [trx.tenantId, after ?? idRange("pay", trx.mode).from, idRange("pay", trx.mode).to, limit],
  );
}

export async function countPayments(trx: TenantTransaction): Promise<number> {
  const row = await trx.one<{ count: number }>(
    "SELECT count(*) AS count FROM payments WHERE tenant_id = $1 AND mode = $2",
    [trx.tenantId, trx.mode],
  );
  return row?.count ?? 0;
}

/** The attempts of payments that took money. */
export function selectAttempts(trx: TenantTransaction, ids: string[]): Promise<AttemptFacts[]> {
  return trx.query<AttemptFacts>(
    `SELECT id, payment_id AS "paymentId", connector_account AS "connectorAccount", status, revision, amount_received AS "amountReceived",
       (evidence->>'amount')::bigint AS "amountTaken", (evidence->>'captured')::boolean AS captured FROM attempts
     WHERE tenant_id = $1 AND payment_id = ANY ($2) AND status IN ('approved', 'late', 'failed')`,
    [trx.tenantId, ids],
  );
}

export function selectMovements(trx: TenantTransaction, ids: string[]): Promise<MovementFacts[]> {
  return trx.query<MovementFacts>(
    `SELECT id, payment_id AS "paymentId", attempt_id AS "attemptId", kind, status, amount, final, late, revision
     FROM movements WHERE tenant_id = $1 AND payment_id = ANY ($2)`,
    [trx.tenantId, ids],
  );
}

export function selectDisputes(trx: TenantTransaction, ids: string[]): Promise<DisputeFacts[]> {
  return trx.query<DisputeFacts>(
    `SELECT id, payment_id AS "paymentId", connector_account AS "connectorAccount", stage, status, amount, amount_lost AS "amountLost", amount_returned AS "amountReturned", fee, revision,
       late, attempt_id AS "attemptId"
     FROM disputes WHERE tenant_id = $1 AND payment_id = ANY ($2)`,
    [trx.tenantId, ids],
  );
}

/** The payments' own transactions: without those of settlement lines. */
export function selectTransactions(trx: TenantTransaction, ids: string[]): Promise<FoundTransaction[]> {
  return readTransactions(trx, "payment_id = ANY ($2) AND kind <> ALL ($3)", [ids, settlementKinds]);
}

/** The transactions of settlement lines or payouts. */
export function selectTransactionsOf(
  trx: TenantTransaction,
  ids: readonly string[],
): Promise<FoundTransaction[]> {
  return readTransactions(trx, "source_id = ANY ($2)", [ids]);
}

/** Settlement lines in the order of their ids, after the given one. */
export function selectLines(
  trx: TenantTransaction,
  after: string | undefined,
  limit: number,
): Promise<Omit<LineFacts, "transactions">[]> {
  return trx.query<Omit<LineFacts, "transactions">>(
    `SELECT id, psp_reference AS "pspReference", connector_account AS "connectorAccount", type, currency, gross, fee, net,
       exchanged_currency AS "exchangedCurrency", exchanged_amount AS "exchangedAmount",
       CASE WHEN status = 'matched' THEN payment_id END AS settles, matched_later AS "matchedLater"
     FROM settlement_lines WHERE tenant_id = $1 AND id > $2 AND id < $3 ORDER BY id LIMIT $4`,
    [trx.tenantId, after ?? idRange("stl", trx.mode).from, idRange("stl", trx.mode).to, limit],
  );
}

/** Payouts that have arrived, in the order of their ids, after the given one. */
export function selectArrived(
  trx: TenantTransaction,
  after: string | undefined,
  limit: number,
): Promise<Omit<BatchFacts, "transactions">[]> {
  return trx.query<Omit<BatchFacts, "transactions">>(
    `SELECT id, psp_reference AS "pspReference", connector_account AS "connectorAccount", currency, amount
     FROM settlement_batches WHERE tenant_id = $1 AND id > $2 AND id < $3 AND bank_entry_id IS NOT NULL ORDER BY id LIMIT $4`,
    [trx.tenantId, after ?? idRange("stb", trx.mode).from, idRange("stb", trx.mode).to, limit],
  );
}

async function readTransactions(
  trx: TenantTransaction,
  condition: "payment_id = ANY ($2) AND kind <> ALL ($3)" | "source_id = ANY ($2)",
  values: readonly unknown[],
): Promise<FoundTransaction[]> {
  const rows = await trx.query<TransactionRow>(
    `SELECT id, payment_id AS "paymentId", connector_account AS "connectorAccount", kind, source_id AS "sourceId", version, reverses, currency,
       accounts, amounts
     FROM ledger_transactions WHERE tenant_id = $1 AND ${condition} ORDER BY id`,
    [trx.tenantId, ...values],
  );
  return rows.map(({ accounts, amounts, ...transaction }) => ({
    ...transaction,
    entries: accounts.map((account, index) => [account, amounts[index] ?? 0] as const),
  }));
}
