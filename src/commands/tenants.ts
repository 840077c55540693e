import { commandLine } from "../kernel/command-line.ts";
import { renameTenant, setTenantClosed } from "../tenants/change-tenant.ts";
import { createTenant } from "../tenants/create-tenant.ts";
import { listTenants, type Tenant } from "../tenants/find-tenant.ts";
import { faultOfTenantName } from "../tenants/tenant-name.ts";
import { withDatabase } from "./context.ts";
import { UsageFailure } from "./failure.ts";
import { print, table } from "./output.ts";
import { pickTenant } from "./pick-tenant.ts";

type CheckedTenant = typeof import("./checked-settings.ts").checkedTenant;

type CreateOptions = {
  name: string;
  supportEmail?: string;
  supportUrl?: string;
  supportPhone?: string;
  json: boolean;
};

/** `kassa tenants create`: creates a tenant with a key for each mode. */
export async function createTenantCommand(options: CreateOptions): Promise<void> {
  const { json, name: givenName, ...support } = options;
  const name = nameOf(givenName, "--name");
  const { supportEmail, supportUrl, supportPhone } = await checked(
    { displayName: name, ...support },
    { displayName: "--name" },
  );
  await withDatabase(async ({ database, keyring }) => {
    const { tenant, keys } = await createTenant({ database, keyring }, name, {
      supportEmail: supportEmail ?? null,
      supportUrl: supportUrl ?? null,
      supportPhone: supportPhone ?? null,
    });
    print(json, { tenant: presentTenant(tenant), keys }, () => [
      `Created the tenant "${tenant.name}", ${tenant.id}. Store these keys now; they are shown only once.`,
      `  sandbox  ${keys.sandbox.secret}`,
      `  live     ${keys.live.secret}`,
    ]);
  });
}

/** Loads the rules of settings, whose code is much larger than what the other commands need, only where they apply. */
async function checked(...given: Parameters<CheckedTenant>): Promise<ReturnType<CheckedTenant>> {
  const { checkedTenant } = await import("./checked-settings.ts");
  return checkedTenant(...given);
}

function nameOf(text: string, called: string): string {
  const name = text.trim();
  const fault = faultOfTenantName(name);
  if (fault !== undefined) throw new UsageFailure(`${called} ${fault}`);
  return name;
}

/** `kassa tenants rename` */
export async function renameTenantCommand(
  id: string,
  newName: string,
  { json }: { json: boolean },
): Promise<void> {
  const name = nameOf(newName, "The name");
  await checked({ displayName: name }, { displayName: "The name" });
  await withDatabase(async ({ database }) => {
    const before = await pickTenant(database, id);
    const tenant = await renameTenant({ database }, before.tenantId, name);
    print(json, presentTenant(tenant), () => [`Renamed the tenant "${before.name}" to "${tenant.name}".`]);
  });
}

/** `kassa tenants close`, and `reopen` with `closed` false. */
export const closeTenantCommand = (id: string, options: { json: boolean }): Promise<void> =>
  setClosed(id, true, options);
export const reopenTenantCommand = (id: string, options: { json: boolean }): Promise<void> =>
  setClosed(id, false, options);

async function setClosed(id: string, closed: boolean, { json }: { json: boolean }): Promise<void> {
  await withDatabase(async ({ database }) => {
    const { tenantId } = await pickTenant(database, id);
    const tenant = await setTenantClosed({ database }, tenantId, closed);
    print(json, presentTenant(tenant), () => [
      closed
        ? `"${tenant.name}" is closed: its keys are refused and its sessions can't be paid. Payments in progress still settle.`
        : `"${tenant.name}" is open again: its keys work as before.`,
    ]);
  });
}

/** `kassa tenants list` */
export async function listTenantsCommand({ json }: { json: boolean }): Promise<void> {
  await withDatabase(async ({ database }) => {
    const tenants = await database.inControl(listTenants);
    print(json, { object: "list", data: tenants.map(presentTenant) }, () =>
      tenants.length === 0
        ? [`There is no tenant yet. Create one: ${commandLine('tenants create --name "My shop"')}`]
        : table(
            ["id", "name", "created", "closed"],
            tenants.map((tenant) => [
              tenant.id,
              tenant.name,
              tenant.createdAt.toISOString(),
              tenant.closedAt?.toISOString() ?? "",
            ]),
          ),
    );
  });
}

/** A tenant as commands print it with `--json`. */
export function presentTenant(tenant: Tenant) {
  return {
    object: "tenant",
    id: tenant.id,
    name: tenant.name,
    supportEmail: tenant.supportEmail,
    supportUrl: tenant.supportUrl,
    supportPhone: tenant.supportPhone,
    allowedHosts: tenant.allowedHosts,
    rateLimits: tenant.rateLimits,
    createdAt: tenant.createdAt.toISOString(),
    closedAt: tenant.closedAt?.toISOString() ?? null,
  };
}
