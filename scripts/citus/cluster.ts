import { rmSync } from "node:fs";
import path from "node:path";
import { Client } from "pg";
import { logOf, type Node, startNode, stopNode, urlOf } from "./postgres.ts";

/** The database in which Kassa's tables are. */
const database = "kassa";

/** A coordinator and two workers, whose files are in a folder. */
export type CitusCluster = {
  readonly coordinator: Node;
  readonly workers: readonly Node[];
  /** How the owner of the tables connects. */
  readonly url: string;
};

/** @param firstPort the coordinator's; the workers have the two after it */
export function clusterIn(folder: string, firstPort: number): CitusCluster {
  const node = (name: string, index: number): Node => ({
    name,
    port: firstPort + index,
    folder: path.join(folder, name),
  });
  const coordinator = node("coordinator", 0);
  return {
    coordinator,
    workers: [node("worker-1", 1), node("worker-2", 2)],
    url: urlOf(coordinator, database),
  };
}

/** Starts the nodes, and makes one cluster of them unless they are one. */
export async function startCitus({ coordinator, workers }: CitusCluster): Promise<void> {
  for (const node of [coordinator, ...workers]) {
    await startNode(node);
    await within(urlOf(node, "postgres"), async (client) => {
      const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = $1", [database]);
      if (rowCount === 0) await client.query(`CREATE DATABASE ${database}`);
    });
    await within(urlOf(node, database), (client) => client.query("CREATE EXTENSION IF NOT EXISTS citus"));
  }
  await within(urlOf(coordinator, database), async (client) => {
    const { rows } = await client.query<{ port: number }>("SELECT nodeport AS port FROM pg_dist_node");
    const known = new Set(rows.map(({ port }) => port));
    if (!known.has(coordinator.port))
      await client.query("SELECT citus_set_coordinator_host('127.0.0.1', $1)", [coordinator.port]);
    for (const { port } of workers.filter((worker) => !known.has(worker.port)))
      await client.query("SELECT citus_add_node('127.0.0.1', $1)", [port]);
  });
}

export async function stopCitus({ coordinator, workers }: CitusCluster): Promise<void> {
  for (const node of [coordinator, ...workers]) await stopNode(node);
}

/** Stops the nodes and removes their files. */
export async function removeCitus(cluster: CitusCluster): Promise<void> {
  await stopCitus(cluster);
  for (const node of [cluster.coordinator, ...cluster.workers])
    for (const file of [node.folder, logOf(node)]) rmSync(file, { recursive: true, force: true });
}

async function within(connectionString: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
