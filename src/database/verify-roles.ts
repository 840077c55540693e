import { connectAs } from "./connect-as.ts";
import { type ConnectionSettings, type DatabaseRole, databaseRoles } from "./database.ts";

/** Connections don't run as the roles that they ask for: tenants would be kept apart by nothing. */
export class RolesIgnored extends Error {
  override name = "RolesIgnored";

  constructor(found: readonly RoleFound[]) {
    const asked = found.map(({ role }) => databaseRoles[role]).join(", ");
    const got = [...new Set(found.map(({ user }) => user))].join(", ");
    super(
      `Connections through DATABASE_URL run as ${got} where Kassa asked for ${asked}. Something between Kassa and ` +
        "PostgreSQL, such as PgBouncer with ignore_startup_parameters, drops the start-up option that names the role, and " +
        "with it what keeps tenants apart. Point DATABASE_URL at PostgreSQL itself; see docs/operate/database.md#poolers.",
    );
  }
}

type RoleFound = { readonly role: DatabaseRole; readonly user: string };

/**
 * Makes sure that connections run as the roles that they name. What lies between is the same for all connections of a
 * role, so one of each is looked at, once, before anything is served. The migrations have to have run.
 *
 * @throws RolesIgnored
 */
export async function verifyRoles(settings: ConnectionSettings): Promise<void> {
  const roles = (Object.keys(databaseRoles) as DatabaseRole[]).filter((role) => databaseRoles[role]);
  const found = await Promise.all(
    roles.map(async (role) => ({ role, user: await currentUser(settings, role) })),
  );
  const wrong = found.filter(({ role, user }) => user !== databaseRoles[role]);
  if (wrong.length > 0) throw new RolesIgnored(wrong);
}

async function currentUser(settings: ConnectionSettings, role: DatabaseRole): Promise<string> {
  const client = await connectAs(settings, role);
  try {
    const { rows } = await client.query<{ user: string }>("SELECT current_user AS user");
    return rows[0]?.user ?? "nobody";
  } finally {
    await client.end();
  }
}
