import type { TenantTransaction } from "../database/transaction.ts";
import type { Tenant } from "../tenants/find-tenant.ts";
import { getSettings, type SettingsRow } from "./queries.ts";
import {
  defaultSettings,
  defaultTimeExtensions,
  defaultTransferRules,
  type PageSettings,
} from "./settings.ts";

export { getAmountLimits, getLateFunds, getSettings, getTransferRules } from "./queries.ts";

/** The settings of a tenant's payment page in the transaction's mode. */
export async function readSettings(trx: TenantTransaction, tenant: Tenant): Promise<PageSettings> {
  return toPageSettings(tenant, await getSettings(trx));
}

/** The settings from their row, with the defaults of the tenant. */
export function toPageSettings(tenant: Tenant, row: SettingsRow | undefined): PageSettings {
  if (!row) return defaultSettings(tenant);
  return {
    ...row,
    displayName: row.displayName ?? tenant.name,
    lateFunds: row.lateFunds ?? tenant.lateFunds,
    amountLimits: row.amountLimits ?? {},
    transferRules: { ...defaultTransferRules, ...row.transferRules },
    texts: row.texts ?? {},
    timeExtensions: row.timeExtensions ?? defaultTimeExtensions,
  };
}
