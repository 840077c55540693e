import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { type CitusCluster, clusterIn, startCitus, stopCitus } from "../scripts/citus/cluster.ts";
import { type Node, urlOf } from "../scripts/citus/postgres.ts";
import { makeApp } from "../src/app.ts";
import { readConfig } from "../src/config.ts";
import { openDatabase } from "../src/database/database.ts";
import { distribute } from "../src/database/distribute.ts";
import { migrate } from "../src/database/migrate.ts";
import { findDueWork } from "../src/jobs/due-work.ts";
import { openKeyring } from "../src/tenants/open-keyring.ts";
import { freePorts } from "../test/support/free-port.ts";
import { type BenchContext, createBody, createPath, runSql } from "./context.ts";
import { cpuOfPostgres } from "./cpu-of-postgres.ts";
import { measure } from "./load.ts";
import { measurePayments } from "./payments.ts";
import { startServer } from "./processes.ts";
import { round } from "./report.ts";

const citusControl = "/usr/share/postgresql/15/extension/citus.control";
const tenantCounts = [1, 100, 10_000];
const openSessionsEach = 20;

/**
 * The same Kassa on one PostgreSQL 15 and on a Citus cluster of three, all on this machine: with its cores shared, three nodes show
 * what distribution costs, not what it gains.
 */
export async function benchDistributed(context: BenchContext): Promise<void> {
  if (!existsSync(citusControl)) {
    context.say('  not measured: Citus isn\'t installed; "npm run citus -- build ~/citus" builds it');
    return;
  }
  const folder = mkdtempSync(path.join(tmpdir(), "kassa-bench-citus-"));
  // PostgreSQL does not run as root; its user must be able to enter the folder.
  chmodSync(folder, 0o711);
  const cluster = clusterIn(folder, await freePorts(3));
  await startCitus(cluster);
  try {
    for (const kind of ["one PostgreSQL", "three nodes"] as const) {
      context.say(`  ${kind}`);
      const makeDatabase = () =>
        kind === "three nodes" ? makeDistributed(cluster) : makePlain(cluster, "bench");
      const databaseUrl = await makeDatabase();
      const databaseCpuMicros = () => cpuOf([cluster.coordinator, ...cluster.workers]);
      await benchCreates({ ...context, databaseCpuMicros }, databaseUrl);
      await measurePayments({ ...context, makeDatabase: async () => databaseUrl, databaseCpuMicros });
      await benchLook({ ...context, databaseCpuMicros }, databaseUrl);
    }
  } finally {
    await stopCitus(cluster);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function makePlain({ coordinator }: CitusCluster, name: string): Promise<string> {
  await runSql(urlOf(coordinator, "postgres"), `CREATE DATABASE ${name}`);
  const connectionString = urlOf(coordinator, name);
  await migrate({ connectionString });
  return connectionString;
}

/** The cluster's own database. */
async function makeDistributed({ url }: CitusCluster): Promise<string> {
  await migrate({ connectionString: url });
  await distribute({ connectionString: url });
  return url;
}

function cpuOf(nodes: readonly Node[]): number {
  return nodes.reduce((sum, { folder }) => {
    const first = Number.parseInt(readFileSync(path.join(folder, "postmaster.pid"), "utf8"), 10);
    return sum + (cpuOfPostgres(first) ?? Number.NaN);
  }, 0);
}

async function benchCreates(
  { seconds, say, databaseCpuMicros }: BenchContext,
  databaseUrl: string,
): Promise<void> {
  const kassa = await startServer("kassa-server.ts", { DATABASE_URL: databaseUrl, BENCH_TENANTS: "100" });
  const load = {
    url: kassa.url,
    path: createPath,
    method: "POST",
    body: createBody,
    keys: kassa.keys,
  } as const;
  try {
    await measure({ ...load, connections: 64, seconds: 1 });
    const before = { node: await kassa.cpuMicros(), database: databaseCpuMicros() ?? Number.NaN };
    const { perSecond, p99Ms } = await measure({ ...load, connections: 64, seconds });
    const done = perSecond * seconds;
    const node = ((await kassa.cpuMicros()) - before.node) / done;
    const database = ((databaseCpuMicros() ?? Number.NaN) - before.database) / done;
    say(
      `  creates of 100 tenants: ${round(perSecond)} a second, p99 ${round(p99Ms)} ms; CPU of each: ${round(node)} µs in Node, ${round(database)} µs in PostgreSQL`,
    );
  } finally {
    await kassa.stop();
  }
}

/** What it costs to find out that nothing is due, by the number of tenants with sessions that wait. */
async function benchLook({ say, databaseCpuMicros }: BenchContext, databaseUrl: string): Promise<void> {
  const settings = { connectionString: databaseUrl };
  const logger = pino({ level: "silent" });
  const config = readConfig({ PORT: "0", KASSA_METRICS_PORT: "off" });
  let tenants = 0;
  for (const count of tenantCounts) {
    await addTenants(databaseUrl, tenants, count);
    tenants = count;
    const database = openDatabase(settings, { poolSize: 1 });
    const keyring = await openKeyring(database, { current: "a-secret-key-of-32-bytes-for-benchmarks-only" });
    const app = makeApp({ config, settings, keyring, logger });
    for (let warm = 0; warm < 10; warm += 1) await findDueWork(database, app.dueWork);
    const looks = 50;
    const before = { at: performance.now(), cpu: databaseCpuMicros() ?? Number.NaN };
    for (let look = 0; look < looks; look += 1) await findDueWork(database, app.dueWork);
    const ms = (performance.now() - before.at) / looks;
    const cpu = ((databaseCpuMicros() ?? Number.NaN) - before.cpu) / looks / 1_000;
    say(
      `  the look for due work, ${count} tenants with ${openSessionsEach} open sessions each: ${round(ms)} ms, ${round(cpu)} ms of CPU in PostgreSQL`,
    );
    await app.database.close();
    await database.close();
  }
}

/** Sessions that expire tomorrow, of tenants from one number to another. */
async function addTenants(databaseUrl: string, from: number, to: number): Promise<void> {
  await runSql(
    databaseUrl,
    `INSERT INTO checkout_sessions (tenant_id, id, mode, amount, currency, details, created_at, expires_at)
     SELECT 1000000 + tenant, 'cs_sandbox_look' || tenant || '_' || n, 'sandbox', 100, 'EUR', '{}', now(), now() + interval '1 day'
     FROM generate_series(${from + 1}, ${to}) AS tenant, generate_series(1, ${openSessionsEach}) AS n`,
  );
  await runSql(databaseUrl, "ANALYZE checkout_sessions");
}
