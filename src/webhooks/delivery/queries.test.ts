import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { explain } from "../../../test/support/explain.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { cancelBatch, retryBatch } from "../sweep/queries.ts";
import { leaseDue } from "./queries.ts";

let db: TestDatabase;
before(async () => {
  db = await openTestDatabase();
  await db.sql(`INSERT INTO webhook_endpoints (tenant_id, id, mode, url, event_types, secret_sealed, api_version)
    SELECT 1, 'we_' || n, 'sandbox', 'http://x', '{*}', '', 'x' FROM generate_series(1, 100) n`);
  await db.sql(
    "INSERT INTO events (tenant_id, id, mode, type, object) VALUES (1, 'evt_1', 'sandbox', 'x', '{}')",
  );
  // What waits is waiting for a retry, hours ahead, of receivers that are down.
  await db.sql(`INSERT INTO webhook_deliveries (tenant_id, id, mode, event_id, endpoint_id, next_attempt_at)
    SELECT 1, 'del_' || n, 'sandbox', 'evt_1', 'we_' || (n % 100 + 1), now() + n * interval '1 second'
    FROM generate_series(1, 20000) n`);
  await db.sql("ANALYZE");
});
after(() => db.close());

test("due deliveries of an endpoint are found in the index by their time; those that wait are not walked through", async () => {
  const looks = await explain(db, "worker", (trx) =>
    leaseDue(trx, 64, { maxPerEndpoint: 4, maxPerTenant: 64 }),
  );
  const due = looks.filter(({ index }) => index === "webhook_deliveries_due");
  assert.ok(
    due.some(({ condition }) => /endpoint_id = .*next_attempt_at <= now\(\)/.test(condition)),
    JSON.stringify(looks),
  );
});

test("a sweep finds what waits without a time in an index of its own", async () => {
  const sweep = { task: "retry", since: new Date(), sweptTo: "infinity" } as const;
  for (const batch of [
    (trx: TenantTransaction) => cancelBatch(trx, "we_1", 500),
    (trx: TenantTransaction) => retryBatch(trx, "we_1", sweep, 500),
  ]) {
    const looks = await explain(db, "request", batch);
    const isUsed = looks.some(({ index }) => index === "webhook_deliveries_without_time");
    assert.ok(isUsed, JSON.stringify(looks));
  }
});
