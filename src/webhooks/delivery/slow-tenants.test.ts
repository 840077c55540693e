import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { citusNodes } from "../../../test/support/citus-databases.ts";
import { type NameAnswer, startNameServer } from "../../../test/support/name-server.ts";
import { startStopwatch } from "../../../test/support/stopwatch.ts";
import { until } from "../../../test/support/until.ts";
import { startReceiver } from "../../../test/support/webhook-receiver.ts";
import { openWebhookTestbed } from "../../../test/support/webhooks.ts";
import type { Transaction } from "../../database/transaction.ts";
import { HostResolver } from "../../kernel/host-resolver.ts";
import type { NewTenant } from "../../tenants/create-tenant.ts";
import { findDueEndpoints, findDueEndpointsOnCitus, leaseOfTenant } from "./leases/queries.ts";
import { leaseDue } from "./start-delivery-worker.ts";

/** A testbed that resolves names by the test's own name server, with a tenant whose receiver works. */
async function setUp(t: TestContext, answer: (name: string) => NameAnswer) {
  const server = await startNameServer(answer);
  const testbed = await openWebhookTestbed({ resolver: new HostResolver({ servers: [server.address] }) });
  const receiver = await startReceiver();
  t.after(async () => {
    await testbed.close();
    await receiver.close();
    server.close();
  });
  const create = async (tenant: NewTenant, url: string): Promise<void> => {
    const { status } = await testbed.call("POST", "/webhook-endpoints", {
      key: tenant.keys.sandbox.secret,
      body: { url },
    });
    assert.equal(status, 200);
  };
  const good = await testbed.makeTenant("Good shop");
  const { port } = new URL(receiver.url);
  await create(good, `http://good.example:${port}/hook`);
  return { server, testbed, receiver, create, good };
}

test("a tenant whose host names don't resolve doesn't delay other tenants' webhooks", async (t) => {
  const silent = new Set<string>();
  const { server, testbed, receiver, create, good } = await setUp(t, (name) => {
    if (name === "good.example") return ["127.0.0.1"];
    return silent.has(name) ? "silence" : ["93.184.215.14"];
  });
  const bad = await testbed.makeTenant("Shop with a dead name server");
  const names = Array.from({ length: 20 }, (_, number) => `hook-${number}.dead.example`);
  await Promise.all(names.map((name) => create(bad, `http://${name}/hook`)));
  names.forEach((name) => void silent.add(name));
  server.queries.length = 0;
  for (let count = 0; count < 5; count += 1) await testbed.record("payment.captured", {}, "sandbox", bad);
  testbed.startWorker({ stopGraceMs: 100, maxInFlight: 40 });
  await until(() => server.queries.some((name) => silent.has(name)), "the dead names are asked for");
  const watch = startStopwatch();
  await testbed.record("payment.captured", {}, "sandbox", good);
  await receiver.wait(1, 30_000);
  watch.assertWithin(2_000, "the other tenant's webhook");
});

test("a tenant whose receivers hang gets a share of the places, and a smaller one once they are failing", async (t) => {
  const { testbed, receiver, create, good } = await setUp(t, () => ["127.0.0.1"]);
  const hanging = await startReceiver(() => {});
  t.after(() => hanging.close());
  const bad = await testbed.makeTenant("Shop whose server hangs");
  for (let count = 0; count < 12; count += 1) await create(bad, hanging.url);
  for (let count = 0; count < 4; count += 1) await testbed.record("payment.captured", {}, "sandbox", bad);
  const options = { stopGraceMs: 100, maxInFlight: 20, maxPerTenant: 16 };
  const worker = testbed.startWorker(options);
  await hanging.wait(16);
  await testbed.record("payment.captured", {}, "sandbox", good);
  await receiver.wait(1);
  assert.equal(hanging.received.length, 16);
  await worker.stop();
  await testbed.db.sql("UPDATE webhook_endpoints SET failing_since = now() WHERE tenant_id = $1", [
    bad.tenant.tenantId,
  ]);
  hanging.received.length = 0;
  testbed.startWorker(options);
  await hanging.wait(4);
  await testbed.record("payment.captured", {}, "sandbox", good);
  await receiver.wait(2);
  assert.equal(hanging.received.length, 4);
});

test("failing sandbox endpoints take no places of the same tenant's failing live endpoints", async (t) => {
  const { testbed, create } = await setUp(t, () => ["127.0.0.1"]);
  const shop = await testbed.makeTenant("Shop that tries something out");
  const { tenantId } = shop.tenant;
  for (let count = 0; count < 12; count += 1) await create(shop, "http://127.0.0.1:65001/");
  await testbed.db.sql(
    `INSERT INTO webhook_endpoints (tenant_id, id, mode, url, event_types, secret_sealed, api_version)
     SELECT tenant_id, 'we_live_shop', 'live', url, event_types, '', api_version FROM webhook_endpoints
     WHERE tenant_id = $1 LIMIT 1`,
    [tenantId],
  );
  await testbed.db.sql("UPDATE webhook_endpoints SET failing_since = now() WHERE tenant_id = $1", [tenantId]);
  await testbed.record("payment.captured", {}, "sandbox", shop);
  const lease = async () => {
    const bounds = { maxPerEndpoint: 4, maxPerTenant: 16 };
    const { leases } = await leaseDue(testbed.database, 64, bounds);
    return leases.filter((one) => one.tenantId === tenantId).map(({ mode }) => mode);
  };
  assert.deepEqual(await lease(), ["sandbox", "sandbox", "sandbox", "sandbox"]);
  await testbed.record("payment.captured", {}, "live", shop);
  assert.deepEqual(await lease(), ["live"]);
});

test("the last free place goes to a tenant whose delivery can be attempted, not to endpoints at their limit", async (t) => {
  const { testbed, create, good } = await setUp(t, () => ["127.0.0.1"]);
  const limits = { maxPerEndpoint: 2, maxPerTenant: 16 };
  for (let count = 0; count < 10; count += 1) {
    const busy = await testbed.makeTenant("Shop with a backlog");
    await create(busy, "http://127.0.0.1:65001/");
    for (let events = 0; events < 3; events += 1)
      await testbed.record("payment.captured", {}, "sandbox", busy);
  }
  assert.equal((await leaseDue(testbed.database, 100, limits)).leases.length, 20);
  await testbed.record("payment.captured", {}, "sandbox", good);
  const { leases } = await leaseDue(testbed.database, 1, limits);
  assert.deepEqual(
    leases.map(({ tenantId }) => tenantId),
    [good.tenant.tenantId],
  );
});

/** A shop with 12 failing endpoints, each with four due deliveries. */
async function setUpFailing(t: TestContext) {
  const { testbed, create } = await setUp(t, () => ["127.0.0.1"]);
  const shop = await testbed.makeTenant("Shop with many dead receivers");
  for (let count = 0; count < 12; count += 1) await create(shop, "http://127.0.0.1:65001/");
  for (let count = 0; count < 4; count += 1) await testbed.record("payment.captured", {}, "sandbox", shop);
  const { tenantId } = shop.tenant;
  await testbed.db.sql("UPDATE webhook_endpoints SET failing_since = now() WHERE tenant_id = $1", [tenantId]);
  const limits = { maxPerEndpoint: 4, maxPerTenant: 16 };
  const lease = async () => {
    const { leases } = await leaseDue(testbed.database, 64, limits);
    return leases.filter((one) => one.tenantId === tenantId).map(({ id }) => id);
  };
  /** Leases in a transaction that isn't committed yet. */
  const leaseIn = async (trx: Transaction) => {
    const find = citusNodes.length > 0 ? findDueEndpointsOnCitus : findDueEndpoints;
    const endpoints = await find(trx, limits.maxPerEndpoint);
    assert.equal(endpoints.length, 12);
    return (await leaseOfTenant(trx, tenantId, endpoints, 64, limits)).map(({ id }) => id);
  };
  /** Releases leases and returns their endpoints. */
  const release = async (leased: readonly string[]): Promise<string[]> => {
    const rows = await testbed.db.sql<{ id: string }>(
      "UPDATE webhook_deliveries SET lease_until = NULL WHERE id = ANY ($1) RETURNING endpoint_id AS id",
      [leased],
    );
    return rows.map(({ id }) => id);
  };
  return { testbed, tenantId, lease, leaseIn, release };
}

test("each failing endpoint gets a turn, though others have failed longer and hang; they share a quarter of the places", async (t) => {
  const { testbed, tenantId, lease, release } = await setUpFailing(t);
  await testbed.db.sql(
    `UPDATE webhook_deliveries SET next_attempt_at = now() - interval '1 hour' WHERE tenant_id = $1
       AND endpoint_id <> (SELECT max(id) FROM webhook_endpoints WHERE tenant_id = $1)`,
    [tenantId],
  );
  const [last] = await testbed.db.sql<{ id: string }>(
    "SELECT max(id) AS id FROM webhook_endpoints WHERE tenant_id = $1",
    [tenantId],
  );
  assert.ok(last);
  await until(async () => {
    const leased = await lease();
    assert.equal(leased.length, 4);
    assert.deepEqual(await lease(), [], "while these are in flight");
    return (await release(leased)).includes(last.id);
  }, "the endpoint that was due last gets a turn");
});

test("processes that lease at the same time together take a quarter of the places for failing endpoints", async (t) => {
  const { testbed, leaseIn, release } = await setUpFailing(t);
  const startOf = async (trx: Transaction) =>
    (await trx.one<{ second: Date }>("SELECT date_trunc('second', now()) AS second"))?.second.getTime();
  // The endpoints whose turn it is change every second.
  const leased = await until(async () => {
    const { taken, isSameSecond } = await testbed.database.inWorker(async (one) => {
      const first = await leaseIn(one);
      return testbed.database.inWorker(async (other) => ({
        isSameSecond: (await startOf(one)) === (await startOf(other)),
        taken: [...first, ...(await leaseIn(other))],
      }));
    });
    await release(taken);
    return isSameSecond ? taken : undefined;
  }, "two have leased in the same second");
  assert.equal(leased.length, 4);
});
