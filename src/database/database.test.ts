import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { openTestDatabase, type TestDatabase } from "../../test/support/database.ts";
import { openDatabase } from "./database.ts";
import type { Scope, Transaction } from "./transaction.ts";

let db: TestDatabase;
before(async () => {
  db = await openTestDatabase({ poolSize: 2 });
});
after(() => db.close());

const scope: Scope = { tenantId: 1, mode: "sandbox" };

test("whoever is waited for by a person waits for no lock and no statement without end; background work may", async () => {
  const limits = (trx: Transaction) =>
    trx.one(
      "SELECT current_setting('lock_timeout') AS lock, current_setting('statement_timeout') AS statement",
    );
  const bounded = { lock: "5s", statement: "10s" };
  assert.deepEqual(await db.database.inScope(scope, limits), bounded);
  assert.deepEqual(await db.database.inControl(limits), bounded);
  assert.deepEqual(await db.database.inWorker(limits), { lock: "0", statement: "0" });
});

test("a process that stops within a transaction doesn't keep its locks for ever", async () => {
  const [standard] = await db.database.inScope(scope, (trx) =>
    trx.query("SHOW idle_in_transaction_session_timeout"),
  );
  assert.deepEqual(standard, { idle_in_transaction_session_timeout: "15s" });
  const url = new URL(String(db.settings.connectionString));
  url.searchParams.set("options", "-c idle_in_transaction_session_timeout=100");
  const impatient = openDatabase({ connectionString: url.href });
  const stopped = impatient.inScope(scope, async (trx) => {
    await trx.query("SELECT pg_advisory_xact_lock(815)");
    await sleep(1_000);
  });
  const settled = assert.rejects(stopped);
  await sleep(300);
  const [row] = await db.sql("SELECT pg_try_advisory_xact_lock(815) AS free");
  assert.deepEqual(row, { free: true });
  await settled;
  await impatient.close();
});
