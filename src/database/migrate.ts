import { readdir } from "node:fs/promises";
import path from "node:path";
import type { Client, QueryResultRow } from "pg";
import { commandLine } from "../kernel/command-line.ts";
import { connectAs } from "./connect-as.ts";
import type { ConnectionSettings, DatabaseRole } from "./database.ts";
import { distributeNewTables, makeRolesOnNodes } from "./distribute.ts";
import { lookingRole } from "./looking-role.ts";
import { prepareRoles } from "./prepare-roles.ts";
import { runMigrations } from "./run-migrations.ts";
import type { Transaction } from "./transaction.ts";

/**
 * Brings the schema to this version of Kassa. Migrations are plain SQL files, forward only, each named in the table
 * `migrations` once it ran. Of several processes that start at once one migrates and the others wait; see run-migrations.ts.
 */
export type MigrationReport = { applied: string[]; pending: string[] };

/** The database holds migrations that this code doesn't know: a newer Kassa has been here, or one that was never released. */
export class SchemaIsNewer extends Error {
  override name = "SchemaIsNewer";

  constructor(unknown: readonly string[]) {
    const names =
      unknown.length > 3
        ? `${unknown.slice(0, 3).join(", ")} and ${unknown.length - 3} more`
        : unknown.join(", ");
    super(
      `The database was migrated by a newer Kassa (${names}). Start that version or a later one; ` +
        "an older one could damage what it doesn't know. A database from before the first release starts again empty.",
    );
  }
}

/** The database lacks migrations of this code, and whoever asked did not want them run. */
export class SchemaIsOlder extends Error {
  override name = "SchemaIsOlder";

  constructor(applied: readonly string[], pending: readonly string[]) {
    const what =
      applied.length === 0
        ? "The database has no tables of Kassa's yet."
        : `The database lacks migrations (${pending.join(", ")}).`;
    super(`${what} Run "${commandLine("migrate")}" first; "${commandLine("serve")}" does it, too.`);
  }
}

const ownFolder = path.resolve(import.meta.dirname, "../../migrations");
const table = "migrations";

/**
 * Runs what is pending, and sets what about roles no migration can; see prepare-roles.ts.
 *
 * @throws SchemaIsNewer when the database is ahead of this code
 * @throws MigrationFailed when PostgreSQL refuses one
 */
export async function migrate(settings: ConnectionSettings, folder = ownFolder): Promise<MigrationReport> {
  const { pending } = await compareWith(folder, await appliedMigrations(settings, "owner"));
  const applied = pending.length === 0 ? [] : await migrateNodesToo(settings, folder);
  await prepareRoles(settings);
  return { applied, pending: [] };
}

async function migrateNodesToo(settings: ConnectionSettings, folder: string): Promise<string[]> {
  await makeRolesOnNodes(settings);
  const applied = await runPending(settings, folder);
  await distributeNewTables(settings);
  return applied;
}

function runPending(settings: ConnectionSettings, folder: string): Promise<string[]> {
  const listPending = async (client: Client): Promise<string[]> => {
    const applied = await readApplied(queryOf(client));
    return (await compareWith(folder, applied)).pending;
  };
  return runMigrations(settings, { folder, table, listPending });
}

/** Which migrations ran and which are pending. @throws SchemaIsNewer when the database is ahead of this code. */
export async function inspectSchema(settings: ConnectionSettings): Promise<MigrationReport> {
  return compareWith(ownFolder, await appliedMigrations(settings, lookingRole(settings)));
}

/** The same, on a connection of the role `control`. */
export async function inspectSchemaWithin(trx: Transaction): Promise<MigrationReport> {
  return compareWith(ownFolder, await readApplied((text, values) => trx.query(text, values)));
}

async function compareWith(folder: string, applied: string[]): Promise<MigrationReport> {
  const known = await knownMigrations(folder);
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new SchemaIsNewer(unknown);
  return { applied, pending: known.filter((name) => !applied.includes(name)) };
}

async function knownMigrations(folder: string): Promise<string[]> {
  const files = await readdir(folder);
  return files
    .filter((file) => file.endsWith(".sql"))
    .map((file) => path.basename(file, ".sql"))
    .sort();
}

async function appliedMigrations(settings: ConnectionSettings, role: DatabaseRole): Promise<string[]> {
  const client = await connectAs(settings, role);
  try {
    return await readApplied(queryOf(client));
  } finally {
    await client.end();
  }
}

type Query = <Row extends QueryResultRow>(text: string, values: readonly unknown[]) => Promise<Row[]>;

const queryOf =
  (client: Client): Query =>
  async (text, values) =>
    (await client.query(text, [...values])).rows;

/** None where the table isn't there, or this role may not read it yet: a migration lets it. */
async function readApplied(query: Query): Promise<string[]> {
  const [found] = await query<{ readable: boolean | null }>(
    "SELECT has_table_privilege(to_regclass($1), 'SELECT') AS readable",
    [table],
  );
  if (!found?.readable) return [];
  const rows = await query<{ name: string }>(`SELECT name FROM ${table} ORDER BY name`, []);
  return rows.map(({ name }) => name);
}
