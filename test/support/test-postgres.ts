import { rmSync } from "node:fs";
import process from "node:process";
import { Client } from "pg";
import { openForServer } from "../../src/database/embedded/open-for-server.ts";
import { findPostmaster } from "../../src/database/embedded/postmaster-file.ts";
import { prepare } from "../../src/database/embedded/prepare.ts";
import { makeScratchFolder } from "./scratch.ts";

/**
 * Settings that save a third of the CPU time of all tests. No test cuts the power, and no test database lives long:
 * tests that depend on statistics run ANALYZE themselves. max_connections covers all apps that three processes have
 * open.
 */
const settings = [
  "fsync=off",
  "full_page_writes=off",
  "autovacuum=off",
  "max_connections=300",
  // The WAL may lie in memory.
  "max_wal_size=512MB",
];

export type TestPostgres = {
  /** The number of its process; undefined if it isn't ours. */
  readonly pid: number | undefined;
  close(): Promise<void>;
};

/**
 * Puts the URL of a PostgreSQL for tests into KASSA_TEST_DATABASE_URL: the one already there, or a new one in a
 * temporary folder, which `close` ends. A signal that ends the run ends it too, because it would outlive this process
 * otherwise.
 */
export async function openTestPostgres(): Promise<TestPostgres> {
  if (process.env.KASSA_TEST_DATABASE_URL) return { pid: undefined, close: async () => {} };
  const dataDir = makeScratchFolder("kassa-test-");
  const { deps } = await prepare({ dataDir, isServer: true, mayCreate: true, log: () => {} });
  // If a setting is given twice, PostgreSQL takes the last.
  deps.launch.settings.args.push(...settings.flatMap((setting) => ["-c", setting]));
  const stop = await openForServer(deps);
  const { host, user, password } = deps.connection;
  const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  process.env.KASSA_TEST_DATABASE_URL = `postgresql://${login}@localhost/postgres?host=${encodeURIComponent(host)}`;
  await makeLoginsCheap(process.env.KASSA_TEST_DATABASE_URL, user, password);
  const close = async (): Promise<void> => {
    await stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => void close().finally(() => process.exit(1)));
  }
  return { pid: await findPostmaster(deps.launch.paths), close };
}

/** A login with a password hashes it 4,096 times on either side, and tests open thousands of connections. */
async function makeLoginsCheap(url: string, user: string, password: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("SET scram_iterations = 1");
  await client.query(
    `ALTER ROLE ${client.escapeIdentifier(user)} PASSWORD ${client.escapeLiteral(password)}`,
  );
  await client.end();
}
