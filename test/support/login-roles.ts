import { Client } from "pg";
import type { ConnectionSettings } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { urlOf } from "./database.ts";

/**
 * The password of Kassa's roles in tests in which they log in themselves. Roles belong to the cluster, so test files
 * share it.
 */
export const rolePassword = "a password of Kassa's roles";

/** Any number that no other advisory lock of the tests uses. */
const lock = 4712;

/** Gives the roles their password by a migration. One test file at a time: two would update the same catalog rows. */
export async function enableRoleLogin(settings: ConnectionSettings): Promise<void> {
  const client = new Client({ connectionString: urlOf("postgres") });
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [lock]);
    await migrate({ ...settings, roleLogin: { kind: "own", rolePassword } });
  } finally {
    await client.end();
  }
}
