import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "pg";
import type { ConnectionSettings } from "../../../src/database/database.ts";
import { type EmbeddedDatabase, openEmbeddedDatabase } from "../../../src/database/embedded/index.ts";
import { pathsWithin } from "../../../src/database/embedded/paths.ts";
import { findPostmaster } from "../../../src/database/embedded/postmaster-file.ts";
import { migrate } from "../../../src/database/migrate.ts";
import { type Backup, restoreBackup, takeBackup } from "./backup.ts";
import { ended } from "./ended.ts";

/** A PostgreSQL of this test's own. It can be crashed and then restarts as it would in production. */
export type Cluster = {
  readonly dataDir: string;
  readonly settings: ConnectionSettings;
  /** Runs one statement as the owner; waits while the database is unavailable. */
  sql<Row extends Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Holds the locks that a statement took until `release` resolves, then rolls back. The statement is not retried. */
  hold(text: string, values: readonly unknown[], release: () => Promise<void>): Promise<void>;
  /** Stops it like `pg_ctl stop -m immediate`: no checkpoint, no flush. Resolves when it accepts statements again. */
  crash(): Promise<void>;
  /**
   * Kills one of Kassa's backends with SIGKILL: PostgreSQL ends all others too and recovers. Resolves when it accepts
   * statements again.
   */
  killBackend(): Promise<void>;
  /** Copies its data folder as it is now. */
  backUp(): Promise<Backup>;
  /**
   * Discards everything committed since a backup. A backup can be restored only once. `promoted`: on a new timeline, as
   * in a failover to a lagging standby; otherwise as when an operator copies the folder back. Resolves when it accepts
   * statements again.
   */
  restore(backup: Backup, promoted: boolean): Promise<void>;
  close(): Promise<void>;
  /** Removes the data directory. Call it after `close`. */
  remove(): void;
};

/** Starts PostgreSQL in a folder and creates Kassa's schema. */
export async function openCluster(dataDir: string): Promise<Cluster> {
  const embedded = await openEmbeddedDatabase({ dataDir, purpose: "serve" });
  const settings = settingsOf(embedded.connection);
  await migrate(settings);
  let backups = 0;
  const pool = openPool(settings);
  const sql: Cluster["sql"] = <Row extends Record<string, unknown>>(
    text: string,
    values: readonly unknown[] = [],
  ) => retryWhileUnavailable(async () => (await pool.query<Row>(text, [...values])).rows);
  return {
    dataDir,
    settings,
    sql,
    hold: (text, values, release) => hold(pool, text, values, release),
    crash: async () => {
      const postmaster = await findPostmaster(pathsWithin(dataDir));
      if (postmaster !== undefined) process.kill(postmaster, "SIGQUIT");
      await ended(postmaster);
      await sql("SELECT 1");
    },
    killBackend: async () => {
      const [backend] = await sql<{ pid: number }>(
        "SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'kassa %' ORDER BY random() LIMIT 1",
      );
      if (backend) process.kill(backend.pid, "SIGKILL");
      await sleep(100);
      await sql("SELECT 1");
    },
    backUp: () => {
      backups += 1;
      return takeBackup(settings, dataDir, `backup-${backups}`);
    },
    restore: async (backup, promoted) => {
      await restoreBackup(dataDir, backup, promoted);
      await sql("SELECT 1");
    },
    close: async () => {
      await pool.end();
      await embedded.stop();
    },
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

/** The owner's connection settings of an embedded database, in the form that Kassa's pools take. */
export function settingsOf({ host, user, password, database }: EmbeddedDatabase["connection"]): {
  readonly connectionString: string;
} {
  const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  return {
    connectionString: `postgresql://${login}@localhost/${database}?host=${encodeURIComponent(host)}`,
  };
}

const maxUnavailableMs = 60_000;

/** Statements are retried while the database is unavailable, so they must be repeatable. */
export async function retryWhileUnavailable<Value>(run: () => Promise<Value>): Promise<Value> {
  const deadline = performance.now() + maxUnavailableMs;
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!isUnavailable(error) || performance.now() > deadline) throw error;
      await sleep(50);
    }
  }
}

async function hold(
  pool: Pool,
  text: string,
  values: readonly unknown[],
  release: () => Promise<void>,
): Promise<void> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query("BEGIN");
    await client.query(text, [...values]);
    await release();
    await client.query("ROLLBACK");
  } catch (error) {
    // PostgreSQL stopped meanwhile, and the locks are gone with it.
    if (!isUnavailable(error)) throw error;
    broken = error instanceof Error ? error : new Error(String(error));
  } finally {
    client.release(broken);
  }
}

function openPool(settings: ConnectionSettings): Pool {
  const pool = new Pool({ ...settings, application_name: "test cluster", max: 8 });
  // A broken connection also emits an error event, whether in use or idle.
  pool.on("connect", (client) => client.on("error", () => {}));
  pool.on("error", () => {});
  return pool;
}

/** Whether PostgreSQL is temporarily unreachable. Errors of the statement itself have other classes of codes. */
function isUnavailable(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return code === "" || /^(08|53|57P|25006|E[A-Z]+$)/.test(code);
}
