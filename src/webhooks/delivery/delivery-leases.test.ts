import assert from "node:assert/strict";
import dns from "node:dns";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { startStopwatch } from "../../../test/support/stopwatch.ts";
import { makeGuardedAgents } from "../../kernel/guarded-agent.ts";
import { makeAttempt } from "./attempt-delivery.ts";
import { renewLeases } from "./leases/queries.ts";
import { getContents, type Lease } from "./queries.ts";
import { recordAttempt } from "./record-attempt.ts";
import { leaseDue } from "./start-delivery-worker.ts";
import { until, useDeliveries } from "./test-support.ts";

// Several workers share the deliveries, and may die. Only the holder of a lease delivers and records.

const { testbed, shop, work, receive, record } = useDeliveries();

test("two workers on one database deliver each event once", async () => {
  const receiver = await receive((_number, response) => void setTimeout(() => response.end(), 10));
  work({ maxPerEndpoint: 8 });
  work({ maxPerEndpoint: 8 });
  for (let count = 0; count < 60; count += 1) await record();
  await receiver.wait(60);
  await sleep(200);
  const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
  assert.deepEqual([ids.length, new Set(ids).size], [60, 60]);
});

test("the deliveries of a dead worker are free once their leases end, and not before", async () => {
  const receiver = await receive();
  await record();
  const [lease] = await leaseAll();
  assert.ok(lease);
  work();
  await sleep(200);
  assert.equal(receiver.received.length, 0, "leased to somebody else");
  await leaseRunsOut(lease);
  await receiver.wait(1);
});

test("a write under a lost lease changes nothing, neither while the delivery is leased again nor after it was delivered", async () => {
  const receiver = await receive((_number, response) => void response.writeHead(500).end());
  await record();
  const [zombie] = await leaseAll();
  assert.ok(zombie);
  const attempt = await post(zombie);
  await leaseRunsOut(zombie);
  const [successor] = await leaseAll();
  assert.ok(successor && successor.fence > zombie.fence);
  const before = await snapshot(receiver.id);
  assert.equal(await recordAttempt(testbed().database, zombie, attempt), "lost");
  assert.deepEqual(await snapshot(receiver.id), before);
  assert.equal(await testbed().database.inTenant(zombie, (trx) => getContents(trx, zombie)), undefined);
  const { renewed, lost } = await testbed().database.inWorker((trx) => renewLeases(trx, [zombie, successor]));
  assert.deepEqual([[...renewed], [...lost]], [[successor], [zombie]]);
  assert.equal(await recordAttempt(testbed().database, successor, attempt), "retrying");
  const recorded = await snapshot(receiver.id);
  assert.equal(await recordAttempt(testbed().database, zombie, attempt), "lost");
  assert.deepEqual(await snapshot(receiver.id), recorded);
});

test("an attempt that takes longer than a lease is made once, because its worker renews the lease", async () => {
  // Longer than a lease that isn't renewed, much shorter than the attempt's deadline.
  const receiver = await receive((_number, response) => void setTimeout(() => response.end(), 7_000));
  work();
  await record();
  await receiver.wait(1);
  const deliveries = () =>
    testbed().db.sql("SELECT status, attempts FROM webhook_deliveries WHERE endpoint_id = $1", [receiver.id]);
  await until(async () => (await deliveries())[0]?.status !== "pending", "the delivery has ended");
  assert.deepEqual(await deliveries(), [{ status: "delivered", attempts: 1 }]);
  assert.equal(receiver.received.length, 1);
});

test("a renewed lease lasts as long as a new one", async () => {
  await receive();
  await record();
  const [lease] = await leaseAll();
  assert.ok(lease);
  await testbed().db.sql(
    "UPDATE webhook_deliveries SET lease_until = now() + interval '1 second' WHERE id = $1",
    [lease.id],
  );
  await testbed().database.inWorker((trx) => renewLeases(trx, [lease]));
  const [row] = await testbed().db.sql<{ ahead: boolean }>(
    "SELECT lease_until > now() + interval '4 seconds' AS ahead FROM webhook_deliveries WHERE id = $1",
    [lease.id],
  );
  assert.equal(row?.ahead, true);
});

test("an attempt whose lease can't be renewed is aborted before another worker can begin one", async (t) => {
  let isOver = false;
  const receiver = await receive(
    (_number, response) =>
      void response.once("close", () => {
        isOver = true;
      }),
  );
  const worker = work();
  t.after(() => worker.stop());
  await record();
  await receiver.wait(1);
  const watch = startStopwatch();
  await testbed().database.inTenant({ tenantId: shop().tenant.tenantId, mode: "sandbox" }, async (trx) => {
    await trx.query("SELECT FROM webhook_deliveries WHERE tenant_id = $1 AND endpoint_id = $2 FOR UPDATE", [
      trx.tenantId,
      receiver.id,
    ]);
    await until(async () => isOver, "it is aborted", 60_000);
    watch.assertWithin(5_000, "aborting it");
  });
});

test("stopping aborts a hanging attempt and releases its lease without recording it", async () => {
  const receiver = await receive(() => {});
  const worker = testbed().startWorker({ stopGraceMs: 50 });
  await record();
  await receiver.wait(1);
  const watch = startStopwatch();
  await worker.stop();
  watch.assertWithin(2_000, "stopping");
  const [row] = await testbed().db.sql(
    "SELECT status, attempts, lease_until FROM webhook_deliveries WHERE endpoint_id = $1",
    [receiver.id],
  );
  assert.deepEqual(row, { status: "pending", attempts: 0, lease_until: null });
});

async function leaseAll(): Promise<readonly Lease[]> {
  const { leases } = await leaseDue(testbed().database, 64, { maxPerEndpoint: 4, maxPerTenant: 64 });
  return leases;
}

const leaseRunsOut = (lease: Lease) =>
  testbed().db.sql("UPDATE webhook_deliveries SET lease_until = now() - interval '1 ms' WHERE id = $1", [
    lease.id,
  ]);

async function post(lease: Lease) {
  const contents = await testbed().database.inTenant(lease, (trx) => getContents(trx, lease));
  assert.ok(contents);
  return makeAttempt(testbed(), contents, {
    agents: makeGuardedAgents({ allowLoopback: true, lookup: dns.lookup }),
    deadlineMs: 5_000,
  });
}

const snapshot = (endpoint: string) =>
  testbed().db.sql(
    `SELECT d.*, (SELECT count(*) FROM webhook_delivery_attempts a WHERE a.delivery_id = d.id) AS written,
       e.failing_since, e.status AS endpoint_status
     FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id WHERE e.id = $1`,
    [endpoint],
  );
