import { findSandboxAccount } from "./connectors/sandbox/accounts.ts";
import type { Database } from "./database/database.ts";
import type { MerchantOf } from "./sandbox-psp/deps.ts";
import { getSettings, toPageSettings } from "./settings/read-settings.ts";
import { getTenant } from "./tenants/find-tenant.ts";

/** Names the merchants of the simulated PSP's accounts, whom it shows to customers as a real one knows its merchants. */
export function makeMerchantOf(database: Database): MerchantOf {
  return async (accountName) => {
    const account = findSandboxAccount(accountName);
    if (!account) return undefined;
    const { tenantId, mode } = account;
    return await database.inTenant({ tenantId, mode }, async (trx) => {
      const [tenant, set] = await Promise.all([getTenant(trx, tenantId), getSettings(trx)]);
      return tenant && toPageSettings(tenant, set).displayName;
    });
  };
}
