import type { Database } from "../database/database.ts";
import { commandLine } from "../kernel/command-line.ts";
import { listTenants, type Tenant } from "../tenants/find-tenant.ts";
import { CommandFailure, UsageFailure } from "./failure.ts";

/** The tenant that a command is for: the named one, or the only one. */
export async function pickTenant(database: Database, id: string | undefined): Promise<Tenant> {
  const tenants = await database.inControl(listTenants);
  const [only] = tenants;
  if (id === undefined) {
    if (only && tenants.length === 1) return only;
    if (!only)
      throw new CommandFailure(
        `There is no tenant yet. Create one: ${commandLine('tenants create --name "My shop"')}`,
      );
    const names = tenants.map((tenant) => `  ${tenant.id}  ${tenant.name}`).join("\n");
    throw new UsageFailure(`Which tenant? Add --tenant with one of:\n${names}`);
  }
  const found = tenants.find((tenant) => tenant.id === id);
  if (found) return found;
  throw new CommandFailure(`There is no tenant ${id}. List them: ${commandLine("tenants list")}`);
}
