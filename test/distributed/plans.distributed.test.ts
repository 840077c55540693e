import assert from "node:assert/strict";
import path from "node:path";
import { after, before, test } from "node:test";
import { Client } from "pg";
import { databaseRoles } from "../../src/database/database.ts";
import { findStatements } from "../sql/find-statements.ts";
import { citusNodes } from "../support/citus-databases.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { type Plan, planOf } from "./plan.ts";

// Citus plans each statement of the sources. Create, page, pay, refund, deliver, list: each is one task on one node, at most with
// subplans of one task each. Only a search for due work of all tenants asks every node.

/** Searches for due work, by file, with the number of their statements: each finds rows, and is followed by statements for one tenant each. */
const searches: Readonly<Record<string, number>> = {
  "src/clocks/queries.ts": 1,
  "src/disputes/queries.ts": 1,
  // Exports to make, and old ones to delete.
  "src/exports/queries.ts": 2,
  "src/jobs/queries.ts": 9,
  "src/ledger/closing/queries.ts": 1,
  "src/payments/dispute-reports/queries.ts": 1,
  "src/payments/queries/attempts.ts": 1,
  "src/payments/queries/compared.ts": 1,
  "src/payments/queries/holds.ts": 3,
  // kassa doctor
  "src/payments/queries/inspection.ts": 7,
  "src/payments/queries/lapsing.ts": 1,
  "src/payments/queries/late.ts": 1,
  "src/payments/queries/movements.ts": 1,
  // The operator's screen of what is due.
  "src/payments/queries/queues.ts": 7,
  "src/receipt-mails/queries.ts": 1,
  "src/sessions/queries/due.ts": 1,
  // Every half minute: imports whose process has ended.
  "src/statement-imports/queries.ts": 1,
  "src/webhooks/delivery/leases/queries.ts": 1,
};

/** Asked of one PostgreSQL only; see findDueEndpoints, insertLines and insertCalls. */
const notForCitus =
  /^src\/webhooks\/delivery\/leases\/.* WITH RECURSIVE|^src\/(?:request-log|psp-calls)\/.* INSERT INTO (?:request_log|psp_calls) .* FROM unnest\(/s;

let db: TestDatabase;
const plans: { readonly place: string; readonly plan: Plan }[] = [];
before(async () => {
  assert.ok(citusNodes.length > 1, "npm run test:distributed names the nodes of a Citus cluster");
  db = await openTestDatabase();
  const client = new Client(db.settings);
  await client.connect();
  const roles = Object.values(databaseRoles).filter((role) => role !== undefined);
  const { statements } = findStatements(path.resolve(import.meta.dirname, "../.."));
  for (const { place, texts } of statements)
    for (const text of texts.filter((each) => !notForCitus.test(`${place} ${each}`)))
      plans.push({ place, plan: await planOf(client, roles, text) });
  await client.end();
});
after(() => db.close());

test("Citus carries out every statement", () => {
  const refused = plans.flatMap(({ place, plan }) =>
    "refused" in plan ? [`${place} as ${plan.role}: ${plan.refused}`] : [],
  );
  assert.deepEqual(refused, []);
  assert.ok(plans.length > 350, `${plans.length} plans`);
});

test("a statement of one tenant is one task on one node; only searches for due work ask all nodes", () => {
  const found: Record<string, number> = {};
  for (const { place, plan } of plans) {
    const file = place.replace(/:\d+$/, "");
    if ("tasks" in plan && plan.tasks.some((tasks) => tasks !== 1)) found[file] = (found[file] ?? 0) + 1;
  }
  assert.deepEqual(Object.fromEntries(Object.entries(found).sort()), searches);
});

test("no statement pulls rows to the coordinator to write them", () => {
  const pulled = plans.flatMap(({ place, plan }) =>
    "insertSelect" in plan && plan.insertSelect.some((method) => method !== "pushdown") ? [place] : [],
  );
  assert.deepEqual(pulled, []);
});
