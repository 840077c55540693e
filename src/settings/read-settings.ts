import type { TenantTransaction } from "../database/transaction.ts";
import type { Tenant } from "../tenants/find-tenant.ts";

export { amountLimitsOf, lateFundsOf } from "./queries.ts";

import { getSettings } from "./queries.ts";
import { type PageSettings, settingsAtFirst } from "./settings.ts";

/** What holds for a tenant's payment page in the scope's mode. */
export async function readSettings(trx: TenantTransaction, tenant: Tenant): Promise<PageSettings> {
  const row = await getSettings(trx);
  if (!row) return settingsAtFirst(tenant);
  return {
    ...row,
    displayName: row.displayName ?? tenant.name,
    lateFunds: row.lateFunds ?? tenant.lateFunds,
    amountLimits: row.amountLimits ?? {},
  };
}
