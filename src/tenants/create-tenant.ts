import type { Database } from "../database/database.ts";
import { makeTenantId, randomTenantKey } from "../kernel/id.ts";
import type { Keyring } from "../kernel/seal.ts";
import { createKeyWithin, type NewKey } from "./create-key.ts";
import { getTenant, insertTenant, type TenantRow } from "./queries.ts";

export type TenantDeps = { readonly database: Database; readonly keyring: Keyring };

export type NewTenant = { tenant: TenantRow; keys: { sandbox: NewKey; live: NewKey } };

/** Makes a tenant with a full key for each mode. The keys' secrets are in the answer and nowhere else. */
export async function createTenant(deps: TenantDeps, name: string): Promise<NewTenant> {
  return deps.database.inControl(async (trx) => {
    let tenantId = randomTenantKey();
    // 62^7 keys make a second round about as likely as winning a lottery, but a taken one must not be shared.
    while (!(await insertTenant(trx, tenantId, makeTenantId(tenantId), name))) tenantId = randomTenantKey();
    const sandbox = await createKeyWithin(trx, deps.keyring, { tenantId, mode: "sandbox" });
    const live = await createKeyWithin(trx, deps.keyring, { tenantId, mode: "live" });
    const tenant = await getTenant(trx, tenantId);
    if (!tenant) throw new Error("the tenant just made can't be read");
    return { tenant, keys: { sandbox, live } };
  });
}
