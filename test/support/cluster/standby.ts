import { appendFileSync, chmodSync, copyFileSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { Client } from "pg";
import type { ConnectionSettings } from "../../../src/database/database.ts";
import { openEmbeddedDatabase } from "../../../src/database/embedded/index.ts";
import { pathsWithin } from "../../../src/database/embedded/paths.ts";
import { until } from "../until.ts";
import { writeOwned } from "./backup.ts";
import { type Cluster, settingsOf } from "./cluster.ts";

/** A streaming standby of a primary. It can be promoted. */
export type Standby = {
  readonly settings: ConnectionSettings;
  /** Resolves once it has replayed everything that the primary has committed so far. */
  untilCaughtUp(): Promise<void>;
  /** Resolves once replication has stopped: whatever is committed from then on is lost with the primary. */
  stopReplication(): Promise<void>;
  /** Makes it a primary on a new timeline. */
  promote(): Promise<void>;
  close(): Promise<void>;
};

/** Starts a streaming standby of a cluster, from a copy of its data folder. */
export async function startStandby(primary: Cluster): Promise<Standby> {
  const dataDir = mkdtempSync(path.join(path.dirname(primary.dataDir), "standby-"));
  chmodSync(dataDir, 0o711);
  const paths = pathsWithin(dataDir);
  renameSync((await primary.backUp()).folder, paths.cluster);
  copyFileSync(pathsWithin(primary.dataDir).secrets, paths.secrets);
  await writeOwned(paths.cluster, "standby.signal", "");
  appendFileSync(
    path.join(paths.cluster, "postgresql.auto.conf"),
    `primary_conninfo = '${connectionOf(primary.settings)}'\n`,
  );
  const embedded = await openEmbeddedDatabase({ dataDir, purpose: "serve" });
  const settings = settingsOf(embedded.connection);
  const client = new Client(settings);
  client.on("error", () => {});
  await client.connect();
  const ask = async (sql: string, values: unknown[] = []): Promise<boolean> =>
    (await client.query<{ is: boolean }>(sql, values)).rows[0]?.is === true;
  return {
    settings,
    untilCaughtUp: async () => {
      const [row] = await primary.sql<{ lsn: string }>("SELECT pg_current_wal_lsn()::text AS lsn");
      const isThere = () => ask('SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS "is"', [row?.lsn]);
      await until(isThere, "the standby has caught up");
    },
    stopReplication: async () => {
      await client.query("ALTER SYSTEM SET primary_conninfo = ''");
      await client.query("SELECT pg_reload_conf()");
      const isAlone = () => ask('SELECT NOT EXISTS (SELECT FROM pg_stat_wal_receiver) AS "is"');
      await until(isAlone, "replication has stopped");
    },
    promote: async () => {
      await client.query("SELECT pg_promote()");
    },
    close: async () => {
      await client.end();
      await embedded.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** In libpq's format. Passwords of embedded databases contain no quotes. */
function connectionOf({ connectionString }: ConnectionSettings): string {
  const url = new URL(String(connectionString));
  const { username, password, searchParams } = url;
  return `host=${searchParams.get("host")} user=${decodeURIComponent(username)} password=${decodeURIComponent(password)}`;
}
