import assert from "node:assert/strict";
import { test } from "node:test";
import { useTestDatabase } from "../../test/support/database.ts";
import { purgeOldRows } from "./purge-old-rows.ts";
import { purgeSandbox } from "./sandbox/purge-sandbox.ts";

const db = useTestDatabase();

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

test("what lives by a sandbox clock isn't as old as the clock says", async () => {
  await db.sql(`INSERT INTO checkout_sessions (tenant_id, id, mode, amount, currency, details, status, created_at, expires_at,
      idempotency_key, request_fingerprint, clock_id)
    VALUES (1, 'on_clock', 'sandbox', 100, 'EUR', '{}', 'expired', '2020-01-01', '2020-01-02', 'key', '\\x00', 'clk_1')`);
  await db.sql(`INSERT INTO events (tenant_id, id, mode, type, object, created_at, clock_id)
    VALUES (1, 'evt_on_clock', 'sandbox', 'x', '{}', '2020-01-01', 'clk_1')`);
  await purgeOldRows(db);
  const kept = "SELECT idempotency_key AS key FROM checkout_sessions WHERE id = 'on_clock'";
  assert.deepEqual(await db.sql(kept), [{ key: "key" }]);
  assert.equal((await db.sql("SELECT FROM events WHERE id = 'evt_on_clock'")).length, 1);
  await db.sql("DELETE FROM checkout_sessions WHERE id = 'on_clock'");
});

test("declines go once they count no longer", async () => {
  await db.sql(`INSERT INTO recent_declines (tenant_id, mode, subject, declines, since) VALUES
    (1, 'sandbox', 'old', 20, now() - interval '61 minutes'), (1, 'sandbox', 'new', 20, now() - interval '59 minutes')`);
  await purgeOldRows(db);
  assert.deepEqual(await db.sql("SELECT subject FROM recent_declines"), [{ subject: Buffer.from("new") }]);
});

test("what programs asked goes after 14 days", async () => {
  await db.sql(`INSERT INTO request_log (tenant_id, mode, id, at, method, path, status, duration_ms, key_id, request_id, ip)
    SELECT 1, 'sandbox', 'rql_' || days, now() - make_interval(days => days), 'GET', '/', 200, 1, 'key', 'req', '192.0.2.1'
    FROM unnest('{13, 15}'::integer[]) days`);
  await purgeOldRows(db);
  assert.deepEqual(await db.sql("SELECT id FROM request_log"), [{ id: "rql_13" }]);
});

test("what PSPs were asked goes after 30 days", async () => {
  await db.sql(`INSERT INTO psp_calls (tenant_id, mode, id, at, attempt_id, connector, connector_account, operation, outcome, duration_ms, exchanges)
    SELECT 1, 'sandbox', 'pcl_' || days, now() - make_interval(days => days), 'att_1', 'sandbox', 'ca_1', 'authorize', 'approved', 1, '[]'
    FROM unnest('{29, 31}'::integer[]) days`);
  await purgeOldRows(db);
  assert.deepEqual(await db.sql("SELECT id FROM psp_calls"), [{ id: "pcl_29" }]);
});

test("says that there is more when a batch was full", async () => {
  await db.sql(`INSERT INTO events (tenant_id, id, mode, type, object, created_at)
    SELECT 2, 'evt_' || n, 'sandbox', 'x', '{}', now() - interval '91 days' FROM generate_series(1, 1500) n`);
  assert.equal(await purgeOldRows(db), true);
  assert.equal(await purgeOldRows(db), false);
  assert.deepEqual(await db.sql("SELECT id FROM events WHERE tenant_id = 2"), []);
});

test("answers of receivers are forgotten after 30 days, and that there was an attempt is not", async () => {
  await db.sql(
    `INSERT INTO events (tenant_id, id, mode, type, object) VALUES (3, 'evt_3', 'live', 'x', '{}')`,
  );
  await db.sql(`INSERT INTO webhook_endpoints (tenant_id, id, mode, url, event_types, secret_sealed, api_version)
    VALUES (3, 'we_3', 'live', 'http://x', '{*}', '', 'x')`);
  await db.sql(`INSERT INTO webhook_deliveries (tenant_id, id, mode, event_id, endpoint_id)
    VALUES (3, 'del_3', 'live', 'evt_3', 'we_3')`);
  await db.sql(`INSERT INTO webhook_delivery_attempts (tenant_id, delivery_id, number, mode, started_at, duration_ms, request_url,
    request_headers, response_status, response_headers, response_body)
    SELECT 3, 'del_3', n, 'live', now() - make_interval(days => n), 1, 'http://x', '{}', 200, '{}', 'hello'
    FROM unnest(ARRAY[29, 31]) n`);
  await purgeOldRows(db);
  assert.deepEqual(
    await db.sql(
      `SELECT number, response_status AS status, convert_from(response_body, 'UTF8') AS body, response_headers AS headers
       FROM webhook_delivery_attempts WHERE tenant_id = 3 ORDER BY number`,
    ),
    [
      { number: 29, status: 200, body: "hello", headers: {} },
      { number: 31, status: 200, body: null, headers: null },
    ],
  );
});

test("notifications and unpaid expired sessions go after their days; all else stays", async () => {
  for (const mode of ["live", "sandbox"]) {
    for (const days of [29, 31, 89, 91]) {
      await db.sql(
        `INSERT INTO psp_notifications (tenant_id, id, mode, connector, connector_account, psp_event_id, body, received_at)
         VALUES (4, $1, $2, 'x', 'x', $1, '', now() - make_interval(days => $3))`,
        [`${mode}${days}`, mode, days],
      );
      for (const [status, payment] of [
        ["expired", null],
        ["open", null],
        ["complete", null],
        ["expired", "pay_1"],
      ])
        await db.sql(
          `INSERT INTO checkout_sessions (tenant_id, id, mode, status, payment_id, amount, currency, details, created_at, expires_at)
           VALUES (4, $1, $2, $3, $4, 100, 'EUR', '{}', now() - interval '1 year', now() - make_interval(days => $5))`,
          [`${mode}${days}${status}${payment}`, mode, status, payment, days],
        );
    }
  }
  await purgeOldRows(db);
  assert.deepEqual(await db.sql("SELECT id FROM psp_notifications WHERE tenant_id = 4 ORDER BY id"), [
    { id: "live29" },
    { id: "live31" },
    { id: "live89" },
    { id: "sandbox29" },
    { id: "sandbox31" },
    { id: "sandbox89" },
  ]);
  const left = await db.sql<{ id: string }>("SELECT id FROM checkout_sessions WHERE tenant_id = 4");
  assert.deepEqual(
    left
      .map(({ id }) => id)
      .filter((id) => id.endsWith("expirednull"))
      .sort(),
    ["live", "sandbox"].flatMap((mode) => [29, 31, 89].map((days) => `${mode}${days}expirednull`)),
  );
  assert.equal(left.length, 6 + 3 * 8);
});

test("the worker can't delete a session that may be paid or was", async () => {
  for (const status of ["open", "complete"])
    assert.equal(
      await db.database.inWorker((trx) =>
        trx.run("DELETE FROM checkout_sessions WHERE tenant_id = 4 AND status = $1", [status]),
      ),
      0,
    );
});

test("a kind that can't be cleared keeps none behind it waiting, and its error is told once the others have no more", async () => {
  await db.sql(`INSERT INTO events (tenant_id, id, mode, type, object, created_at)
    VALUES (5, 'evt_stuck', 'sandbox', 'x', '{}', now() - interval '91 days')`);
  await db.sql(`INSERT INTO page_reports (day, page, source, directive, blocked, count, first_at, last_at)
    SELECT current_date - 92, 'payment', 'page', 'x' || n, 'x', 1, now(), now() FROM generate_series(1, 1500) n`);
  await db.sql("CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''stuck''; END'");
  await db.sql("CREATE TRIGGER refuse BEFORE DELETE ON events FOR EACH ROW EXECUTE FUNCTION refuse()");
  assert.equal(await purgeOldRows(db), true);
  await assert.rejects(purgeOldRows(db), /stuck/);
  assert.deepEqual(await db.sql("SELECT FROM page_reports"), []);
  await db.sql("DROP TRIGGER refuse ON events");
  assert.equal(await purgeOldRows(db), false);
});

test("a tenant whose sandbox can't be cleared keeps none behind it waiting, and all errors are told", async () => {
  const seen: number[] = [];
  const inErasure: typeof db.database.inErasure = async (scope, work) => {
    seen.push(scope.tenantId);
    if (scope.tenantId < 3) throw new Error(`stuck ${scope.tenantId}`);
    return db.database.inErasure(scope, work);
  };
  const database: typeof db.database = Object.assign(Object.create(db.database), {
    inControl: db.database.inControl.bind(db.database),
    inWorker: db.database.inWorker.bind(db.database),
    inErasure,
  });
  const listTenantScopes = async () => [1, 2, 3].map((tenantId) => ({ tenantId, mode: "sandbox" as const }));
  await assert.rejects(purgeSandbox({ database, listTenantScopes }, 90), /2 failed: stuck 1/);
  assert.deepEqual([...new Set(seen)], [1, 2, 3]);
});
