import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Client, DatabaseError, escapeIdentifier } from "pg";
import { connectAs } from "./connect-as.ts";
import type { ConnectionSettings } from "./database.ts";
import { MigrationFailed } from "./migration-failed.ts";
import { isOutsideTransaction } from "./outside-transaction.ts";

export type Migrations = {
  readonly folder: string;
  /** Names those that ran. */
  readonly table: string;
  /** The names of those that haven't run, in order. */
  readonly listPending: (client: Client) => Promise<string[]>;
};

/**
 * Runs the pending migrations and returns their names. Those that follow each other run in one transaction; one that is marked
 * `-- kassa: no transaction` runs by itself once what comes before it is committed.
 *
 * @throws MigrationFailed when PostgreSQL refuses one
 */
export async function runMigrations(settings: ConnectionSettings, migrations: Migrations): Promise<string[]> {
  const client = await connectAs(settings, "owner");
  try {
    await takeLock(client);
    return await runPending(client, migrations);
  } finally {
    await client.end();
  }
}

/**
 * One process migrates at a time. It asks again and again rather than waits in PostgreSQL: CREATE INDEX CONCURRENTLY waits for the end of
 * every older statement, so a statement that waits for this lock would never end.
 */
async function takeLock(client: Client): Promise<void> {
  // Imported only here: most starts have nothing to migrate, and the module takes 150 ms to load.
  const { PG_MIGRATE_LOCK_ID } = await import("node-pg-migrate");
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>("SELECT pg_try_advisory_lock($1) AS taken", [
      PG_MIGRATE_LOCK_ID,
    ]);
    if (rows[0]?.taken) return;
    await sleep(200);
  }
}

async function runPending(client: Client, migrations: Migrations): Promise<string[]> {
  const pending = await migrations.listPending(client);
  const files = await Promise.all(
    pending.map(async (name) => {
      const sql = await readFile(path.join(migrations.folder, `${name}.sql`), "utf8");
      return { name, sql, isAlone: isOutsideTransaction(sql) };
    }),
  );
  const done: string[] = [];
  while (done.length < files.length) {
    const next = files.slice(done.length);
    const [first] = next;
    if (first?.isAlone) {
      await runAlone(client, migrations.table, first, done);
      done.push(first.name);
    } else {
      const alone = next.findIndex(({ isAlone }) => isAlone);
      const together = alone === -1 ? next : next.slice(0, alone);
      await runTogether(client, migrations, together.length, done);
      done.push(...together.map(({ name }) => name));
    }
  }
  return done;
}

/**
 * ALTER TABLE waits for the transactions that use its table, and everybody who comes later waits behind it. So it gives up soon and tries
 * again later: payments go on meanwhile.
 */
const lockTimeoutMs = 2_000;
const lockTries = 60;
const retryAfterMs = 1_000;

async function runTogether(
  client: Client,
  migrations: Migrations,
  count: number,
  done: readonly string[],
): Promise<void> {
  await client.query(`SET lock_timeout = ${lockTimeoutMs}`);
  for (let tries = 1; ; tries++) {
    try {
      return await runInTransaction(client, migrations, count, done);
    } catch (error) {
      const isLocked = error instanceof MigrationFailed && error.code === "55P03";
      if (!isLocked || tries === lockTries) throw error;
      await sleep(retryAfterMs);
    }
  }
}

async function runInTransaction(
  client: Client,
  { folder, table }: Migrations,
  count: number,
  done: readonly string[],
): Promise<void> {
  const { runner } = await import("node-pg-migrate");
  const progress = followProgress();
  try {
    await runner({
      dbClient: client,
      dir: folder,
      direction: "up",
      count,
      migrationsTable: table,
      checkOrder: true,
      singleTransaction: true,
      noLock: true,
      logger: progress.logger,
    });
  } catch (error) {
    const file = progress.current();
    if (file === undefined || !(error instanceof DatabaseError)) throw error;
    throw new MigrationFailed(file, await readFile(path.join(folder, file), "utf8"), error, done);
  }
}

/**
 * What the runner logs, taken for the one thing that its errors don't say: which file it was at. It is printed nowhere,
 * for on an error it is the whole SQL.
 */
function followProgress() {
  let file: string | undefined;
  return {
    current: () => file,
    logger: {
      info: (message: string) => {
        const name = /^### MIGRATION (.+) \(UP\) ###$/.exec(message)?.[1];
        if (name !== undefined) file = `${name}.sql`;
      },
      warn() {},
      error() {},
    },
  };
}

/** Runs a migration of one statement outside of any transaction. It may wait long, for others don't wait behind it. */
async function runAlone(
  client: Client,
  table: string,
  { name, sql }: { readonly name: string; readonly sql: string },
  done: readonly string[],
): Promise<void> {
  try {
    await client.query("SET lock_timeout = 0");
    const [, index] = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY (\w+)/m.exec(sql) ?? [];
    // Left by a try that was cut short; without this the statement would fail for ever.
    if (index) await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${escapeIdentifier(index)}`);
    await client.query(sql);
    await client.query(`INSERT INTO ${table} (name, run_on) VALUES ($1, now())`, [name]);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    throw new MigrationFailed(`${name}.sql`, sql, error, done);
  }
}
