import type { PspFact } from "../../connectors/contract.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** Stores what a verified notification says of an attempt's charge. Does nothing if its key is stored already. */
export function insertFact(trx: TenantTransaction, attemptId: string, { key, content }: PspFact): void {
  trx.send(
    `INSERT INTO charge_facts (tenant_id, attempt_id, key, mode, content) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
    [trx.tenantId, attemptId, key, trx.mode, JSON.stringify(content)],
  );
}

/** What the PSP's verified notifications have said of an attempt's charge so far. */
export function listFacts(trx: TenantTransaction, attemptId: string): Promise<PspFact[]> {
  return trx.query<PspFact>(
    "SELECT key, content FROM charge_facts WHERE tenant_id = $1 AND attempt_id = $2 ORDER BY key",
    [trx.tenantId, attemptId],
  );
}
