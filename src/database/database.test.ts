import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "pg";
import { useTestDatabase } from "../../test/support/database.ts";
import { countRoundTrips } from "../../test/support/round-trips.ts";
import { until } from "../../test/support/until.ts";
import { openDatabase } from "./database.ts";
import { runTenantTransaction, runTransaction, type TenantScope, type Transaction } from "./transaction.ts";

const db = useTestDatabase({ poolSize: 2, waits: "production" });

const scope: TenantScope = { tenantId: 1, mode: "sandbox" };

test("whoever is waited for by a person waits for no lock and no statement without end; background work may", async () => {
  const limits = (trx: Transaction) =>
    trx.one(
      "SELECT current_setting('lock_timeout') AS lock, current_setting('statement_timeout') AS statement",
    );
  const bounded = { lock: "5s", statement: "10s" };
  assert.deepEqual(await db.database.inTenant(scope, limits), bounded);
  assert.deepEqual(await db.database.inControl(limits), bounded);
  assert.deepEqual(await db.database.inWorker(limits), { lock: "0", statement: "0" });
});

test("a transaction that can't be begun leaves a connection on which the next one can", async (t) => {
  const pool = new Pool({ ...db.settings, max: 1, pipeline: true });
  const client = await pool.connect();
  t.after(async () => {
    client.release();
    await pool.end();
  });
  const tooLong = { ...scope, actor: { name: "\0", origin: "" } };
  await assert.rejects(runTenantTransaction(client, tooLong, async () => "never"));
  assert.equal(await runTransaction(client, async () => "done"), "done");
});

test("a process that stops within a transaction doesn't keep its locks for ever", async (t) => {
  const [standard] = await db.database.inTenant(scope, (trx) =>
    trx.query("SHOW idle_in_transaction_session_timeout"),
  );
  assert.deepEqual(standard, { idle_in_transaction_session_timeout: "15s" });
  const url = new URL(String(db.settings.connectionString));
  url.searchParams.set("options", "-c idle_in_transaction_session_timeout=100");
  const impatient = openDatabase({ connectionString: url.href });
  t.after(() => impatient.close());
  const stopped = impatient.inTenant(scope, async (trx) => {
    await trx.query("SELECT pg_advisory_xact_lock(815)");
    await sleep(1_000);
  });
  const settled = assert.rejects(stopped);
  await until(async () => {
    const [row] = await db.sql<{ free: boolean }>("SELECT pg_try_advisory_xact_lock(815) AS free");
    return row?.free;
  }, "the lock is free");
  await settled;
});

test("a connection to a server that only reads is thrown away: after a failover another one is the primary", async (t) => {
  const [row] = await db.sql<{ name: string }>("SELECT current_database() AS name");
  const setting = `ALTER DATABASE ${row?.name} SET default_transaction_read_only`;
  const pooled = openDatabase(db.settings, { poolSize: 1 });
  t.after(() => pooled.close());
  const write = () => pooled.inControl((trx) => trx.query("UPDATE tenants SET name = name"));
  await db.sql(`${setting} = on`);
  await assert.rejects(write(), { code: "25006" });
  await db.sql(`${setting} = off`);
  await write();
});

test("a connection remembers statements, their values are new each time", async () => {
  const prepared = (trx: Transaction) =>
    trx.query("SELECT count(*) AS count FROM pg_prepared_statements WHERE statement LIKE $1", [
      "%remembered%",
    ]);
  const add = (trx: Transaction, value: number) => trx.one("SELECT $1::integer + 1 AS remembered", [value]);
  await db.database.inTenant(scope, async (trx) => {
    for (const value of [1, 2, 3, 4, 5, 6, 7])
      assert.deepEqual(await add(trx, value), { remembered: value + 1 });
    assert.deepEqual(await prepared(trx), [{ count: 1 }]);
  });
});

test("a migration that changes what a remembered statement reads costs one transaction, not the connection's rest", async (t) => {
  const one = openDatabase(db.settings, { poolSize: 1 });
  t.after(() => one.close());
  await db.sql("CREATE TABLE drifting (value integer)");
  await db.sql("GRANT SELECT ON drifting TO kassa_request");
  await db.sql("INSERT INTO drifting VALUES (7)");
  const read = () => one.inTenant(scope, (trx) => trx.one("SELECT value FROM drifting"));
  assert.deepEqual(await read(), { value: 7 });
  await db.sql("ALTER TABLE drifting ALTER COLUMN value TYPE text");
  await assert.rejects(read(), /cached plan/);
  assert.deepEqual(await read(), { value: "7" });
});

const makeEvent = (sequence: number) => ({
  text: `INSERT INTO events (tenant_id, id, mode, type, session_id, sequence, object, created_at)
    VALUES (1, $1, 'sandbox', 'payment.captured', 'cs_1', $2, '{}', now())`,
  values: [`evt_sandbox_${sequence}`, sequence],
});
const countEvents = async (): Promise<number> => {
  const [row] = await db.sql<{ count: number }>("SELECT count(*)::int AS count FROM events");
  return row?.count ?? Number.NaN;
};

test("a statement whose answer nobody waits for is written with the rest; when it fails, all of it fails, for its reason", async () => {
  const committed: string[] = [];
  const write = (name: string, sequences: readonly number[], then?: (trx: Transaction) => Promise<unknown>) =>
    db.database.inTenant(scope, async (trx) => {
      trx.afterCommit(() => committed.push(name));
      for (const { text, values } of sequences.map(makeEvent)) trx.send(text, values);
      await then?.(trx);
    });
  await write("good", [1, 2]);
  await assert.rejects(write("found at COMMIT", [3, 2]), { code: "23505" });
  await assert.rejects(
    write("found by the next statement", [4, 2], (trx) => trx.query("SELECT 1")),
    { code: "23505" },
  );
  await assert.rejects(
    write("one's own error", [5], async () => {
      throw new Error("changed my mind");
    }),
    /changed my mind/,
  );
  assert.equal(await countEvents(), 2);
  assert.deepEqual(committed, ["good"]);
});

test("COMMIT can travel with the last statements; what they answer is told only once it is committed", async () => {
  const before = await countEvents();
  const insert = (trx: Transaction, sequence: number) => {
    const { text, values } = makeEvent(sequence);
    return trx.one<{ id: string }>(`${text} RETURNING id`, values);
  };
  const row = await db.database.inTenant(scope, (trx) => trx.commitWith(insert(trx, 11)));
  assert.equal(row?.id, "evt_sandbox_11");
  await assert.rejects(
    db.database.inTenant(scope, (trx) => trx.commitWith(Promise.all([insert(trx, 12), insert(trx, 11)]))),
    { code: "23505" },
  );
  await assert.rejects(
    db.database.inTenant(scope, async (trx) => {
      await trx.commitWith(insert(trx, 13));
      await insert(trx, 14);
    }),
    /after COMMIT/,
  );
  assert.equal(await countEvents(), before + 2, "11 and 13: a late error undoes nothing");
});

test("statements of one turn share a packet and run in their order, each seeing what those before it did", async () => {
  const { text, values } = makeEvent(21);
  const count = countRoundTrips("request");
  const seen = await db.database.inTenant(scope, async (trx) => {
    trx.send(text, values);
    return trx.commitWith(trx.one("SELECT sequence FROM events WHERE id = $1", [values[0]]));
  });
  const { trips, statements } = count.stop();
  assert.deepEqual([trips, statements.length, seen], [1, 5, { sequence: 21 }]);
});
