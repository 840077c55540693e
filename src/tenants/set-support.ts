import type { Database } from "../database/database.ts";
import { type TenantRow, updateSupport } from "./queries.ts";

export type Support = { supportEmail?: string; supportUrl?: string; supportPhone?: string };

/** Sets how consumers reach the merchant; what isn't named stays as it is. */
export async function setSupport(
  database: Database,
  tenant: TenantRow,
  support: Support,
): Promise<TenantRow> {
  const next = {
    supportEmail: support.supportEmail ?? tenant.supportEmail,
    supportUrl: support.supportUrl ?? tenant.supportUrl,
    supportPhone: support.supportPhone ?? tenant.supportPhone,
  };
  await database.inControl((trx) => updateSupport(trx, tenant.tenantId, next));
  return { ...tenant, ...next };
}
