import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTestDatabase, type TestDatabase } from "../../test/support/database.ts";
import { explain } from "../../test/support/explain.ts";
import type { Transaction } from "../database/transaction.ts";
import {
  deleteOldAnswers,
  deleteOldDeclines,
  deleteOldEvents,
  deleteOldPageReports,
  forgetOldSessionKeys,
} from "./queries.ts";

/** Rows to clear away are few among many: they have to be found, not looked for. */
let db: TestDatabase;
before(async () => {
  db = await openTestDatabase();
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
  await db.sql("ANALYZE");
});
after(() => db.close());

const cases: [string, (trx: Transaction) => Promise<number>, string, RegExp][] = [
  ["events", (trx) => deleteOldEvents(trx, 90, 1_000), "events_age", /created_at </],
  ["stored answers", (trx) => deleteOldAnswers(trx, 30, 1_000), "idempotent_requests_age", /created_at </],
  [
    "sessions' keys",
    (trx) => forgetOldSessionKeys(trx, 30, 1_000),
    "checkout_sessions_idempotency_age",
    /created_at </,
  ],
  ["declines", (trx) => deleteOldDeclines(trx, 1, 1_000), "recent_declines_age", /since </],
  ["reports", (trx) => deleteOldPageReports(trx, 90, 1_000), "page_reports_pkey", /day </],
];

for (const [what, statement, index, condition] of cases) {
  test(`old ${what} are found by the index of their age`, async () => {
    const looks = await explain(db, "worker", statement);
    const look = looks.find((candidate) => candidate.index === index);
    assert.match(look?.condition ?? "", condition, JSON.stringify(looks));
  });
}
