import type { TenantTransaction } from "../../database/transaction.ts";
import { present } from "../../kernel/assert.ts";
import { makeId } from "../../kernel/id.ts";
import { getTenant } from "../../tenants/find-tenant.ts";
import { lockSettings, updateLogo } from "../queries.ts";
import { readSettings } from "../read-settings.ts";
import { defaultSettings, type LogoContent, type PageSettings } from "../settings.ts";

/** Replaces the logo with a validated one; null removes it. */
export async function setLogo(trx: TenantTransaction, logo: LogoContent | null): Promise<PageSettings> {
  const tenant = present(await getTenant(trx, trx.tenantId), "the tenant of the key");
  await lockSettings(trx, defaultSettings(tenant));
  const id = makeId("logo", trx.mode, trx.tenantId, Date.now());
  await updateLogo(trx, logo && { ...logo, id });
  return readSettings(trx, tenant);
}
