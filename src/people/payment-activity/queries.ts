import type { TenantTransaction } from "../../database/transaction.ts";

/** The ids of a payment, its session, refunds and disputes; none if there is no such payment. */
export async function selectObjectsOf(trx: TenantTransaction, payment: string): Promise<string[]> {
  const rows = await trx.query<{ id: string }>(
    `SELECT id FROM payments WHERE tenant_id = $1 AND id = $2
     UNION ALL SELECT session_id FROM payments WHERE tenant_id = $1 AND id = $2
     UNION ALL SELECT id FROM movements WHERE tenant_id = $1 AND payment_id = $2
     UNION ALL SELECT id FROM disputes WHERE tenant_id = $1 AND payment_id = $2`,
    [trx.tenantId, payment],
  );
  return rows.map(({ id }) => id);
}
