import assert from "node:assert/strict";
import { after, afterEach, before, type TestContext, test } from "node:test";
import { citusNodes } from "../../test/support/citus-databases.ts";
import { untilLockWaits } from "../../test/support/lock-waits.ts";
import { until } from "../../test/support/until.ts";
import { startReceiver } from "../../test/support/webhook-receiver.ts";
import { openWebhookTestbed, type WebhookTestbed } from "../../test/support/webhooks.ts";
import { deleteClock } from "../clocks/delete-clock.ts";
import { makeId } from "../kernel/id.ts";
import { releaseLeases } from "./delivery/leases/queries.ts";
import type { Lease } from "./delivery/queries.ts";
import { type Attempt, recordAttempt } from "./delivery/record-attempt.ts";
import { leaseDue } from "./delivery/start-delivery-worker.ts";
import { beginSweep, sweepDeliveries } from "./sweep/sweep-deliveries.ts";

// Two transactions that lock the same rows in different orders deadlock. Each test lets one wait in the middle of its locks, for a row
// that the test has locked, and then starts the other.

let testbed: WebhookTestbed;
before(async () => {
  testbed = await openWebhookTestbed();
});
afterEach(async () => {
  await testbed.db.sql("DELETE FROM webhook_endpoints");
  await testbed.db.sql("DELETE FROM webhook_deliveries");
});
after(() => testbed.close());

/** An endpoint with two pending deliveries, in the order of their ids. */
async function makeEndpoint(): Promise<{ id: string; first: string; last: string }> {
  const { body } = await testbed.call("POST", "/webhook-endpoints", {
    body: { url: "http://127.0.0.1:65001/" },
  });
  await testbed.record("payment.captured");
  await testbed.record("payment.captured");
  const rows = await testbed.db.sql<{ id: string }>(
    "SELECT id FROM webhook_deliveries WHERE endpoint_id = $1 ORDER BY id",
    [body.id],
  );
  const [first, last] = rows;
  assert.ok(first && last);
  return { id: body.id, first: first.id, last: last.id };
}

async function makeClock(): Promise<string> {
  const id = makeId("clk", "sandbox", testbed.scope.tenantId, Date.now());
  await testbed.db.sql(
    "INSERT INTO clocks (tenant_id, id, mode, shows) VALUES ($1, $2, 'sandbox', statement_timestamp())",
    [testbed.scope.tenantId, id],
  );
  return id;
}

const leaseOf = (id: string, endpointId: string): Lease => ({ ...testbed.scope, id, endpointId, fence: 0 });

const failedAttempt = (endpointId: string, livesOn: string | null = null): Attempt => ({
  endpointId,
  endpointFailing: true,
  livesOn,
  startedAt: new Date(),
  url: "",
  headers: {},
  outcome: { status: 500, headers: {}, body: null, error: null, durationMs: 1 },
});

/** Holds a delivery's lock until `work` has ended. */
const whileLocked = (id: string, work: () => Promise<void>): Promise<void> =>
  testbed.database.inTenant(testbed.scope, async (trx) => {
    await trx.query("SELECT FROM webhook_deliveries WHERE tenant_id = $1 AND id = $2 FOR UPDATE", [
      trx.tenantId,
      id,
    ]);
    await work();
  });

/** A table's triggers run where its rows are: on Citus on the nodes. All changes of one tenant meet the same node's sequence. */
const onEachNode = (command: string): Promise<unknown> =>
  citusNodes.length === 0
    ? testbed.db.sql(command)
    : testbed.db.sql("SELECT run_command_on_all_nodes($1)", [command]);

/** Has PostgreSQL undo the first so many changes of a table, as it does in a deadlock. */
async function conflictAt(t: TestContext, table: string, times: number): Promise<void> {
  await onEachNode("CREATE SEQUENCE conflicts; GRANT USAGE ON conflicts TO kassa_request");
  await testbed.db.sql(`CREATE FUNCTION conflict() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF nextval('conflicts') <= ${times} THEN RAISE deadlock_detected; END IF;
    RETURN NULL;
  END $$`);
  await testbed.db.sql(
    `CREATE TRIGGER conflict AFTER INSERT OR UPDATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION conflict()`,
  );
  t.after(async () => {
    await testbed.db.sql("DROP FUNCTION conflict CASCADE");
    await onEachNode("DROP SEQUENCE conflicts");
  });
}

/** Whether a delivery is not locked. */
const isFree = async (id: string): Promise<boolean> => {
  const free = "SELECT FROM webhook_deliveries WHERE tenant_id = $1 AND id = $2 FOR UPDATE SKIP LOCKED";
  return (await testbed.db.sql(free, [testbed.scope.tenantId, id])).length === 1;
};

/** Makes the later delivery due first, against the order of the ids. */
async function turnRound({ first, last }: { first: string; last: string }, livesOn: string | null = null) {
  for (const [hours, id] of [
    [2, last],
    [1, first],
  ] as const)
    await testbed.db.sql(
      `UPDATE webhook_deliveries SET next_attempt_at = now() - make_interval(hours => $1), lives_on = $2 WHERE id = $3`,
      [hours, livesOn, id],
    );
}

/** Adds deliveries whose ids descend as their times ascend, so many that PostgreSQL doesn't look them up one by one. */
async function addMany(endpointId: string, count: number): Promise<void> {
  await testbed.db.sql(
    `INSERT INTO webhook_deliveries (tenant_id, id, mode, event_id, endpoint_id, next_attempt_at)
     SELECT d.tenant_id, d.id || '_' || 1000 - n, 'sandbox', d.event_id, $1, now() - interval '1 day' + n * interval '1 second'
     FROM (SELECT * FROM webhook_deliveries WHERE endpoint_id = $1 ORDER BY id DESC LIMIT 1) d, generate_series(1, $2) n`,
    [endpointId, count],
  );
  await testbed.db.sql("ANALYZE webhook_deliveries");
}

for (const task of ["cancel", "delete"] as const)
  test(`a sweep's "${task}" locks deliveries in the order of their ids`, async () => {
    const { id, first, last } = await makeEndpoint();
    await addMany(id, 400);
    await turnRound({ first, last });
    let sweeping: Promise<unknown> = Promise.resolve();
    await whileLocked(first, async () => {
      sweeping = testbed.database.inTenant(testbed.scope, (trx) => beginSweep(trx, id, task));
      await untilLockWaits(testbed.db, 1);
      assert.equal(await isFree(last), true);
      assert.equal(await isFree(`${last}_999`), true);
    });
    await sweeping;
  });

test("the deletion of a clock locks deliveries in the order of their ids", async () => {
  const endpoint = await makeEndpoint();
  const clockId = await makeClock();
  await turnRound(endpoint, clockId);
  let deleting: Promise<unknown> = Promise.resolve();
  await whileLocked(endpoint.first, async () => {
    deleting = deleteClock(testbed.database, testbed.scope, clockId);
    await untilLockWaits(testbed.db, 1);
    assert.equal(await isFree(endpoint.last), true);
  });
  await deleting;
});

test("a process that stops doesn't wait for locked deliveries", async () => {
  const { first, last } = await makeEndpoint();
  const { leases } = await leaseDue(testbed.database, 2, { maxPerEndpoint: 2, maxPerTenant: 4 });
  assert.equal(leases.length, 2);
  await whileLocked(first, () => testbed.database.inWorker((trx) => releaseLeases(trx, leases)));
  const held = await testbed.db.sql(
    "SELECT id FROM webhook_deliveries WHERE lease_until IS NOT NULL AND id IN ($1, $2)",
    [first, last],
  );
  assert.deepEqual(held, [{ id: first }]);
});

test("a request that ends in a deadlock is answered 503, changes nothing, and can be repeated", async (t) => {
  const { id } = await makeEndpoint();
  await conflictAt(t, "webhook_deliveries", 1);
  const disable = () => testbed.call("POST", `/webhook-endpoints/${id}`, { body: { status: "disabled" } });
  const { status, body, headers } = await disable();
  assert.deepEqual([status, body.code, headers["retry-after"]], [503, "service_unavailable", "2"]);
  assert.equal((await testbed.call("GET", `/webhook-endpoints/${id}`)).body.status, "enabled");
  assert.equal((await disable()).status, 200);
});

test("an attempt whose recording hits a deadlock is recorded by a retry and not made again", async (t) => {
  const receiver = await startReceiver();
  t.after(() => receiver.close());
  const { body } = await testbed.call("POST", "/webhook-endpoints", { body: { url: receiver.url } });
  await conflictAt(t, "webhook_delivery_attempts", 1);
  await testbed.record("payment.captured");
  const worker = testbed.startWorker();
  t.after(() => worker.stop());
  const deliveries = () =>
    testbed.db.sql("SELECT status, attempts FROM webhook_deliveries WHERE endpoint_id = $1", [body.id]);
  await until(async () => (await deliveries())[0]?.status !== "pending", "the delivery has ended");
  assert.deepEqual(await deliveries(), [{ status: "delivered", attempts: 1 }]);
  assert.equal(receiver.received.length, 1);
});

test("an attempt is recorded while the last batch of a deleted endpoint is removed", async () => {
  const { id, first, last } = await makeEndpoint();
  await testbed.db.sql("UPDATE webhook_endpoints SET kind = 'deleted', status = 'disabled' WHERE id = $1", [
    id,
  ]);
  await testbed.db.sql(
    "INSERT INTO endpoint_sweeps (tenant_id, mode, endpoint_id, task) VALUES ($1, 'sandbox', $2, 'delete')",
    [testbed.scope.tenantId, id],
  );
  let both: Promise<unknown> = Promise.resolve();
  await whileLocked(last, async () => {
    const removing = sweepDeliveries(testbed);
    await untilLockWaits(testbed.db, 1);
    const recording = recordAttempt(testbed.database, leaseOf(first, id), failedAttempt(id));
    both = Promise.all([removing, recording]);
    await untilLockWaits(testbed.db, 2);
  });
  assert.deepEqual(await both, [false, "lost"]);
  assert.deepEqual(await testbed.db.sql("SELECT FROM webhook_endpoints WHERE id = $1", [id]), []);
});

test("an attempt is recorded while the clock of its delivery is deleted", async () => {
  const { id, first, last } = await makeEndpoint();
  const clockId = await makeClock();
  await testbed.db.sql("UPDATE webhook_deliveries SET lives_on = $2 WHERE endpoint_id = $1", [id, clockId]);
  let both: Promise<unknown> = Promise.resolve();
  await whileLocked(first, async () => {
    const deleting = deleteClock(testbed.database, testbed.scope, clockId);
    await untilLockWaits(testbed.db, 1);
    const recording = recordAttempt(testbed.database, leaseOf(last, id), failedAttempt(id, clockId));
    both = Promise.all([deleting.then(({ ok }) => ok), recording]);
    await untilLockWaits(testbed.db, 2);
  });
  assert.deepEqual(await both, [true, "lost"]);
});
