import assert from "node:assert/strict";
import { test } from "node:test";
import { citusNodes } from "../../../test/support/citus-databases.ts";
import { useTestDatabase } from "../../../test/support/database.ts";
import { explain } from "../../../test/support/explain.ts";
import type { Transaction } from "../../database/transaction.ts";
import { findDueEndpoints, leaseOfTenant } from "./leases/queries.ts";

const db = useTestDatabase({}, async () => {
  await db.sql(`INSERT INTO webhook_endpoints (tenant_id, id, mode, url, event_types, secret_sealed, api_version)
    SELECT 1, 'we_' || n, 'sandbox', 'http://x', '{*}', '', 'x' FROM generate_series(1, 100) n`);
  await db.sql(
    "INSERT INTO events (tenant_id, id, mode, type, object) VALUES (1, 'evt_1', 'sandbox', 'x', '{}')",
  );
  // All deliveries wait for a retry, up to hours ahead.
  await db.sql(`INSERT INTO webhook_deliveries (tenant_id, id, mode, event_id, endpoint_id, next_attempt_at)
    SELECT 1, 'del_' || n, 'sandbox', 'evt_1', 'we_' || (n % 100 + 1), now() + n * interval '1 second'
    FROM generate_series(1, 20000) n`);
  await db.sql("ANALYZE");
});

test("due deliveries of an endpoint are found in the index by their time, without reading those that wait", async () => {
  const endpoint = { tenantId: 1, id: "we_1", mode: "sandbox", failing: false, canLease: true } as const;
  const lease = (trx: Transaction) =>
    leaseOfTenant(trx, 1, [endpoint], 64, { maxPerEndpoint: 4, maxPerTenant: 64 });
  // On Citus another statement finds the endpoints, with one look over all that is due.
  const works = citusNodes.length > 0 ? [lease] : [(trx: Transaction) => findDueEndpoints(trx, 4), lease];
  for (const work of works) {
    const looks = await explain(db, "worker", work);
    const due = looks.filter(({ index }) => index === "webhook_deliveries_due");
    assert.ok(
      due.some(({ condition }) =>
        /endpoint_id = .*next_attempt_at <= (statement_timestamp\(\)|'\d{4}-)/.test(condition),
      ),
      JSON.stringify(looks),
    );
  }
});
