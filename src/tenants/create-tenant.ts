import type { Transaction } from "../database/transaction.ts";
import { present } from "../kernel/assert.ts";
import { makeTenantId, randomTenantKey } from "../kernel/id.ts";
import type { Keyring } from "../kernel/seal.ts";
import { createKeyWithin, type NewKey } from "./create-key.ts";
import type { TenantDeps } from "./deps.ts";
import { getTenant, insertTenant, listTenants, lockTenants, type TenantRow } from "./queries.ts";

export type NewTenant = { tenant: TenantRow; keys: { sandbox: NewKey; live: NewKey } };

/** The name of the keys that a tenant begins with, which its people may roll and revoke. */
const firstKey = "First key";

/** How customers reach the merchant, until a mode's settings override it. */
export type Support = Pick<TenantRow, "supportEmail" | "supportUrl" | "supportPhone">;

const noSupport: Support = { supportEmail: null, supportUrl: null, supportPhone: null };

/** Creates a tenant with a key of scope `full` for each mode, in one transaction. Only the result contains the secrets. */
export async function createTenant(
  deps: TenantDeps,
  name: string,
  support: Support = noSupport,
): Promise<NewTenant> {
  return deps.database.inControl((trx) => createTenantIn(trx, deps.keyring, name, support), deps.actor);
}

/** The same in a transaction of the caller's. */
export async function createTenantIn(
  trx: Transaction,
  keyring: Keyring,
  name: string,
  support: Support = noSupport,
): Promise<NewTenant> {
  const tenant = await createTenantWithin(trx, { name, ...support });
  const { tenantId } = tenant;
  const sandbox = await createKeyWithin(trx, keyring, { tenantId, mode: "sandbox", name: firstKey });
  const live = await createKeyWithin(trx, keyring, { tenantId, mode: "live", name: firstKey });
  return { tenant, keys: { sandbox, live } };
}

/**
 * On the first start, creates the tenant "My business" with a sandbox key; undefined if there is a tenant already.
 * Processes that start at the same time create only one.
 */
export async function createFirstTenant(
  deps: TenantDeps,
): Promise<{ tenant: TenantRow; sandbox: NewKey } | undefined> {
  return deps.database.inControl(async (trx) => {
    await lockTenants(trx);
    if ((await listTenants(trx)).length > 0) return undefined;
    const tenant = await createTenantWithin(trx, { name: "My business", ...noSupport });
    const sandbox = await createKeyWithin(trx, deps.keyring, {
      tenantId: tenant.tenantId,
      mode: "sandbox",
      name: firstKey,
    });
    return { tenant, sandbox };
  });
}

async function createTenantWithin(
  trx: Transaction,
  tenant: Support & { readonly name: string },
): Promise<TenantRow> {
  let tenantId = randomTenantKey();
  // With 62^7 numbers a collision is very unlikely, but two tenants must never share one.
  while (!(await insertTenant(trx, { tenantId, id: makeTenantId(tenantId), ...tenant })))
    tenantId = randomTenantKey();
  return present(await getTenant(trx, tenantId), "the tenant just made");
}
