import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "pg";
import type { ConnectionSettings } from "../../../src/database/database.ts";
import { type EmbeddedDatabase, openEmbeddedDatabase } from "../../../src/database/embedded/index.ts";
import { pathsWithin } from "../../../src/database/embedded/paths.ts";
import { findPostmaster } from "../../../src/database/embedded/postmaster-file.ts";
import { migrate } from "../../../src/database/migrate.ts";
import { type Backup, putBack, takeBackup } from "./backup.ts";
import { ended } from "./ended.ts";

/** A PostgreSQL of this run's own, which can be crashed and then starts again as it would in production. */
export type Cluster = {
  readonly dataDir: string;
  readonly settings: ConnectionSettings;
  /** One statement as the owner; waits while the database is away. */
  sql<Row extends Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Keeps the locks that a statement took until `release` resolves, then undoes it. It is not tried again. */
  hold(text: string, values: readonly unknown[], release: () => Promise<void>): Promise<void>;
  /** Ends it as `pg_ctl stop -m immediate` does: no checkpoint, nothing is flushed. Resolves when it answers again. */
  crash(): Promise<void>;
  /** kill -9 of one of Kassa's backends: PostgreSQL ends all others too and recovers. Resolves when it answers again. */
  killBackend(): Promise<void>;
  /** A copy of its data folder as it is now. */
  backUp(): Promise<Backup>;
  /**
   * Loses everything that was committed since a backup; a backup can be put back once. `promoted`: on a new timeline, as in a failover to a standby
   * that was behind; else as an operator does who copies the folder back. Resolves when it answers again.
   */
  putBack(backup: Backup, promoted: boolean): Promise<void>;
  close(): Promise<void>;
  /** Removes the data directory, once closed. */
  remove(): void;
};

/** Starts PostgreSQL in a folder, with Kassa's schema in it. */
export async function openCluster(dataDir: string): Promise<Cluster> {
  const embedded = await openEmbeddedDatabase({ dataDir, purpose: "serve" });
  const settings = settingsOf(embedded.connection);
  await migrate(settings);
  let backups = 0;
  const pool = openPool(settings);
  const sql: Cluster["sql"] = <Row extends Record<string, unknown>>(
    text: string,
    values: readonly unknown[] = [],
  ) => retryWhileAway(async () => (await pool.query<Row>(text, [...values])).rows);
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
    putBack: async (backup, promoted) => {
      await putBack(dataDir, backup, promoted);
      await sql("SELECT 1");
    },
    close: async () => {
      await pool.end();
      await embedded.stop();
    },
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

/** How the owner of an embedded database connects, as Kassa's pools take it. */
export function settingsOf({ host, user, password, database }: EmbeddedDatabase["connection"]): {
  readonly connectionString: string;
} {
  const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  return {
    connectionString: `postgresql://${login}@localhost/${database}?host=${encodeURIComponent(host)}`,
  };
}

const awayAtMostMs = 60_000;

/** Statements are tried again while the database is away, so they must bear to be repeated. */
export async function retryWhileAway<Value>(run: () => Promise<Value>): Promise<Value> {
  const deadline = performance.now() + awayAtMostMs;
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!isAway(error) || performance.now() > deadline) throw error;
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
    // PostgreSQL ended meanwhile, and the locks with it.
    if (!isAway(error)) throw error;
    broken = error instanceof Error ? error : new Error(String(error));
  } finally {
    client.release(broken);
  }
}

function openPool(settings: ConnectionSettings): Pool {
  const pool = new Pool({ ...settings, application_name: "test cluster", max: 8 });
  // A connection that breaks says so by an event too, in use as well as idle.
  pool.on("connect", (client) => client.on("error", () => {}));
  pool.on("error", () => {});
  return pool;
}

/** Whether PostgreSQL, or the way to it, is gone for now: a statement's own fault has another class of code. */
function isAway(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return code === "" || /^(08|53|57P|25006|E[A-Z]+$)/.test(code);
}
