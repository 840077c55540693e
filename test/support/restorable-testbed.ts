import { randomBytes } from "node:crypto";
import process from "node:process";
import { Client } from "pg";
import { type Logger, pino } from "pino";
import { createConnectorRegistry } from "../../src/connectors/registry.ts";
import { sandboxPspSecret } from "../../src/connectors/sandbox/psp-secret.ts";
import { type Database, openDatabase } from "../../src/database/database.ts";
import type { TenantScope } from "../../src/database/transaction.ts";
import { DatabaseClock } from "../../src/kernel/clock.ts";
import type { Keyring } from "../../src/kernel/seal.ts";
import { failPaymentOfExpired } from "../../src/payments/attempts/fail-payment.ts";
import type { PaymentDeps } from "../../src/payments/deps.ts";
import { isHeld } from "../../src/payments/queries/holds.ts";
import { CircuitBreakers } from "../../src/payments/routing/circuit-breakers.ts";
import { startSandboxPspServer } from "../../src/sandbox-psp/server.ts";
import { createTenant } from "../../src/tenants/create-tenant.ts";
import { runOnNodes } from "./citus-databases.ts";
import {
  cloneDatabase,
  dropDatabase,
  openTestDatabase,
  patientAcquireTimeoutMs,
  type TestDatabase,
  templateName,
  urlOf,
} from "./database.ts";
import { openTestKeyring } from "./keyring.ts";

/**
 * Kassa's operations on a database that can be restored from a backup, and a PSP with a database of its own that keeps
 * everything.
 */
export type RestorableTestbed = {
  readonly scope: TenantScope;
  readonly keyring: Keyring;
  readonly logged: string[];
  /** On the current database, which changes with `restore`. */
  deps(): PaymentDeps;
  sql<Row extends Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  readonly pspUrl: string;
  /** Runs a statement in the PSP's database, which is never restored. */
  pspSql: TestDatabase["sql"];
  backUp(): Promise<void>;
  restore(): Promise<void>;
  /** Copies the PSP's data into Kassa's database, because the oracle compares the two by SQL. */
  copyPspTables(): Promise<void>;
  close(): Promise<void>;
};

export async function startRestorableTestbed(): Promise<RestorableTestbed> {
  const pspSide = await openTestDatabase();
  const first = `kassa_test_${process.pid}_${randomBytes(4).toString("hex")}`;
  const backup = `${first}_backup`;
  await cloneDatabase(first, templateName);
  let current = first;
  let database: Database = open(current);
  const keyring = await openTestKeyring(database);
  const { tenant } = await createTenant({ database, keyring }, "Test shop");
  const psp = await startSandboxPspServer({
    database: pspSide.database,
    secretKey: sandboxPspSecret(keyring),
    host: "127.0.0.1",
    port: 0,
    notificationUrl: () => "http://127.0.0.1:9/",
    pollMs: 20,
    holdMs: 0,
    // On a busy machine, a shorter delay could decide a transfer before the test has sent it.
    pendingMs: 300_000,
  });
  const logged: string[] = [];
  const log: Logger = pino({ level: "info" }, { write: (line: string) => void logged.push(line) });
  const makeDeps = (): PaymentDeps => {
    const clock = new DatabaseClock();
    return {
      database,
      clock,
      publicUrl: new URL("http://localhost:8080"),
      connectors: createConnectorRegistry({
        sandbox: { baseUrl: psp.url, secretKey: sandboxPspSecret(keyring) },
      }),
      events: { nowMs: () => clock.nowMs(), subscribers: [] },
      sessionExpired: failPaymentOfExpired,
      sandboxDays: 90,
      mayBeMissingPayments: (trx) => isHeld(trx, undefined, 0),
      hasAccount: async () => true,
      pspTimeoutMs: 10_000,
      log,
      circuits: new CircuitBreakers(),
    };
  };
  let deps = makeDeps();
  // A database can be copied only while nobody is connected to it.
  const reopen = async (name: string, between: () => Promise<unknown>): Promise<void> => {
    await database.close();
    await between();
    current = name;
    database = open(name);
    deps = makeDeps();
  };
  const restored: string[] = [];
  return {
    scope: { tenantId: tenant.tenantId, mode: "sandbox" },
    keyring,
    logged,
    deps: () => deps,
    sql: (text, values) => inDatabase(current, text, values),
    pspUrl: psp.url,
    pspSql: pspSide.sql,
    backUp: () =>
      reopen(current, async () => {
        await dropDatabase(backup);
        await cloneDatabase(backup, current);
      }),
    restore: async () => {
      const name = `${first}_restored_${restored.length}`;
      restored.push(name);
      await reopen(name, () => cloneDatabase(name, backup));
    },
    copyPspTables: () => copyPspTables(pspSide, current),
    close: async () => {
      await database.close();
      await psp.close();
      await pspSide.close();
      for (const name of [first, backup, ...restored]) await dropDatabase(name);
    },
  };
}

const open = (name: string): Database =>
  openDatabase({ connectionString: urlOf(name) }, { acquireTimeoutMs: patientAcquireTimeoutMs });

/** Runs one statement as the owner, on a connection of its own. */
async function inDatabase<Row extends Record<string, unknown>>(
  name: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new Client({ connectionString: urlOf(name), application_name: `test ${process.pid}` });
  await client.connect();
  try {
    return await runOnNodes(client, text, async () => (await client.query(text, values as unknown[])).rows);
  } finally {
    await client.end();
  }
}

async function copyPspTables(from: TestDatabase, to: string): Promise<void> {
  for (const table of ["charges", "movements", "charge_log"]) {
    const [row] = await from.sql<{ rows: string | null }>(
      `SELECT json_agg(t ORDER BY ctid)::text AS rows FROM sandbox_psp.${table} t`,
    );
    await inDatabase(
      to,
      `INSERT INTO sandbox_psp.${table} OVERRIDING SYSTEM VALUE
       SELECT * FROM json_populate_recordset(NULL::sandbox_psp.${table}, $1) ON CONFLICT DO NOTHING`,
      [row?.rows ?? "[]"],
    );
  }
}
