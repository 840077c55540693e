import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { Client } from "pg";
import { type Erased, eraseCustomer } from "../../src/customers/erase-customer.ts";
import { makeExports } from "../../src/exports/make-exports.ts";
import { startTestApp, type TestApp } from "../support/app.ts";
import { untilLockWaits } from "../support/lock-waits.ts";
import { until } from "../support/until.ts";
import { cardDetails, pay, submitForm } from "./paying.ts";
import { makeSession } from "./support.ts";

// A customer is erased while an export is being made. Whatever the order of its steps, no export that is left names the customer.

const email = "kim@shop.example";
let kassa: TestApp;
before(async () => {
  // It keeps the exports of all tenants waiting.
  kassa = await startTestApp();
  // The leases are held by nobody, so that no job takes them: the tests make the pages.
  await kassa.db.sql("ALTER TABLE exports ALTER lease_until SET DEFAULT now() + interval '1 day'");
});
after(() => kassa.close());
beforeEach(async () => {
  await kassa.db.sql("DELETE FROM exports");
  await pay(kassa, { session: { customerEmail: email } });
});

async function beginExport(): Promise<string> {
  const body = { resource: "payments", format: "csv", columns: ["id", "customerEmail"] };
  const { body: made } = await kassa.call("POST", "/api/exports", { body });
  return made.id;
}

/** Makes what is due: the next pages of all exports, here the only ones. */
async function makePages(): Promise<void> {
  await kassa.db.sql("UPDATE exports SET lease_until = NULL");
  const log = { warn: (fields: object) => assert.fail(JSON.stringify(fields)) };
  while (await makeExports({ database: kassa.db.database, stopping: () => false, log }));
}

const erase = (): Promise<Erased> =>
  eraseCustomer(kassa.db.database, { name: "ann", origin: "desk" }, kassa.tenant.tenant.tenantId, email);

const storedChunks = async (): Promise<string[]> =>
  (await kassa.db.sql<{ rows: string }>("SELECT rows::text FROM export_chunks")).map(({ rows }) => rows);

/** Does the work while nobody can write to a table. */
async function whileLocked(table: string, work: () => Promise<unknown>): Promise<void> {
  const holder = new Client(kassa.db.settings);
  await holder.connect();
  try {
    await holder.query(`BEGIN; LOCK TABLE ${table} IN SHARE MODE`);
    await work();
  } finally {
    await holder.end();
  }
}

const waiting = (count: number): Promise<void> => untilLockWaits(kassa.db, count);

test("a page that was read before the customer was erased is deleted with its export", async () => {
  const id = await beginExport();
  let making: Promise<void> | undefined;
  let erasing: Promise<Erased> | undefined;
  await whileLocked("export_chunks", async () => {
    // The page has been read, with the customer in it, and waits to be stored.
    making = makePages();
    await waiting(1);
    erasing = erase();
    await waiting(2);
  });
  await making;
  assert.equal((await erasing)?.exports, 1);
  assert.deepEqual(await storedChunks(), []);
  assert.equal((await kassa.call("GET", `/api/exports/${id}`)).status, 404);
  await makePages();
  assert.deepEqual(await storedChunks(), []);
});

test("an export after the erasure has nothing of what the customer entered", async () => {
  const { id: session } = await makeSession(kassa, { collect: { email: "required", name: "required" } });
  const entered = { email, full_name: "Kim Test" };
  await submitForm(kassa, session, {
    ...entered,
    method: "card",
    number: "4242 4242 4242 4242",
    ...cardDetails,
  });
  const exported = async (): Promise<string> => {
    const columns = ["id", "collected.email", "collected.name"];
    const body = { resource: "payments", format: "csv", columns };
    const made = await kassa.call("POST", "/api/exports", { body });
    assert.equal(made.status, 200, made.text);
    await makePages();
    // The job of the server may have taken it first.
    await until(
      async () => (await kassa.call("GET", `/api/exports/${made.body.id}`)).body.status === "completed",
      "the export is completed",
    );
    return (await storedChunks()).join();
  };
  assert.match(await exported(), /"kim@shop\.example", ?"Kim Test"/);
  await erase();
  assert.doesNotMatch(await exported(), /kim/i);
});

test("an export that is requested and completed before the customer's rows are changed is deleted, too", async () => {
  let erasing: Promise<Erased> | undefined;
  await whileLocked("payments", async () => {
    erasing = erase();
    await waiting(1);
    await beginExport();
    await makePages();
    assert.match((await storedChunks()).join(), /kim@shop\.example/);
  });
  assert.equal((await erasing)?.exports, 1);
  assert.deepEqual(await storedChunks(), []);
});

test("an export that was interrupted before the erasure isn't continued, and a later one doesn't name the customer", async () => {
  await beginExport();
  await kassa.db.sql("UPDATE exports SET status = 'running'");
  await erase();
  await makePages();
  assert.deepEqual(await storedChunks(), []);
  await beginExport();
  await makePages();
  const stored = (await storedChunks()).join();
  assert.match(stored, /pay_sandbox_/);
  assert.doesNotMatch(stored, /kim@/);
});
