import type { ConnectionSettings } from "../database/database.ts";
import { rolesWithTemporaryTables } from "../database/prepare-roles.ts";
import { verifyRoles } from "../database/verify-roles.ts";
import { commandLine } from "../kernel/command-line.ts";
import type { Finding } from "./finding.ts";

export async function roleFindings(settings: ConnectionSettings): Promise<Finding[]> {
  await verifyRoles(settings);
  const runs: Finding = {
    check: "roles",
    state: "ok",
    text: "each connection uses the role that it should",
  };
  const tooFree = await rolesWithTemporaryTables(settings);
  if (tooFree.length === 0) return [runs];
  return [
    runs,
    {
      check: "roles",
      state: "warning",
      text: `these roles may create temporary tables, but don't need to: ${tooFree.join(", ")}`,
      advice: `Run: ${commandLine("migrate")}. If the warning stays, run as the owner of the database: REVOKE TEMPORARY ON DATABASE … FROM PUBLIC;`,
    },
  ];
}
