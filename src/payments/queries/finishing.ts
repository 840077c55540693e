import type { TenantTransaction } from "../../database/transaction.ts";

/** Stores what the customer's browser brought back from the hosted page. */
export function setReturnedWith(
  trx: TenantTransaction,
  id: string,
  returnedWith: Readonly<Record<string, string>>,
): void {
  trx.send("UPDATE attempts SET returned_with = $3 WHERE tenant_id = $1 AND id = $2", [
    trx.tenantId,
    id,
    JSON.stringify(returnedWith),
  ]);
}

/** Records that the PSP is about to be asked to charge what the customer has approved. The caller holds the session's lock. */
export function recordFinish(trx: TenantTransaction, id: string): void {
  trx.send("UPDATE attempts SET finish_begun_at = statement_timestamp() WHERE tenant_id = $1 AND id = $2", [
    trx.tenantId,
    id,
  ]);
}

/** Records that the PSP wants another way to pay from the customer before it charges. */
export function setFinishRefused(trx: TenantTransaction, id: string): void {
  trx.send("UPDATE attempts SET finish_refused = true WHERE tenant_id = $1 AND id = $2", [trx.tenantId, id]);
}

/** Lets the PSP be asked to charge again: the customer is back. */
export function allowFinish(trx: TenantTransaction, id: string): void {
  trx.send("UPDATE attempts SET finish_refused = false WHERE tenant_id = $1 AND id = $2 AND finish_refused", [
    trx.tenantId,
    id,
  ]);
}
