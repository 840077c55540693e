/**
 * Runs tests on a distributed PostgreSQL: the same files as `npm test`, on databases whose tables lie on the nodes of a Citus cluster.
 *
 *     npm run test:distributed -- postgresql://postgres@127.0.0.1:19700/kassa
 *     npm run test:distributed -- postgresql://postgres@127.0.0.1:19700/kassa src/ledger test/crash
 *
 * The address is the coordinator's, as a superuser, in a database that knows the cluster's nodes (`scripts/citus` starts such a
 * cluster). Each test file makes databases of its own beside it.
 */
import { globSync, statSync } from "node:fs";
import process from "node:process";
import { Client } from "pg";

/** What touches the database: storage, isolation, money, jobs, crashes. */
const places = [
  "src/bank-accounts",
  "src/connector-accounts",
  "src/clocks",
  "src/customers",
  "src/database",
  "src/disputes",
  "src/events",
  "src/expected-transfers",
  "src/http",
  "src/jobs",
  "src/ledger",
  "src/payments",
  "src/receipts",
  "src/sessions",
  "src/settings",
  "src/statement-imports",
  "src/tenants",
  "src/webhooks",
  "test/api",
  "test/crash",
  "test/distributed",
];

/** Files whose tests don't apply to a cluster, and why. Single tests say it themselves, by skipOnCitus. */
const leftOut: Readonly<Record<string, string>> = {};

const [address, ...chosen] = process.argv.slice(2);
try {
  if (address === undefined || !URL.canParse(address)) throw new Error("Name the address of a coordinator.");
  const nodes = await findNodes(address);
  process.env.KASSA_TEST_CITUS_NODES = nodes.join(" ");
  for (const node of nodes) await dropEarlierDatabases(node);
  const coordinator = new URL(address);
  coordinator.pathname = "/postgres";
  process.env.KASSA_TEST_DATABASE_URL = coordinator.href;
} catch (error) {
  console.error(
    `${error instanceof Error ? error.message : error}\n\n` +
      "npm run test:distributed needs a Citus cluster. To have one on this machine (see CONTRIBUTING.md, Distributed tests):\n\n" +
      "    npm run citus -- build ~/citus      once, from the source of Citus\n" +
      "    npm run citus -- start              prints the coordinator's address\n" +
      "    npm run test:distributed -- postgresql://postgres@127.0.0.1:19700/kassa",
  );
  process.exit(1);
}
const found = (chosen.length > 0 ? chosen : places).flatMap(testsIn);
for (const file of found.filter((each) => each in leftOut))
  console.log(`Left out: ${file}. ${leftOut[file]}`);
process.argv.splice(2, Infinity, ...found.filter((file) => !(file in leftOut)));
await import("./run.ts");

function testsIn(place: string): string[] {
  const isFolder = statSync(place, { throwIfNoEntry: false })?.isDirectory();
  return globSync(isFolder ? `${place.replace(/\/$/, "")}/**/*.test.ts` : place);
}

/** What an earlier run has left on a node: its template, and databases of tests that were ended. */
async function dropEarlierDatabases(node: string): Promise<void> {
  const client = new Client({ connectionString: node });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      "SELECT datname AS name FROM pg_database WHERE datname LIKE 'kassa\\_template%' OR datname LIKE 'kassa\\_test\\_%'",
    );
    for (const { name } of rows) await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  } finally {
    await client.end();
  }
}

/** Addresses of the coordinator and of the nodes that hold shards, with the user and password of the given one. */
async function findNodes(coordinator: string): Promise<string[]> {
  const client = new Client({ connectionString: coordinator, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    const { rows } = await client.query<{ host: string; port: number }>(
      "SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE groupid > 0 AND isactive ORDER BY groupid",
    );
    return [coordinator, ...rows.map((node) => addressOf(coordinator, node))];
  } finally {
    await client.end();
  }
}

function addressOf(coordinator: string, { host, port }: { host: string; port: number }): string {
  const url = new URL(coordinator);
  url.hostname = host;
  url.port = String(port);
  return url.href;
}
