import { type Client, escapeLiteral } from "pg";
import { connectAs } from "./connect-as.ts";
import { type ConnectionSettings, type DatabaseRole, databaseRoles } from "./database.ts";
import { lookingRole } from "./looking-role.ts";

/** Any number that no other advisory lock of Kassa's has. */
const lock = 7_230_061;

/**
 * What about roles neither a dump nor a cloned database carries, so it runs with every migration, pending or not:
 * - nobody but the owner may make temporary tables, which PostgreSQL allows all users of a new database;
 * - in Kassa's own PostgreSQL the roles can log in, with the password that is derived for them.
 *
 * An owner who isn't the database's can't change the first: `kassa doctor` says so.
 */
export async function prepareRoles(settings: ConnectionSettings): Promise<void> {
  await connected(settings, "owner", async (client) => {
    const { kind, rolePassword } = settings.roleLogin ?? { kind: "none", rolePassword: "" };
    if (kind !== "own" && (await rolesThatMay(client)).length === 0) return;
    // Two processes that start at once must not change the same rows of the catalogue.
    await client.query(`BEGIN; SELECT pg_advisory_xact_lock(${lock})`);
    await client.query(`DO $$ BEGIN
      EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
    END $$`);
    if (kind === "own") {
      for (const name of roleNames)
        await client.query(`ALTER ROLE ${name} LOGIN PASSWORD ${escapeLiteral(rolePassword)}`);
    }
    await client.query("COMMIT");
  });
}

/** Kassa's roles that could make temporary tables; none, as it should be. */
export function rolesWithTemporaryTables(settings: ConnectionSettings): Promise<string[]> {
  return connected(settings, lookingRole(settings), rolesThatMay);
}

const roleNames = Object.values(databaseRoles).filter((name) => name !== undefined);

async function rolesThatMay(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ role: string }>(
    `SELECT rolname AS role FROM pg_roles
     WHERE rolname = ANY($1) AND has_database_privilege(oid, current_database(), 'TEMPORARY') ORDER BY rolname`,
    [roleNames],
  );
  return rows.map(({ role }) => role);
}

async function connected<Value>(
  settings: ConnectionSettings,
  role: DatabaseRole,
  work: (client: Client) => Promise<Value>,
): Promise<Value> {
  const client = await connectAs(settings, role);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
