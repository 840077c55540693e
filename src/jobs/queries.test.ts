import assert from "node:assert/strict";
import { test } from "node:test";
import { useTestDatabase } from "../../test/support/database.ts";
import { explain } from "../../test/support/explain.ts";
import type { Transaction } from "../database/transaction.ts";
import {
  deleteOldAnswers,
  deleteOldDeclines,
  deleteOldEvents,
  deleteOldNotifications,
  deleteOldPageReports,
  deleteOldUnpaidSessions,
  purgeOldResponses,
  purgeOldSessionKeys,
} from "./queries.ts";
import { lockOldSessions } from "./sandbox/queries.ts";

/** Rows to clear away are few among many: they have to be found, not looked for. */
const db = useTestDatabase({}, async () => {
  const rows = "generate_series(1, 20000) n";
  await db.sql(`INSERT INTO events (tenant_id, id, mode, type, object, created_at)
    SELECT 1, 'evt_' || n, 'sandbox', 'x', '{}', now() - n * interval '1 minute' FROM ${rows}`);
  await db.sql(`INSERT INTO idempotent_requests (tenant_id, mode, operation, idempotency_key, request_fingerprint,
    response_status, response_sealed, created_at)
    SELECT 1, 'sandbox', 'x', n, '', 200, '', now() - n * interval '1 minute' FROM ${rows}`);
  await db.sql(`INSERT INTO checkout_sessions (tenant_id, id, mode, amount, currency, details, created_at, expires_at,
    idempotency_key, request_fingerprint)
    SELECT 1, 'cs_' || n, 'sandbox', 100, 'EUR', '{}', now() - n * interval '1 minute', now(), n, '' FROM ${rows}`);
  await db.sql(`INSERT INTO recent_declines (tenant_id, mode, subject, declines, since)
    SELECT 1, 'sandbox', n::text::bytea, 1, now() - n * interval '1 second' FROM ${rows}`);
  await db.sql(`INSERT INTO page_reports (day, page, source, directive, blocked, count, first_at, last_at)
    SELECT current_date - n / 250, 'payment', 'page', 'img-src', n, 1, now(), now() FROM ${rows}`);
  await db.sql(`INSERT INTO psp_notifications (tenant_id, id, mode, connector, connector_account, psp_event_id, body, received_at)
    SELECT 1, 'ntf_' || n, 'live', 'x', 'x', n, '', now() - n * interval '1 minute' FROM ${rows}`);
  await db.sql(`INSERT INTO checkout_sessions (tenant_id, id, mode, status, amount, currency, details, created_at, expires_at)
    SELECT 2, 'cs_' || n, 'live', 'expired', 100, 'EUR', '{}', now() - interval '1 year', now() - n * interval '1 minute'
    FROM ${rows}`);
  await db.sql(`INSERT INTO webhook_endpoints (tenant_id, id, mode, url, event_types, secret_sealed, api_version)
    VALUES (1, 'we_1', 'sandbox', 'http://x', '{*}', '', 'x')`);
  await db.sql(`INSERT INTO webhook_deliveries (tenant_id, id, mode, event_id, endpoint_id)
    SELECT 1, 'del_1', 'sandbox', 'evt_1', 'we_1'`);
  await db.sql(`INSERT INTO webhook_delivery_attempts (tenant_id, delivery_id, number, mode, started_at, duration_ms,
    request_url, request_headers) SELECT 1, 'del_1', n, 'sandbox', now() - n * interval '1 minute', 1, '', '{}' FROM ${rows}`);
  await db.sql("ANALYZE");
});

const cases: [string, (trx: Transaction) => Promise<number>, string, RegExp][] = [
  ["events", (trx) => deleteOldEvents(trx, 90, 1_000), "events_age", /created_at </],
  ["stored answers", (trx) => deleteOldAnswers(trx, 30, 1_000), "idempotent_requests_age", /created_at </],
  [
    "sessions' keys",
    (trx) => purgeOldSessionKeys(trx, 30, 1_000),
    "checkout_sessions_idempotency_age",
    /created_at </,
  ],
  ["declines", (trx) => deleteOldDeclines(trx, 1, 1_000), "recent_declines_age", /since </],
  ["responses", (trx) => purgeOldResponses(trx, 30, 1_000), "webhook_delivery_attempts_age", /started_at </],
  [
    "notifications",
    (trx) => deleteOldNotifications(trx, "live", 90, 1_000),
    "psp_notifications_age",
    /mode = .*received_at </,
  ],
  [
    "unpaid sessions",
    (trx) => deleteOldUnpaidSessions(trx, "live", 90, 1_000),
    "checkout_sessions_expired_unpaid",
    /mode = .*expires_at </,
  ],
  ["reports", (trx) => deleteOldPageReports(trx, 90, 1_000), "page_reports_pkey", /day </],
];

const purgedTables = [
  ...["checkout_sessions", "payments", "attempts", "disputes", "receipts", "ledger_transactions", "clocks"],
  ...["expected_transfers", "bank_entries", "statement_imports"],
  ...["sandbox_psp.charges", "sandbox_psp.disputes"],
];

for (const [what, statement, index, condition] of cases) {
  test(`old ${what} are found by the index of their age`, async () => {
    const looks = await explain(db, "worker", statement);
    const look = looks.find((candidate) => candidate.index === index);
    assert.match(look?.condition ?? "", condition, JSON.stringify(looks));
  });
}

test("old sandbox sessions are found by their ids, which tell their age", async () => {
  const looks = await explain(db, "eraser", async (trx) => {
    await lockOldSessions(trx, Date.now(), 50);
  });
  const look = looks.find(({ index }) => index === "checkout_sessions_pkey");
  assert.match(look?.condition ?? "", /id >= .*id </, JSON.stringify(looks));
});

test("what a deleted row's foreign keys look for has an index", async () => {
  const without = await db.sql<{ name: string }>(`
    SELECT c.conrelid::regclass || ' ' || c.conname AS name FROM pg_constraint c
    WHERE c.contype = 'f' AND c.confrelid IN (${purgedTables.map((name) => `'${name}'::regclass`).join(", ")})
      AND NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.conrelid
        AND (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey)`);
  assert.deepEqual(without, []);
});
