import process from "node:process";
import { Client } from "pg";
import { distribute } from "../../src/database/distribute.ts";
import { migrate } from "../../src/database/migrate.ts";
import { type OneConnection, onCopiesWhereNeeded, onLocalCopies } from "./local-copies.ts";

// Test databases on a Citus cluster: one of the same name on the coordinator and each of its nodes, cloned from a template that is
// distributed once. `npm run test:distributed` names the nodes.

/** Addresses of the nodes' maintenance databases, the coordinator's first; none where the tests run on one PostgreSQL. */
export const citusNodes: readonly string[] = (process.env.KASSA_TEST_CITUS_NODES ?? "")
  .split(" ")
  .filter((url) => url !== "");

/** For the option `skip` of a test that doesn't apply to Citus, and why. */
export const skipOnCitus = (reason: string): string | false => (citusNodes.length > 0 ? reason : false);

/** The parts of each table. Few, because each test file's clone has all their files. */
const shards = 4;

const template = "kassa_template";

const within = (nodeUrl: string, database: string): string => {
  const url = new URL(nodeUrl);
  url.pathname = `/${database}`;
  return url.href;
};

async function onNode(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

const onAllNodes = (database: string, ...statements: readonly string[]): Promise<unknown> =>
  Promise.all(citusNodes.map((node) => onNode(within(node, database), ...statements)));

/** A database that knows the nodes and has no tables. Answers with its address. */
export async function createOnNodes(name: string): Promise<string> {
  await dropOnNodes(name);
  await onAllNodes("postgres", `CREATE DATABASE ${name}`);
  await onAllNodes(name, "CREATE EXTENSION citus");
  const [coordinatorUrl = "", ...workerUrls] = citusNodes;
  const { hostname, port: coordinatorPort } = new URL(coordinatorUrl);
  const workers = workerUrls.map((url) => new URL(url));
  await onNode(
    within(coordinatorUrl, name),
    `SELECT citus_set_coordinator_host('${hostname}', ${coordinatorPort})`,
    ...workers.map(({ hostname, port }) => `SELECT citus_add_node('${hostname}', ${port})`),
  );
  const owner = new URL(within(coordinatorUrl, name));
  owner.searchParams.set("options", `-c citus.shard_count=${shards}`);
  return owner.href;
}

/** Migrates and distributes a database, and makes it the template. The caller has locked the making. */
export async function makeTemplateOnNodes(coordinator: Client): Promise<void> {
  const making = `${template}_new`;
  const connectionString = await createOnNodes(making);
  await migrate({ connectionString });
  await distribute({ connectionString });
  await refuseConnections(making);
  await Promise.all(
    citusNodes
      .slice(1)
      .map((node) => onNode(within(node, "postgres"), `ALTER DATABASE ${making} RENAME TO ${template}`)),
  );
  await coordinator.query(`ALTER DATABASE ${making} RENAME TO ${template}`);
}

/** Citus' own background connections would hold up each clone. */
const refuseConnections = (name: string): Promise<unknown> =>
  onAllNodes(
    "postgres",
    `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
  );

/** Clones the template, or a test's own database, to which nobody is connected. A clone doesn't take over settings of the database. */
export async function cloneOnNodes(coordinator: Client, name: string, from: string): Promise<void> {
  if (from !== template) await refuseConnections(from);
  await onAllNodes("postgres", `CREATE DATABASE ${name} TEMPLATE ${from} STRATEGY FILE_COPY`);
  if (from !== template) await onAllNodes("postgres", `ALTER DATABASE ${from} ALLOW_CONNECTIONS true`);
  await coordinator.query(`ALTER DATABASE ${name} SET citus.propagate_set_commands = 'local'`);
  // Triggers by which tests have writes fail or wait.
  await coordinator.query(`ALTER DATABASE ${name} SET citus.enable_unsafe_triggers = on`);
}

export async function dropOnNodes(name: string): Promise<void> {
  await onAllNodes("postgres", `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

/** See local-copies.ts; on one PostgreSQL there is nothing to copy. */
export function withLocalCopies<Value>(db: OneConnection, look: () => Promise<Value>): Promise<Value> {
  return citusNodes.length === 0 ? look() : onLocalCopies(db, look);
}

/** Runs a test's own statement. A SELECT that joins what a cluster can't join runs on copies of the tables. */
export function runOnNodes<Value>(owner: Client, text: string, run: () => Promise<Value>): Promise<Value> {
  if (citusNodes.length === 0) return run();
  return onCopiesWhereNeeded({ sql: async (statement) => (await owner.query(statement)).rows }, text, run);
}
