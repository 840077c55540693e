import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTestDatabase, type TestDatabase } from "../../test/support/database.ts";
import { purgeOldRows } from "./purge-old-rows.ts";

let db: TestDatabase;
before(async () => {
  db = await openTestDatabase();
});
after(() => db.close());

test("events of 90 days go with their deliveries and attempts, younger ones stay", async () => {
  await db.sql(`INSERT INTO events (tenant_id, id, mode, type, object, created_at) VALUES
    (1, 'evt_old', 'sandbox', 'x', '{}', now() - interval '91 days'), (1, 'evt_new', 'sandbox', 'x', '{}', now() - interval '89 days')`);
  await db.sql(`INSERT INTO webhook_endpoints (tenant_id, id, mode, url, event_types, secret_sealed, api_version)
    VALUES (1, 'we_1', 'sandbox', 'http://x', '{*}', '', 'x')`);
  await db.sql(`INSERT INTO webhook_deliveries (tenant_id, id, mode, event_id, endpoint_id)
    SELECT 1, 'del' || id, 'sandbox', id, 'we_1' FROM events`);
  await db.sql(`INSERT INTO webhook_delivery_attempts (tenant_id, delivery_id, number, mode, started_at, duration_ms, request_url,
    request_headers) SELECT 1, id, 1, 'sandbox', now(), 1, '', '{}' FROM webhook_deliveries`);
  assert.equal(await purgeOldRows(db), false);
  const left = (table: string, column: string) =>
    db.sql<{ id: string }>(`SELECT ${column} AS id FROM ${table}`);
  assert.deepEqual(await left("events", "id"), [{ id: "evt_new" }]);
  assert.deepEqual(await left("webhook_deliveries", "id"), [{ id: "delevt_new" }]);
  assert.deepEqual(await left("webhook_delivery_attempts", "delivery_id"), [{ id: "delevt_new" }]);
});

test("idempotency keys of 30 days are forgotten, stored answers deleted, and the sessions stay", async () => {
  for (const [name, days] of [
    ["old", 31],
    ["new", 29],
  ] as const) {
    await db.sql(
      `INSERT INTO checkout_sessions (tenant_id, id, mode, amount, currency, details, created_at, expires_at, idempotency_key,
         request_fingerprint)
       VALUES (1, $1, 'sandbox', 100, 'EUR', '{}', now() - make_interval(days => $2), now(), $1, '\\x00')`,
      [name, days],
    );
    await db.sql(
      `INSERT INTO idempotent_requests (tenant_id, mode, operation, idempotency_key, request_fingerprint, response_status,
         response_sealed, created_at)
       VALUES (1, 'sandbox', 'x', $1, '', 200, '', now() - make_interval(days => $2))`,
      [name, days],
    );
  }
  await purgeOldRows(db);
  assert.deepEqual(
    await db.sql("SELECT id, idempotency_key, request_fingerprint FROM checkout_sessions ORDER BY id"),
    [
      { id: "new", idempotency_key: "new", request_fingerprint: Buffer.from([0]) },
      { id: "old", idempotency_key: null, request_fingerprint: null },
    ],
  );
  assert.deepEqual(await db.sql("SELECT idempotency_key FROM idempotent_requests"), [
    { idempotency_key: "new" },
  ]);
});

test("declines go once they count no longer", async () => {
  await db.sql(`INSERT INTO recent_declines (tenant_id, mode, subject, declines, since) VALUES
    (1, 'sandbox', 'old', 20, now() - interval '61 minutes'), (1, 'sandbox', 'new', 20, now() - interval '59 minutes')`);
  await purgeOldRows(db);
  assert.deepEqual(await db.sql("SELECT subject FROM recent_declines"), [{ subject: Buffer.from("new") }]);
});

test("says that there is more when a batch was full", async () => {
  await db.sql(`INSERT INTO events (tenant_id, id, mode, type, object, created_at)
    SELECT 2, 'evt_' || n, 'sandbox', 'x', '{}', now() - interval '91 days' FROM generate_series(1, 1500) n`);
  assert.equal(await purgeOldRows(db), true);
  assert.equal(await purgeOldRows(db), false);
  assert.deepEqual(await db.sql("SELECT id FROM events WHERE tenant_id = 2"), []);
});
