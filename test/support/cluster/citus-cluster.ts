import { randomInt } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { Pool } from "pg";
import { clusterIn, startCitus, stopCitus } from "../../../scripts/citus/cluster.ts";
import { crashNode, startNode } from "../../../scripts/citus/postgres.ts";
import { distribute } from "../../../src/database/distribute.ts";
import { migrate } from "../../../src/database/migrate.ts";
import { freePorts } from "../free-port.ts";
import { onCopiesWhereNeeded } from "../local-copies.ts";
import { type Cluster, retryWhileUnavailable } from "./cluster.ts";

/**
 * A Citus cluster of this run's own: a coordinator and two workers, any of which can be crashed. Looks at it that join what its nodes can't
 * join are looks at copies.
 */
export async function openCitusCluster(folder: string): Promise<Cluster> {
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const citus = clusterIn(folder, await freePorts(3));
  const nodes = [citus.coordinator, ...citus.workers];
  await startCitus(citus);
  const settings = { connectionString: citus.url };
  await migrate(settings);
  await distribute(settings);
  const pool = new Pool({ ...settings, application_name: "test cluster", max: 8 });
  pool.on("connect", (client) => client.on("error", () => {}));
  pool.on("error", () => {});
  const run = async <Row extends Record<string, unknown>>(
    text: string,
    values: readonly unknown[],
  ): Promise<Row[]> => {
    const client = await pool.connect();
    let broken = true;
    try {
      const sql = async <Found extends Record<string, unknown>>(
        statement: string,
        given: readonly unknown[] = [],
      ) => (await client.query<Found>(statement, [...given])).rows;
      const rows = await onCopiesWhereNeeded({ sql }, text, () => sql<Row>(text, values));
      broken = false;
      return rows;
    } finally {
      client.release(broken);
    }
  };
  const sql: Cluster["sql"] = (text, values = []) => retryWhileUnavailable(() => run(text, values));
  const notOfClusters = (): never => {
    throw new Error("A Citus cluster isn't backed up by this");
  };
  return {
    dataDir: folder,
    settings,
    sql,
    // The rows that others would wait for lie on a node, out of reach of a statement that is never committed.
    hold: (_text, _values, release) => release(),
    crash: async () => {
      const node = nodes[randomInt(nodes.length)];
      if (!node) return;
      await crashNode(node);
      await startNode(node);
      await sql("SELECT count(*) FROM checkout_sessions");
    },
    killBackend: async () => {
      await sql(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'kassa %' ORDER BY random() LIMIT 1",
      );
    },
    backUp: notOfClusters,
    restore: notOfClusters,
    close: async () => {
      await pool.end();
      await stopCitus(citus);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
