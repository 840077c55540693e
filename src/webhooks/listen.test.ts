import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { until } from "../../test/support/until.ts";
import { startReceiver } from "../../test/support/webhook-receiver.ts";
import { openWebhookTestbed, type WebhookTestbed } from "../../test/support/webhooks.ts";
import { makeId } from "../kernel/id.ts";
import { newestApiVersion } from "../tenants/versions.ts";
import { deleteStaleListeners } from "./delivery/start-delivery-worker.ts";
import { type Forwarded, startListener } from "./listen.ts";
import { insertListener } from "./queries.ts";
import { makeSecret, sealSecret } from "./secrets.ts";

let testbed: WebhookTestbed;
before(async () => {
  testbed = await openWebhookTestbed();
});
after(() => testbed.close());

async function listen(forwardTo: string) {
  const stopping = new AbortController();
  const forwarded: Forwarded[] = [];
  const listener = await startListener({
    database: testbed.database,
    keyring: testbed.keyring,
    tenantId: testbed.scope.tenantId,
    forwardTo: new URL(forwardTo),
    log: testbed.log,
    onDelivery: (one) => void forwarded.push(one),
    signal: stopping.signal,
    retryWaitsMs: [20, 20],
  });
  const stop = async (): Promise<void> => {
    stopping.abort();
    await listener.done;
  };
  return { ...listener, forwarded, stop };
}

test("events are forwarded one at a time and in order, resends included, signed with the listener's secret", async (t) => {
  let open = 0;
  let most = 0;
  const receiver = await startReceiver((_number, response) => {
    most = Math.max(most, ++open);
    setTimeout(() => {
      open -= 1;
      response.end();
    }, 15);
  });
  t.after(() => receiver.close());
  const listener = await listen(receiver.url);
  t.after(() => listener.stop());
  testbed.startWorker();
  const events = [];
  for (let count = 0; count < 8; count += 1)
    events.push(await testbed.record("payment.authorized", { count }));
  await testbed.call("POST", `/events/${events[2]?.id}/resend`);
  await testbed.record("payment.authorized", {}, "live");
  await receiver.wait(9);
  await until(() => listener.forwarded.length >= 9, "the listener has reported nine deliveries");
  assert.deepEqual(
    receiver.received.map(({ headers }) => headers["webhook-id"]),
    [...events, events[2]].map((event) => event?.id),
  );
  assert.equal(most, 1);
  for (const webhook of receiver.received) webhook.verify(listener.secret);
  assert.deepEqual(
    listener.forwarded.map(({ next, status }) => `${next} ${status}`),
    Array(9).fill("delivered 200"),
  );
});

test("a failing event is retried a few times before the next one is sent", async (t) => {
  const receiver = await startReceiver(
    (number, response) => void response.writeHead(number <= 3 ? 500 : 200).end(),
  );
  t.after(() => receiver.close());
  const listener = await listen(receiver.url);
  t.after(() => listener.stop());
  const first = await testbed.record("payment.authorized");
  const second = await testbed.record("payment.captured");
  await receiver.wait(4);
  await until(() => listener.forwarded.length >= 4, "the listener has reported four deliveries");
  assert.deepEqual(
    receiver.received.map(({ headers }) => headers["webhook-id"]),
    [first.id, first.id, first.id, second.id],
  );
  assert.deepEqual(
    listener.forwarded.map(({ next }) => next),
    ["retrying", "retrying", "given up", "delivered"],
  );
});

test("the API doesn't show listeners, and a listener is deleted when it stops", async () => {
  const listener = await listen("http://127.0.0.1:1/");
  const rows = () =>
    testbed.db.sql<{ id: string }>("SELECT id FROM webhook_endpoints WHERE kind = 'listener'");
  const [row] = await rows();
  assert.ok(row);
  assert.deepEqual((await testbed.call("GET", "/webhook-endpoints")).body.data, []);
  assert.equal((await testbed.call("GET", `/webhook-endpoints/${row.id}`)).status, 404);
  assert.equal((await testbed.call("DELETE", `/webhook-endpoints/${row.id}`)).status, 404);
  await listener.stop();
  assert.deepEqual(await rows(), []);
});

test("a listener without a heartbeat for a minute is deleted with its deliveries; another one stays", async (t) => {
  const alive = await listen("http://127.0.0.1:1/alive");
  t.after(() => alive.stop());
  await leaveListener("http://127.0.0.1:1/dead");
  const event = await testbed.record("payment.captured");
  assert.deepEqual(await listenersTold(event.id), ["http://127.0.0.1:1/alive", "http://127.0.0.1:1/dead"]);
  await testbed.db.sql(
    "UPDATE webhook_endpoints SET last_seen_at = now() - interval '61 seconds' WHERE url LIKE '%/dead'",
  );
  await deleteStaleListeners(testbed.database);
  const left = await testbed.db.sql("SELECT url FROM webhook_endpoints WHERE kind = 'listener'");
  assert.deepEqual(left, [{ url: "http://127.0.0.1:1/alive" }]);
  assert.deepEqual(await listenersTold(event.id), ["http://127.0.0.1:1/alive"]);
});

/** Leaves a listener without heartbeats, as a killed process does. */
async function leaveListener(url: string): Promise<void> {
  const { scope, keyring, database } = testbed;
  const id = makeId("we", scope.mode, scope.tenantId, Date.now());
  const listener = {
    id,
    url,
    description: "kassa listen",
    events: ["*"],
    secretSealed: sealSecret(keyring, scope, id, makeSecret()),
    apiVersion: newestApiVersion,
  };
  await database.inTenant(scope, (trx) => insertListener(trx, listener));
}

/** The URLs that an event is delivered to; null for a listener that was deleted. */
async function listenersTold(event: string): Promise<(string | null)[]> {
  const rows = await testbed.db.sql<{ url: string | null }>(
    `SELECT e.url FROM webhook_deliveries d LEFT JOIN webhook_endpoints e ON e.id = d.endpoint_id
     WHERE d.event_id = $1 ORDER BY e.url`,
    [event],
  );
  return rows.map(({ url }) => url);
}
