import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { countWaiting } from "../../test/support/lock-waits.ts";
import { until } from "../../test/support/until.ts";
import { openWebhookTestbed, type WebhookTestbed } from "../../test/support/webhooks.ts";
import { recordEvent } from "../events/record-event.ts";
import { idTimeMs } from "../kernel/id.ts";
import { fanOut } from "./fan-out.ts";

let testbed: WebhookTestbed;
let endpoint: string;
before(async () => {
  testbed = await openWebhookTestbed();
  const { body } = await testbed.call("POST", "/webhook-endpoints", {
    body: { url: "http://127.0.0.1:49152/" },
  });
  endpoint = body.id;
});
after(() => testbed.close());

const event = { type: "payment.captured", sessionId: "cs_sandbox_x", sequence: 1, object: {} } as const;
const count = async (): Promise<number> =>
  (await testbed.db.sql("SELECT FROM webhook_deliveries WHERE endpoint_id = $1", [endpoint])).length;

test("an event whose transaction is rolled back leaves no delivery", async () => {
  const deps = { nowMs: testbed.nowMs, subscribers: [fanOut] };
  const undone = testbed.database.inTenant(testbed.scope, async (trx) => {
    await recordEvent(deps, trx, event);
    throw new Error("the payment failed to commit");
  });
  await assert.rejects(undone, /failed to commit/);
  assert.equal(await count(), 0);
});

test("an event recorded while its endpoint is being enabled doesn't stay pending forever", async () => {
  await testbed.db.sql("UPDATE webhook_endpoints SET status = 'paused' WHERE id = $1", [endpoint]);
  const deps = { nowMs: testbed.nowMs, subscribers: [fanOut] };
  let enabling: Promise<unknown> = Promise.resolve();
  await testbed.database.inTenant(testbed.scope, async (trx) => {
    await recordEvent(deps, trx, event);
    enabling = testbed.call("POST", `/webhook-endpoints/${endpoint}`, { body: { status: "enabled" } });
    await until(async () => (await countWaiting(testbed.db)) > 0, "the update waits for this transaction");
  });
  await enabling;
  const rows = await testbed.db.sql<{ due: boolean }>(
    "SELECT next_attempt_at <= now() AS due FROM webhook_deliveries WHERE endpoint_id = $1",
    [endpoint],
  );
  assert.deepEqual(rows, [{ due: true }]);
});

test("a delivery's id carries its event's time, by which lists of deliveries are filtered", async () => {
  const moment = Date.UTC(2031, 4, 6);
  const recorded = await testbed.database.inTenant(testbed.scope, (trx) =>
    recordEvent({ nowMs: () => moment, subscribers: [fanOut] }, trx, {
      ...event,
      sequence: 2,
    }),
  );
  const [delivery] = await testbed.db.sql<{ id: string }>(
    "SELECT id FROM webhook_deliveries WHERE event_id = $1",
    [recorded.id],
  );
  assert.ok(delivery);
  assert.equal(idTimeMs(delivery.id), idTimeMs(recorded.id));
  assert.ok(Math.abs(idTimeMs(delivery.id) - moment) <= 10);
});

test("a resent event's delivery carries the time of the resend in its id", async () => {
  const recorded = await testbed.database.inTenant(testbed.scope, (trx) =>
    recordEvent({ nowMs: testbed.nowMs, subscribers: [] }, trx, { ...event, sequence: 3 }),
  );
  const before = testbed.nowMs();
  await testbed.call("POST", `/events/${recorded.id}/resend`, { body: {} });
  const [delivery] = await testbed.db.sql<{ id: string }>(
    "SELECT id FROM webhook_deliveries WHERE event_id = $1",
    [recorded.id],
  );
  assert.ok(delivery);
  const resentMs = idTimeMs(delivery.id);
  assert.ok(resentMs >= Math.floor(before) - 1_000 && resentMs <= testbed.nowMs() + 1_000, String(resentMs));
});
