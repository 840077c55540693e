import type { Transaction } from "../../../database/transaction.ts";

/** The tenants that have an owner. */
export async function selectOwnedTenants(trx: Transaction): Promise<Set<number>> {
  const rows = await trx.query<{ tenantId: number }>(
    `SELECT DISTINCT tenant_id AS "tenantId" FROM staff.memberships WHERE role = 'owner'`,
  );
  return new Set(rows.map(({ tenantId }) => tenantId));
}
