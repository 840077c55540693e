import { Client } from "pg";
import type { ConnectionSettings } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { urlOf } from "./database.ts";

/** Of Kassa's roles where a test has them log in themselves. Roles are the cluster's, so all test files share it. */
export const rolePassword = "a password of Kassa's roles";

/** Any number that no other advisory lock of the tests has. */
const lock = 4712;

/** Gives the roles their password by a migration, one test file at a time: two would change the same rows of the catalogue. */
export async function letRolesLogIn(settings: ConnectionSettings): Promise<void> {
  const client = new Client({ connectionString: urlOf("postgres") });
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [lock]);
    await migrate({ ...settings, roleLogin: { kind: "own", rolePassword } });
  } finally {
    await client.end();
  }
}
