import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { type NameAnswer, startNameServer } from "../../../test/support/name-server.ts";
import { startStopwatch } from "../../../test/support/stopwatch.ts";
import { until } from "../../../test/support/until.ts";
import { startReceiver } from "../../../test/support/webhook-receiver.ts";
import { openWebhookHouse } from "../../../test/support/webhooks.ts";
import { HostResolver } from "../../kernel/host-resolver.ts";
import type { NewTenant } from "../../tenants/create-tenant.ts";

/** A house whose names are resolved by a name server of the test's, and a tenant in it whose receiver is fine. */
async function setUp(t: TestContext, answer: (name: string) => NameAnswer) {
  const server = await startNameServer(answer);
  const house = await openWebhookHouse({ resolver: new HostResolver({ servers: [server.address] }) });
  const receiver = await startReceiver();
  t.after(async () => {
    await house.close();
    await receiver.close();
    server.close();
  });
  const create = async (tenant: NewTenant, url: string): Promise<void> => {
    const { status } = await house.call("POST", "/webhook-endpoints", {
      key: tenant.keys.sandbox.secret,
      body: { url },
    });
    assert.equal(status, 200);
  };
  const good = await house.makeTenant("Good shop");
  const { port } = new URL(receiver.url);
  await create(good, `http://good.example:${port}/hook`);
  return { server, house, receiver, create, good };
}

test("a tenant whose names aren't resolved delays nobody else's webhook", async (t) => {
  const silent = new Set<string>();
  const { server, house, receiver, create, good } = await setUp(t, (name) => {
    if (name === "good.example") return ["127.0.0.1"];
    return silent.has(name) ? "silence" : ["93.184.215.14"];
  });
  const bad = await house.makeTenant("Shop with a dead name server");
  const names = Array.from({ length: 20 }, (_, number) => `hook-${number}.dead.example`);
  await Promise.all(names.map((name) => create(bad, `http://${name}/hook`)));
  names.forEach((name) => void silent.add(name));
  server.asked.length = 0;
  for (let count = 0; count < 5; count += 1) await house.record("payment.captured", {}, "sandbox", bad);
  house.startWorker({ stopGraceMs: 100, maxInFlight: 40 });
  await until(() => server.asked.some((name) => silent.has(name)), "the dead names are asked for");
  const watch = startStopwatch();
  await house.record("payment.captured", {}, "sandbox", good);
  await receiver.wait(1, 30_000);
  watch.assertWithin(2_000, "the other tenant's webhook");
});

test("a tenant whose receivers hang has a share of the places, and a smaller one once they failed", async (t) => {
  const { house, receiver, create, good } = await setUp(t, () => ["127.0.0.1"]);
  const hanging = await startReceiver(() => {});
  t.after(() => hanging.close());
  const bad = await house.makeTenant("Shop whose server hangs");
  for (let count = 0; count < 12; count += 1) await create(bad, hanging.url);
  for (let count = 0; count < 4; count += 1) await house.record("payment.captured", {}, "sandbox", bad);
  const options = { stopGraceMs: 100, maxInFlight: 20, maxPerTenant: 16 };
  const worker = house.startWorker(options);
  await hanging.wait(16);
  await house.record("payment.captured", {}, "sandbox", good);
  await receiver.wait(1);
  assert.equal(hanging.received.length, 16);
  await worker.stop();
  await house.db.sql("UPDATE webhook_endpoints SET failing_since = now() WHERE tenant_id = $1", [
    bad.tenant.tenantId,
  ]);
  hanging.received.length = 0;
  house.startWorker(options);
  await hanging.wait(4);
  await house.record("payment.captured", {}, "sandbox", good);
  await receiver.wait(2);
  assert.equal(hanging.received.length, 4);
});
