import process from "node:process";
import { Client } from "pg";
import { distribute } from "../../src/database/distribute.ts";
import { migrate } from "../../src/database/migrate.ts";

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

/** Migrates and distributes a database, and makes it the template. The caller has locked the making. */
export async function makeTemplateOnNodes(coordinator: Client): Promise<void> {
  const making = `${template}_new`;
  await dropOnNodes(making);
  await onAllNodes("postgres", `CREATE DATABASE ${making}`);
  await onAllNodes(making, "CREATE EXTENSION citus");
  const [coordinatorUrl = "", ...workerUrls] = citusNodes;
  const { hostname, port: coordinatorPort } = new URL(coordinatorUrl);
  const workers = workerUrls.map((url) => new URL(url));
  await onNode(
    within(coordinatorUrl, making),
    `SELECT citus_set_coordinator_host('${hostname}', ${coordinatorPort})`,
    ...workers.map(({ hostname, port }) => `SELECT citus_add_node('${hostname}', ${port})`),
  );
  const owner = new URL(within(coordinatorUrl, making));
  owner.searchParams.set("options", `-c citus.shard_count=${shards}`);
  await migrate({ connectionString: owner.href });
  await distribute({ connectionString: owner.href });
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

/**
 * Looks at a distributed database as if it were one PostgreSQL, whose statements may join everything: `look` sees copies of the nodes' tables,
 * which hide the tables themselves from this connection for as long.
 */
export async function withLocalCopies<Value>(
  { sql }: { sql<Row extends Record<string, unknown>>(text: string): Promise<Row[]> },
  look: () => Promise<Value>,
): Promise<Value> {
  if (citusNodes.length === 0) return look();
  const tables = await sql<{ name: string }>(
    "SELECT relname::text AS name FROM pg_dist_partition JOIN pg_class c ON c.oid = logicalrelid ORDER BY 1",
  );
  // Spelled while the view's table is the visible one, so that it becomes one of the copy.
  const [view] = await sql<{ text: string }>("SELECT pg_get_viewdef('public.ledger_entries') AS text");
  const copies = tables.map(
    ({ name }) =>
      `CREATE TEMP TABLE ${name} (LIKE public.${name} INCLUDING INDEXES); INSERT INTO pg_temp.${name} SELECT * FROM public.${name};`,
  );
  try {
    // One transaction: what is looked at is of one moment.
    await sql(`BEGIN; ${copies.join(" ")} CREATE TEMP VIEW ledger_entries AS ${view?.text} COMMIT`);
    return await look();
  } finally {
    await sql("ROLLBACK");
    await sql("DISCARD TEMP");
  }
}

/** Runs a test's own statement. A SELECT that joins what a cluster can't join runs on copies of the tables. */
export async function runOnNodes<Value>(
  owner: Client,
  text: string,
  run: () => Promise<Value>,
): Promise<Value> {
  if (citusNodes.length === 0 || !/^\s*(SELECT|WITH)\b/.test(text)) return run();
  try {
    return await run();
  } catch (error) {
    if (!isRefusedJoin(error)) throw error;
    return withLocalCopies({ sql: async (statement) => (await owner.query(statement)).rows }, run);
  }
}

/** Citus' answers to joins over nodes, or of their tables with the coordinator's. */
function isRefusedJoin(error: unknown): boolean {
  if (!(error instanceof Error && "code" in error)) return false;
  return error.code === "0A000" || error.message.includes("join that requires repartitioning");
}
