import { randomBytes } from "node:crypto";
import process from "node:process";
import { Client } from "pg";
import {
  type ConnectionSettings,
  type Database,
  type DatabaseOptions,
  openDatabase,
} from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { citusNodes, cloneOnNodes, dropOnNodes, makeTemplateOnNodes, runOnNodes } from "./citus-databases.ts";
import { useOpened } from "./use-opened.ts";

/**
 * A database for one test file: a clone of a template that is migrated once per run. `npm test` starts the PostgreSQL
 * and names it in KASSA_TEST_DATABASE_URL.
 */
export type TestDatabase = {
  readonly database: Database;
  readonly settings: ConnectionSettings;
  /** Runs one statement as the owner, bypassing row-level security: to set up state and to inspect it. */
  sql<Row extends Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
};

/** The template of all test databases. The first test file creates it. */
export const templateName = "kassa_template";

/**
 * `patient`: waits for connections, locks and statements much longer than in production, so that a busy machine fails
 * no test. `production`: for tests of these timeouts themselves.
 */
export type Waits = "patient" | "production";
export const patientAcquireTimeoutMs = 30_000;
const patientOptions = "-c lock_timeout=60000 -c statement_timeout=60000";

type Options = DatabaseOptions & { readonly waits?: Waits };

/**
 * A database for the tests of a file: it is there before the first of them, and empty until then.
 *
 * @param prepare what the tests need besides. Where no suite surrounds a file, Node runs its hooks at the same time.
 */
export function useTestDatabase(
  options: Options = {},
  prepare: (db: TestDatabase) => Promise<unknown> = async () => {},
): TestDatabase {
  return useOpened(() => openTestDatabase(options), prepare);
}

/** Clones the template, and creates it first if this is the first test file of the run. */
export async function openTestDatabase(options: Options = {}): Promise<TestDatabase> {
  const name = `kassa_test_${process.pid}_${randomBytes(4).toString("hex")}`;
  await asAdministrator(makeTemplate);
  await cloneDatabase(name, templateName);
  const db = await openDatabaseAt(urlOf(name), options);
  return {
    ...db,
    close: async () => {
      await db.close();
      await dropDatabase(name);
    },
  };
}

/** A database that the test has made itself, and drops itself. */
export async function openDatabaseAt(address: string, options: Options = {}): Promise<TestDatabase> {
  const { waits = "patient", ...poolOptions } = options;
  const isPatient = waits === "patient";
  const settings = { connectionString: isPatient ? withOptions(address, patientOptions) : address };
  const database = openDatabase(settings, {
    ...(isPatient ? { acquireTimeoutMs: patientAcquireTimeoutMs } : {}),
    ...poolOptions,
  });
  const owner = new Client(settings);
  await owner.connect();
  owner.on("error", () => {});
  let statements: Promise<unknown> = Promise.resolve();
  return {
    database,
    settings,
    sql: async (text, values = []) => {
      // One at a time: node-postgres wants the result of a query before it is given the next.
      const run = async () => (await owner.query(text, values as unknown[])).rows;
      const answer = statements.then(() => runOnNodes(owner, text, run));
      statements = answer.catch(() => {});
      return await answer;
    },
    close: async () => {
      await owner.end();
      await database.close();
    },
  };
}

/** Makes a database that has all that another one has, to which nobody may be connected. */
export async function cloneDatabase(name: string, from: string): Promise<void> {
  await asAdministrator(async (client) => {
    if (citusNodes.length > 0) return cloneOnNodes(client, name, from);
    // Copying files takes a quarter of the CPU time of writing them through the log.
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${from} STRATEGY FILE_COPY`);
  });
}

export async function dropDatabase(name: string): Promise<void> {
  if (citusNodes.length > 0) return dropOnNodes(name);
  await asAdministrator((client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
}

/** The URL of a database in the cluster under test. */
export function urlOf(name: string): string {
  const base = process.env.KASSA_TEST_DATABASE_URL;
  if (!base)
    throw new Error("Run tests that use PostgreSQL with npm test, or: npm test -- path/to/one.test.ts");
  const url = new URL(base);
  url.pathname = `/${name}`;
  return url.href;
}

function withOptions(address: string, options: string): string {
  const url = new URL(address);
  url.searchParams.append("options", options);
  return url.href;
}

async function makeTemplate(client: Client): Promise<void> {
  // Test files run in separate processes; the lock makes one of them build the template while the others wait.
  await client.query("SELECT pg_advisory_lock(4711)");
  try {
    const found = await client.query("SELECT FROM pg_database WHERE datname = $1", [templateName]);
    if (found.rowCount) return;
    if (citusNodes.length > 0) return await makeTemplateOnNodes(client);
    await client.query(`CREATE DATABASE ${templateName}_new`);
    await migrate({ connectionString: urlOf(`${templateName}_new`) });
    await client.query(`ALTER DATABASE ${templateName}_new RENAME TO ${templateName}`);
  } finally {
    await client.query("SELECT pg_advisory_unlock(4711)");
  }
}

async function asAdministrator<Value>(work: (client: Client) => Promise<Value>): Promise<Value> {
  const client = new Client({ connectionString: urlOf("postgres") });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
