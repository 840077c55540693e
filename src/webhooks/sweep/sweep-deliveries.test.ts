import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { countWaiting } from "../../../test/support/lock-waits.ts";
import { until } from "../../../test/support/until.ts";
import { openWebhookTestbed, type WebhookTestbed } from "../../../test/support/webhooks.ts";
import type { Lease } from "../delivery/queries.ts";
import { recordAttempt } from "../delivery/record-attempt.ts";
import { leaseDue } from "../delivery/start-delivery-worker.ts";
import { findSweeps } from "./queries.ts";
import { beginSweep, sweepDeliveries } from "./sweep-deliveries.ts";

// The status of an endpoint with thousands of pending deliveries is changed. No request waits for them.

let testbed: WebhookTestbed;
before(async () => {
  testbed = await openWebhookTestbed();
});
afterEach(async () => {
  await testbed.db.sql("DELETE FROM webhook_endpoints");
  await testbed.db.sql("DELETE FROM webhook_deliveries");
});
after(() => testbed.close());

const many = 1_600;

/** An endpoint with `many` pending deliveries: half are due, half have failed and are retried in hours. */
async function backlogged(): Promise<string> {
  const { body } = await testbed.call("POST", "/webhook-endpoints", {
    body: { url: "http://127.0.0.1:65001/" },
  });
  const event = await testbed.record("payment.captured");
  await testbed.db.sql(
    `INSERT INTO webhook_deliveries (tenant_id, id, mode, event_id, endpoint_id, attempts, next_attempt_at)
     SELECT $1, $2 || '_' || n, 'sandbox', $3, $2, n % 2, now() + (n % 2) * n * interval '1 minute'
     FROM generate_series(2, $4) n`,
    [testbed.scope.tenantId, body.id, event.id, many],
  );
  return body.id;
}

const set = (id: string, status: "enabled" | "disabled") =>
  testbed.call("POST", `/webhook-endpoints/${id}`, { body: { status } });

async function count(id: string, condition: string): Promise<number> {
  const [row] = await testbed.db.sql<{ count: number }>(
    `SELECT count(*)::int AS count FROM webhook_deliveries WHERE endpoint_id = $1 AND ${condition}`,
    [id],
  );
  return row?.count ?? -1;
}

async function lease(): Promise<readonly Lease[]> {
  const { leases } = await leaseDue(testbed.database, 5_000, { maxPerEndpoint: 5_000, maxPerTenant: 5_000 });
  return leases;
}

/** Does the job's rounds until nothing is left. */
async function sweepAll(): Promise<void> {
  for (let rounds = 0; await sweepDeliveries(testbed); rounds += 1) assert.ok(rounds < 50, "it never ends");
}

test("disabling an endpoint cancels a first batch at once and the rest soon, and nothing is sent meanwhile", async () => {
  const id = await backlogged();
  assert.equal((await set(id, "disabled")).status, 200);
  assert.equal(await count(id, "status = 'canceled'"), 500);
  assert.deepEqual(await lease(), []);
  const early = await set(id, "enabled");
  assert.deepEqual([early.status, early.body.code], [503, "service_unavailable"]);
  assert.equal(Number(early.headers["retry-after"]) > 0, true);
  assert.deepEqual(await lease(), []);
  await sweepAll();
  assert.equal(await count(id, "status = 'canceled' AND next_attempt_at IS NULL"), many);
  assert.equal((await set(id, "enabled")).status, 200);
  assert.deepEqual(await lease(), []);
});

test("a paused endpoint gets nothing; when it is enabled, all pending deliveries are due at once", async () => {
  const id = await backlogged();
  await testbed.db.sql(
    "UPDATE webhook_endpoints SET failing_since = now() - interval '6 days' WHERE id = $1",
    [id],
  );
  const { leases } = await leaseDue(testbed.database, 1, { maxPerEndpoint: 1, maxPerTenant: 4 });
  const [first] = leases;
  assert.ok(first);
  const outcome = { status: 500, headers: {}, body: null, error: null, durationMs: 1 };
  const attempt = {
    endpointId: id,
    endpointFailing: true,
    livesOn: null,
    startedAt: new Date(),
    url: "",
    headers: {},
    outcome,
  };
  assert.equal(await recordAttempt(testbed.database, first, attempt), "endpoint paused");
  assert.deepEqual(await lease(), []);
  const listed = await testbed.call("GET", `/webhook-endpoints/${id}/deliveries?limit=3`);
  for (const { status, nextAttemptAt } of listed.body.data)
    assert.deepEqual([status, nextAttemptAt], ["pending", null]);
  assert.equal((await set(id, "enabled")).status, 200);
  await sweepAll();
  assert.equal((await lease()).length, many);
});

test("a delivery that fails again during the sweep waits for its next attempt", async () => {
  const id = await backlogged();
  await testbed.db.sql("UPDATE webhook_endpoints SET status = 'paused' WHERE id = $1", [id]);
  await set(id, "enabled");
  await testbed.db.sql(
    `UPDATE webhook_deliveries SET attempts = 9, next_attempt_at = now() + interval '100 hours'
     WHERE endpoint_id = $1 AND attempts = 1 AND next_attempt_at <= now()`,
    [id],
  );
  const failedAgain = await count(id, "attempts = 9");
  assert.ok(failedAgain > 0);
  await sweepAll();
  assert.equal(await count(id, "attempts = 9 AND next_attempt_at > now()"), failedAgain);
  assert.equal(await count(id, "next_attempt_at > now()"), failedAgain);
});

test("a deleted endpoint is gone at once and its deliveries soon; the audit log records it once", async () => {
  const id = await backlogged();
  const deleted = await testbed.call("DELETE", `/webhook-endpoints/${id}`);
  assert.deepEqual(deleted.body, { object: "webhook_endpoint", id, deleted: true });
  for (const [method, path] of [
    ["GET", ""],
    ["DELETE", ""],
    ["GET", "/deliveries"],
    ["POST", "/test"],
    ["POST", "/rotate-secret"],
  ] as const)
    assert.equal(
      (await testbed.call(method, `/webhook-endpoints/${id}${path}`)).status,
      404,
      `${method} ${path}`,
    );
  assert.deepEqual((await testbed.call("GET", "/webhook-endpoints")).body.data, []);
  assert.deepEqual(await lease(), []);
  await testbed.record("payment.captured");
  await sweepAll();
  for (const [table, column] of [
    ["webhook_deliveries", "endpoint_id"],
    ["webhook_endpoints", "id"],
    ["endpoint_sweeps", "endpoint_id"],
  ])
    assert.deepEqual(await testbed.db.sql(`SELECT FROM ${table} WHERE ${column} = $1`, [id]), [], table);
  const entries = await testbed.db.sql(
    "SELECT action, actor LIKE 'key %' OR actor LIKE '%key%' AS by_key FROM audit_entries WHERE object_id = $1 ORDER BY position",
    [id],
  );
  assert.deepEqual(entries, [
    { action: "created", by_key: true },
    { action: "deleted", by_key: true },
  ]);
});

test("events of the tenant are recorded during a batch", async () => {
  const id = await backlogged();
  await set(id, "disabled");
  const { body } = await testbed.call("POST", "/webhook-endpoints", {
    body: { url: "http://127.0.0.1:65001/b" },
  });
  await testbed.database.inTenant(testbed.scope, async (trx) => {
    await trx.query("SELECT FROM endpoint_sweeps WHERE endpoint_id = $1 FOR UPDATE", [id]);
    await trx.run("UPDATE webhook_deliveries SET status = status WHERE endpoint_id = $1", [id]);
    await testbed.record("payment.captured");
    assert.equal(await sweepDeliveries(testbed), false, "another process leaves the batch alone");
  });
  assert.equal(await count(body.id, "status = 'pending'"), 1);
});

test("deliveries that end while a batch is canceled don't end the sweep early", async () => {
  const id = await backlogged();
  let disabling: Promise<unknown> = Promise.resolve();
  await testbed.database.inTenant(testbed.scope, async (trx) => {
    for (const order of ["next_attempt_at, id", "id"])
      await trx.run(
        `UPDATE webhook_deliveries SET status = 'delivered', next_attempt_at = NULL WHERE tenant_id = $1 AND id IN (
           SELECT id FROM webhook_deliveries
           WHERE tenant_id = $1 AND endpoint_id = $2 AND status = 'pending' ORDER BY ${order} LIMIT 3)`,
        [trx.tenantId, id],
      );
    disabling = set(id, "disabled");
    await until(
      async () => (await countWaiting(testbed.db)) > 0,
      "the batch waits for what is being recorded",
    );
  });
  await disabling;
  await sweepAll();
  assert.equal(await count(id, "status = 'delivered'"), 6);
  assert.equal(await count(id, "status = 'canceled'"), many - 6);
});

test("disabling an endpoint whose deliveries are being made due cancels all pending ones", async () => {
  const id = await backlogged();
  await testbed.db.sql("UPDATE webhook_endpoints SET status = 'paused' WHERE id = $1", [id]);
  await set(id, "enabled");
  await testbed.database.inTenant(testbed.scope, (trx) => beginSweep(trx, id, "retry"));
  await set(id, "disabled");
  await sweepAll();
  assert.equal(await count(id, "status = 'canceled'"), many);
});

/** The next sweep. `whileAtSecond` lets a round of the job do only the first sweep: another process has the second. */
const nextSweep = async () => (await testbed.database.inWorker((trx) => findSweeps(trx, 1)))[0]?.endpointId;
const whileAtSecond = (second: string, work: () => Promise<unknown>): Promise<void> =>
  testbed.database.inTenant(testbed.scope, async (trx) => {
    await trx.query("SELECT FROM endpoint_sweeps WHERE endpoint_id = $1 FOR UPDATE", [second]);
    await work();
  });

test("sweeps take turns: after a batch a sweep goes behind the others", async () => {
  const [first, second] = [await backlogged(), await backlogged()];
  await set(first, "disabled");
  await set(second, "disabled");
  assert.equal(await nextSweep(), first);
  await whileAtSecond(second, () => sweepDeliveries(testbed));
  assert.equal(await count(first, "status = 'canceled'"), 1_000);
  assert.equal(await nextSweep(), second);
});

test("a sweep whose batch fails goes behind the others, too", async (t) => {
  const [first, second] = [await backlogged(), await backlogged()];
  await set(first, "disabled");
  await set(second, "disabled");
  await testbed.db.sql(
    `ALTER TABLE webhook_deliveries ADD CONSTRAINT broken CHECK (endpoint_id <> '${first}') NOT VALID`,
  );
  t.after(() => testbed.db.sql("ALTER TABLE webhook_deliveries DROP CONSTRAINT broken"));
  await whileAtSecond(second, () => assert.rejects(sweepDeliveries(testbed), /broken/));
  assert.equal(await nextSweep(), second);
});
