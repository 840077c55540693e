import { migrate } from "../database/migrate.ts";
import { createTenant } from "../tenants/create-tenant.ts";
import { listTenants, type Tenant } from "../tenants/find-tenant.ts";
import { setSupport } from "../tenants/set-support.ts";
import { withDatabase } from "./context.ts";
import { CommandFailure } from "./failure.ts";
import { print, table } from "./output.ts";

type CreateOptions = {
  name: string;
  supportEmail?: string;
  supportUrl?: string;
  supportPhone?: string;
  json: boolean;
};

/** `kassa tenants create`: a tenant with a key for each mode. */
export async function createTenantCommand(options: CreateOptions): Promise<void> {
  const name = options.name.trim();
  if (name === "" || name.length > 100) throw new CommandFailure("--name needs 1 to 100 characters.");
  await withDatabase(async ({ database, keyring, settings }) => {
    await migrate(settings);
    const made = await createTenant({ database, keyring }, name);
    const tenant = await setSupport(database, made.tenant, options);
    print(options.json, { tenant: present(tenant), keys: made.keys }, () => [
      `Made the tenant "${tenant.name}", ${tenant.id}. Keep these keys; they are shown this once.`,
      `  sandbox  ${made.keys.sandbox.secret}`,
      `  live     ${made.keys.live.secret}`,
    ]);
  });
}

/** `kassa tenants list` */
export async function listTenantsCommand({ json }: { json: boolean }): Promise<void> {
  await withDatabase(async ({ database }) => {
    const tenants = await database.inControl(listTenants);
    print(json, { object: "list", data: tenants.map(present) }, () =>
      tenants.length === 0
        ? ['There is no tenant yet. Make one: npm run --silent kassa -- tenants create --name "My shop"']
        : table(
            ["id", "name", "made"],
            tenants.map((tenant) => [tenant.id, tenant.name, tenant.createdAt.toISOString()]),
          ),
    );
  });
}

function present(tenant: Tenant) {
  return {
    object: "tenant",
    id: tenant.id,
    name: tenant.name,
    supportEmail: tenant.supportEmail,
    supportUrl: tenant.supportUrl,
    supportPhone: tenant.supportPhone,
    allowedHosts: tenant.allowedHosts,
    createdAt: tenant.createdAt.toISOString(),
  };
}
