import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { startStopwatch } from "../../../test/support/stopwatch.ts";
import { openWebhookTestbed } from "../../../test/support/webhooks.ts";
import { until, useDeliveries } from "./test-support.ts";

const { testbed, shop, api, work, receive, record } = useDeliveries();

const deliveriesOf = async (endpoint: string) =>
  (await api("GET", `/webhook-endpoints/${endpoint}/deliveries`)).body.data;
const endpointOf = async (id: string) => (await api("GET", `/webhook-endpoints/${id}`)).body;

/** Makes deliveries that wait for a retry due now. */
const timePasses = (endpoint: string) =>
  testbed().db.sql(
    "UPDATE webhook_deliveries SET next_attempt_at = now() WHERE endpoint_id = $1 AND next_attempt_at IS NOT NULL",
    [endpoint],
  );

test("an event arrives signed and as the API shows it, and the delivery shows the request and the response", async () => {
  const receiver = await receive();
  work();
  const event = await record({ id: "cs_1", amount: 2599, metadata: { "10": "a", "9": "ü" } });
  await receiver.wait(1);
  const [webhook] = receiver.received;
  assert.ok(webhook);
  const { body: shown, text } = await api("GET", `/events/${event.id}`);
  assert.deepEqual(webhook.verify(receiver.secret), shown);
  assert.equal(webhook.body, text, "the same bytes");
  assert.equal(webhook.headers["webhook-id"], event.id);
  assert.equal(webhook.headers["content-type"], "application/json");
  await until(
    async () => (await deliveriesOf(receiver.id))[0].status === "delivered",
    "the delivery is recorded",
  );
  const [delivery] = await deliveriesOf(receiver.id);
  assert.deepEqual(
    [delivery.event, delivery.eventType, delivery.attempts, delivery.nextAttemptAt],
    [event.id, "checkout.session.completed", 1, null],
  );
  const { request, response, error } = delivery.lastAttempt;
  assert.deepEqual(
    [request.url, request.body, request.headers["webhook-id"]],
    [receiver.url, webhook.body, event.id],
  );
  assert.deepEqual([response.status, response.body, error], [200, "ok", null]);
});

test("endpoints get the event types they subscribe to, of their tenant and mode only", async () => {
  const wants = await receive(undefined, { events: ["checkout.session.completed"] });
  const other = await receive(undefined, { events: ["payment.captured"] });
  const everything = await receive();
  work();
  await record();
  await testbed().record("checkout.session.completed", {}, "live", shop());
  await testbed().record("checkout.session.completed");
  await Promise.all([wants.wait(1), everything.wait(1)]);
  await sleep(200);
  assert.deepEqual(
    [wants, other, everything].map(({ received }) => received.length),
    [1, 0, 1],
  );
});

test("a failed attempt is repeated after about 5 seconds with the same id and body and a new timestamp", async () => {
  const receiver = await receive(
    (number, response) => void response.writeHead(number === 1 ? 500 : 204).end(),
  );
  work();
  await record();
  await receiver.wait(1);
  await until(async () => (await deliveriesOf(receiver.id))[0].attempts === 1, "the failure is recorded");
  const [waiting] = await deliveriesOf(receiver.id);
  const waitMs = Date.parse(waiting.nextAttemptAt) - Date.parse(waiting.lastAttempt.startedAt);
  assert.ok(waitMs >= 4_900 && waitMs < 10_000, `${waitMs} ms`);
  assert.ok((await endpointOf(receiver.id)).failingSince);
  await receiver.wait(2, 20_000);
  const [first, second] = receiver.received;
  assert.ok(first && second);
  assert.equal(first.headers["webhook-id"], second.headers["webhook-id"]);
  assert.equal(first.body, second.body);
  assert.ok(Number(second.headers["webhook-timestamp"]) > Number(first.headers["webhook-timestamp"]));
  second.verify(receiver.secret);
  await until(
    async () => (await deliveriesOf(receiver.id))[0].status === "delivered",
    "the delivery is recorded",
  );
  assert.equal((await endpointOf(receiver.id)).failingSince, null, "one success and it works again");
});

test("Retry-After is honoured", async () => {
  const receiver = await receive(
    (_number, response) => void response.writeHead(503, { "retry-after": "600" }).end(),
  );
  work();
  await record();
  await until(async () => (await deliveriesOf(receiver.id))[0].attempts === 1, "the failure is recorded");
  const [waiting] = await deliveriesOf(receiver.id);
  const waitMs = Date.parse(waiting.nextAttemptAt) - Date.parse(waiting.lastAttempt.startedAt);
  assert.ok(waitMs >= 599_000 && waitMs < 620_000, `${waitMs} ms`);
});

test("one slow receiver delays only itself, with thousands of rows due", async () => {
  const slow = await receive(() => {});
  await testbed().db.sql(
    `INSERT INTO events (tenant_id, id, mode, type, object) SELECT $1, 'evt_old_' || n, 'sandbox', 'payment.captured', '{}'
     FROM generate_series(1, 3000) n`,
    [shop().tenant.tenantId],
  );
  await testbed().db.sql(
    `INSERT INTO webhook_deliveries (tenant_id, id, mode, event_id, endpoint_id, next_attempt_at)
     SELECT $1, 'del_old_' || n, 'sandbox', 'evt_old_' || n, $2, now() - interval '1 hour' FROM generate_series(1, 3000) n`,
    [shop().tenant.tenantId, slow.id],
  );
  work({ maxInFlight: 8 });
  await slow.wait(4);
  const quick = await receive();
  const watch = startStopwatch();
  for (let count = 0; count < 20; count += 1) await record();
  await quick.wait(20);
  watch.assertWithin(10_000, "all that the slow endpoint, whose deadline is 15 seconds, doesn't hold up,");
  assert.equal(slow.received.length, 4, "at most four at a time");
});

test("a failing endpoint gets one attempt at a time, so that hanging receivers don't take all places", async () => {
  const slow = await receive(() => {});
  await testbed().db.sql("UPDATE webhook_endpoints SET failing_since = now() WHERE id = $1", [slow.id]);
  work();
  for (let count = 0; count < 5; count += 1) await record();
  await slow.wait(1);
  await sleep(300);
  assert.equal(slow.received.length, 1);
});

test("a receiver that answers after the deadline has failed", async () => {
  const receiver = await receive((_number, response) => void setTimeout(() => response.end("late"), 2_000));
  work({ deadlineMs: 200 });
  await record();
  await until(async () => (await deliveriesOf(receiver.id))[0].attempts === 1, "the failure is recorded");
  const [delivery] = await deliveriesOf(receiver.id);
  assert.equal(delivery.status, "pending");
  assert.match(delivery.lastAttempt.error, /within 0.2 seconds/);
});

test("410 disables the endpoint and cancels its pending deliveries", async () => {
  const receiver = await receive((_number, response) => void response.writeHead(410).end());
  for (let count = 0; count < 8; count += 1) await record();
  work();
  await until(async () => (await endpointOf(receiver.id)).status === "disabled", "the endpoint is disabled");
  await sleep(300);
  assert.equal((await endpointOf(receiver.id)).statusReason, "The receiver answered 410 Gone.");
  const statuses = (await deliveriesOf(receiver.id)).map(({ status }: { status: string }) => status);
  assert.ok(!statuses.includes("pending") && statuses.includes("canceled") && statuses.includes("failed"));
  assert.ok(receiver.received.length <= 4);
  await record();
  assert.equal((await deliveriesOf(receiver.id)).length, 8, "a disabled endpoint gets no deliveries");
});

test("an endpoint that failed for five days is paused, and gets the events of that time when it is enabled", async () => {
  let works = false;
  const receiver = await receive((_number, response) => void response.writeHead(works ? 200 : 500).end());
  const worker = work();
  await record();
  await receiver.wait(1);
  await until(async () => (await endpointOf(receiver.id)).failingSince !== null, "the failure is recorded");
  const failFor = async (time: string) => {
    await testbed().db.sql(
      "UPDATE webhook_endpoints SET failing_since = now() - $2::interval WHERE id = $1",
      [receiver.id, time],
    );
    await timePasses(receiver.id);
    worker.wake();
  };
  await failFor("119 hours");
  await until(async () => (await deliveriesOf(receiver.id))[0].attempts === 2, "the attempt is recorded");
  assert.equal((await endpointOf(receiver.id)).status, "enabled", "not before five days are over");
  await failFor("5 days");
  await until(async () => (await endpointOf(receiver.id)).status === "paused", "the endpoint is paused");
  assert.match((await endpointOf(receiver.id)).statusReason, /5 days failed/);
  assert.ok(
    testbed().logged.some((line) => line.includes("webhook endpoint paused") && line.includes(receiver.id)),
  );
  await record();
  const attempted = receiver.received.length;
  await sleep(300);
  assert.equal(receiver.received.length, attempted, "a paused endpoint is left alone");
  const kept = await deliveriesOf(receiver.id);
  assert.deepEqual(
    kept.map(({ status, nextAttemptAt }: { status: string; nextAttemptAt: null }) => [status, nextAttemptAt]),
    [
      ["pending", null],
      ["pending", null],
    ],
  );
  works = true;
  const { body } = await api("POST", `/webhook-endpoints/${receiver.id}`, { status: "enabled" });
  assert.deepEqual([body.status, body.statusReason, body.failingSince], ["enabled", null, null]);
  await until(
    async () =>
      (await deliveriesOf(receiver.id)).every(({ status }: { status: string }) => status === "delivered"),
    "what was kept is delivered",
  );
});

test("a delivery is given up after 30 days", async () => {
  const receiver = await receive((_number, response) => void response.writeHead(500).end());
  await record();
  await testbed().db.sql(
    "UPDATE webhook_deliveries SET created_at = now() - interval '30 days', attempts = 35 WHERE endpoint_id = $1",
    [receiver.id],
  );
  work();
  await until(
    async () => (await deliveriesOf(receiver.id))[0].status === "failed",
    "the delivery is given up",
  );
  const [delivery] = await deliveriesOf(receiver.id);
  assert.deepEqual([delivery.attempts, delivery.nextAttemptAt], [36, null]);
});

test("after a rotation both secrets verify; after the overlap only the new one does", async () => {
  const receiver = await receive();
  const { body } = await api("POST", `/webhook-endpoints/${receiver.id}/rotate-secret`);
  work();
  await record();
  await receiver.wait(1);
  receiver.received[0]?.verify(receiver.secret);
  receiver.received[0]?.verify(body.secret);
  await testbed().db.sql("UPDATE webhook_endpoints SET previous_secret_expires_at = now() WHERE id = $1", [
    receiver.id,
  ]);
  await record();
  await receiver.wait(2);
  receiver.received[1]?.verify(body.secret);
  assert.throws(() => receiver.received[1]?.verify(receiver.secret));
});

test("test sends webhook_endpoint.test to that endpoint only, whatever types it subscribes to", async () => {
  const receiver = await receive(undefined, { events: ["payment.captured"] });
  const other = await receive();
  work();
  const { status, body: delivery } = await api("POST", `/webhook-endpoints/${receiver.id}/test`);
  assert.deepEqual([status, delivery.status, delivery.eventType], [200, "pending", "webhook_endpoint.test"]);
  await receiver.wait(1);
  const event = receiver.received[0]?.verify(receiver.secret) as {
    type: string;
    session: null;
    data: { object: { id: string } };
  };
  assert.deepEqual(
    [event.type, event.session, event.data.object.id],
    ["webhook_endpoint.test", null, receiver.id],
  );
  assert.equal(other.received.length, 0);
});

test("resend delivers an event again with the same id, to all subscribed endpoints or to the named one", async () => {
  const receiver = await receive(undefined, { events: ["checkout.session.completed"] });
  const other = await receive(undefined, { events: ["payment.captured"] });
  work();
  const event = await record();
  await receiver.wait(1);
  const { body } = await api("POST", `/events/${event.id}/resend`);
  assert.deepEqual(
    body.data.map(({ endpoint }: { endpoint: string }) => endpoint),
    [receiver.id],
  );
  await receiver.wait(2);
  const [first, second] = receiver.received;
  assert.deepEqual(
    [first?.body, first?.headers["webhook-id"]],
    [second?.body, second?.headers["webhook-id"]],
  );
  await api("POST", `/events/${event.id}/resend`, { endpoint: other.id });
  await other.wait(1);
  assert.equal(other.received[0]?.headers["webhook-id"], event.id);
});

test("a host name that resolves to a private address after the endpoint was created is refused when connecting", async () => {
  let address = "93.184.215.14";
  const rebinding = await openWebhookTestbed({
    allowLoopback: false,
    lookup: (_hostname, { all }, done) =>
      all ? done(null, [{ address, family: 4 }]) : done(null, address, 4),
  });
  try {
    const created = await rebinding.call("POST", "/webhook-endpoints", {
      body: { url: "http://hooks.example/hook" },
    });
    assert.equal(created.status, 200);
    address = "127.0.0.1";
    await rebinding.record("payment.captured");
    rebinding.startWorker();
    const deliveries = async () =>
      (await rebinding.call("GET", `/webhook-endpoints/${created.body.id}/deliveries`)).body.data;
    await until(async () => (await deliveries())[0].attempts === 1, "the attempt is recorded");
    const [delivery] = await deliveries();
    assert.equal(delivery.lastAttempt.error, "The host name resolves to an address that is not public.");
    assert.equal(delivery.lastAttempt.response, null);
  } finally {
    await rebinding.close();
  }
});
