import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "pg";
import type { ConnectionSettings } from "../../../src/database/database.ts";
import { openEmbeddedDatabase } from "../../../src/database/embedded/index.ts";
import { pathsWithin } from "../../../src/database/embedded/paths.ts";
import { findPostmaster } from "../../../src/database/embedded/postmaster-file.ts";
import { migrate } from "../../../src/database/migrate.ts";

/** A PostgreSQL of this run's own, which can be crashed and then starts again as it would in production. */
export type Cluster = {
  readonly dataDir: string;
  readonly settings: ConnectionSettings;
  /** One statement as the owner; waits while the database is away. */
  sql<Row extends Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Ends it as `pg_ctl stop -m immediate` does: no checkpoint, nothing is flushed. Resolves when it answers again. */
  crash(): Promise<void>;
  /** kill -9 of one of Kassa's backends: PostgreSQL ends all others too and recovers. Resolves when it answers again. */
  killBackend(): Promise<void>;
  close(): Promise<void>;
  /** Removes the data directory, once closed. */
  remove(): void;
};

/** Starts PostgreSQL in a folder, with Kassa's schema in it. */
export async function openCluster(dataDir: string): Promise<Cluster> {
  const embedded = await openEmbeddedDatabase({ dataDir, purpose: "serve" });
  const { host, user, password, database } = embedded.connection;
  const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  const settings = {
    connectionString: `postgresql://${login}@localhost/${database}?host=${encodeURIComponent(host)}`,
  };
  await migrate(settings);
  const pool = openPool(settings);
  const sql: Cluster["sql"] = (text, values = []) => retry(pool, text, values);
  return {
    dataDir,
    settings,
    sql,
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
    close: async () => {
      await pool.end();
      await embedded.stop();
    },
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

async function ended(pid: number | undefined): Promise<void> {
  for (let looks = 0; pid !== undefined && looks < 500; looks += 1) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await sleep(10);
  }
}

const awayAtMostMs = 60_000;

/** Statements are tried again while the database is away, so they must bear to be repeated. */
async function retry<Row extends Record<string, unknown>>(
  pool: Pool,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const deadline = performance.now() + awayAtMostMs;
  for (;;) {
    try {
      return (await pool.query<Row>(text, [...values])).rows;
    } catch (error) {
      if (!isAway(error) || performance.now() > deadline) throw error;
      await sleep(50);
    }
  }
}

function openPool(settings: ConnectionSettings): Pool {
  const pool = new Pool({ ...settings, application_name: "prove", max: 4 });
  // A connection that breaks says so by an event too, in use as well as idle.
  pool.on("connect", (client) => client.on("error", () => {}));
  pool.on("error", () => {});
  return pool;
}

/** Whether PostgreSQL, or the way to it, is gone for now: a statement's own fault has another class of code. */
function isAway(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return code === "" || /^(08|57P|E[A-Z]+$)/.test(code);
}
