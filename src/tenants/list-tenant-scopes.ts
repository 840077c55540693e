import type { TenantScope, Transaction } from "../database/transaction.ts";
import { listTenants } from "./find-tenant.ts";

/** Every tenant in both modes, for jobs that process all tenants. */
export async function listTenantScopes(trx: Transaction): Promise<TenantScope[]> {
  const modes = ["live", "sandbox"] as const;
  return (await listTenants(trx)).flatMap(({ tenantId }) => modes.map((mode) => ({ tenantId, mode })));
}
