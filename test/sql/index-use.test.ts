import assert from "node:assert/strict";
import path from "node:path";
import { after, before, test } from "node:test";
import { Pool, type PoolClient } from "pg";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { dueStatements } from "./due-statements.ts";
import { fillTables } from "./fill-tables.ts";
import { findStatements } from "./find-statements.ts";
import { foreignKeyChecks } from "./foreign-keys.ts";
import { listStatements } from "./list-statements.ts";
import { type Plan, type Planned, planOf, rolesOf } from "./plan-of.ts";

// Each statement of the sources is planned as if there were a million checkout sessions of ten tenants. An index that a statement
// needs must be there, and one that none needs must not: each costs every write to its table.

/**
 * The most that a statement may cost: some thousand rows that are read here and there. Counting the payments of one tenant costs 5,900,
 * reading its sessions 13,000.
 */
const costBound = 5_000;

/** Statements that may cost more, and why. */
const expensive: Readonly<Record<string, string>> = {
  "src/customers/queries.ts lockSessionsNaming": "erasing a customer searches all texts of the tenant",
  "src/customers/queries.ts emptyNotifications":
    "erasing a customer searches all notifications of the tenant",
  "src/ledger/queries.ts sumAllEntries": "kassa ledger verify adds up all entries of a tenant",
  "src/settlements/reports/queries.ts selectReported":
    "looks up what is known of each of the 1,000 transactions of a page, by keys",
  "src/ledger/verify/queries.ts countPayments": "kassa ledger verify reads all payments of a tenant",
  "src/payments/queries/holds.ts selectHolds": "lists all holds, which only follow a restore or failover",
  "src/webhooks/delivery/queries.ts nextForListener":
    "a listener has the deliveries of one run of kassa listen, not those of a shop",
  "src/webhooks/queries.ts deleteListener": "the same",
  'deliveries {"status":"pending"}':
    "those that wait are the newest of the endpoint; an index would be written twice for each delivery",
  'sessions {"amount":1234}': "an index would cost each create call; payments have one",
};

/** Indexes of which the planner doesn't know what they save, and why they are kept. */
const worthMore: Readonly<Record<string, string>> = Object.fromEntries(
  ["status", "amount", "currency"].map((filter) => [
    `public.movements_refunds_${filter}`,
    "the planner doesn't know that ids with re_ are refunds, so it expects thirty times fewer rows than it would read",
  ]),
);

/** Whether an index is worth what it costs, by what a statement costs with it and without it. */
const isWorthwhile = (cost: number, without: number): boolean =>
  (without > 200 && without > 5 * cost) || without - cost > 1_000;

let db: TestDatabase;
let pool: Pool;
let client: PoolClient;
let statements: { readonly planned: Planned; readonly plan: Plan }[];

before(async () => {
  db = await openTestDatabase();
  pool = new Pool(db.settings);
  client = await pool.connect();
  await fillTables(client);
  await client.query("BEGIN");
  statements = [];
  for (const planned of await allStatements())
    statements.push({ planned, plan: await planOf(client, planned) });
});
after(async () => {
  client.release();
  await pool.end();
  await db.close();
});

/** Reads Citus' own catalog, which a database without Citus doesn't have. */
const ofCitus = "src/database/distribution.ts";

async function allStatements(): Promise<Planned[]> {
  const found = findStatements(path.resolve(import.meta.dirname, "../..")).statements.flatMap(
    ({ operation, isOfTenant, texts }) =>
      texts.map((text) => ({ operation, text, roles: rolesOf(operation, isOfTenant) })),
  );
  return [
    ...found.filter(({ operation }) => !operation.startsWith(ofCitus)),
    ...dueStatements,
    ...(await listStatements(client)),
    ...(await foreignKeyChecks(client)),
  ];
}

test("every statement finds its rows by an index", () => {
  const over = statements.filter(({ plan }) => plan.cost > costBound);
  const unexpected = over.filter(({ planned }) => !(planned.operation in expensive));
  assert.deepEqual(
    unexpected.map(
      ({ planned, plan }) => `${planned.operation} costs ${Math.round(plan.cost)}: ${planned.text}`,
    ),
    [],
  );
});

test("every statement that is excepted is expensive", () => {
  const over = new Set(
    statements.filter(({ plan }) => plan.cost > costBound).map(({ planned }) => planned.operation),
  );
  assert.deepEqual(
    Object.keys(expensive).filter((operation) => !over.has(operation)),
    [],
  );
});

test("every index that guards no constraint makes a statement much cheaper", async () => {
  const { rows } = await client.query<{ name: string }>(
    `SELECT n.nspname || '.' || i.relname AS name FROM pg_index x
     JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_namespace n ON n.oid = i.relnamespace
     WHERE n.nspname IN ('public', 'sandbox_psp') AND NOT x.indisunique`,
  );
  assert.ok(rows.length > 40, `${rows.length} indexes were found`);
  const useless: string[] = [];
  for (const { name } of rows) if (!(await isNeeded(name))) useless.push(name);
  assert.deepEqual(useless.toSorted(), Object.keys(worthMore).toSorted());
});

/** Plans the statements that use an index once more without it. */
async function isNeeded(index: string): Promise<boolean> {
  const users = statements.filter(({ plan }) => plan.indexes.has(index));
  await client.query(`SAVEPOINT without_index; DROP INDEX ${index}`);
  try {
    for (const { planned, plan } of users) {
      const { cost } = await planOf(client, planned);
      if (isWorthwhile(plan.cost, cost)) return true;
    }
    return false;
  } finally {
    await client.query("ROLLBACK TO SAVEPOINT without_index");
  }
}
