import { readConfig } from "../config.ts";
import { present } from "../kernel/assert.ts";
import { ownerPath } from "../people/join/first-owner.ts";
import { withDatabase } from "./context.ts";
import { print } from "./output.ts";
import { pickTenant } from "./pick-tenant.ts";

/** `kassa people owner-link`: makes a link by which somebody becomes an owner of a tenant and operator of the installation. */
export async function ownerLinkCommand({ tenant, json }: { tenant?: string; json: boolean }): Promise<void> {
  await withDatabase(async ({ database, keyring }) => {
    const { tenantId, name } = await pickTenant(database, tenant);
    const path = present(await ownerPath({ database, keyring }, tenantId), "the link of an owner");
    const link = new URL(path, readConfig(process.env).publicUrl).href;
    print(json, { object: "owner_link", link }, () => [
      `Open this link to become an owner of "${name}" and the operator of this Kassa. It works once, and for a day:`,
      link,
      "Owner links that were printed earlier no longer work.",
    ]);
  });
}
