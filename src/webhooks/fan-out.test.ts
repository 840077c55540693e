import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openWebhookHouse, type WebhookHouse } from "../../test/support/webhooks.ts";
import { recordEvent } from "../events/record-event.ts";
import { fanOut } from "./fan-out.ts";

let house: WebhookHouse;
let endpoint: string;
before(async () => {
  house = await openWebhookHouse();
  const { body } = await house.call("POST", "/webhook-endpoints", {
    body: { url: "http://127.0.0.1:49152/" },
  });
  endpoint = body.id;
});
after(() => house.close());

const event = { type: "payment.captured", sessionId: "cs_sandbox_x", sequence: 1, object: {} } as const;
const count = async (): Promise<number> =>
  (await house.db.sql("SELECT FROM webhook_deliveries WHERE endpoint_id = $1", [endpoint])).length;

test("an event that is undone leaves no duty to tell of it", async () => {
  const deps = { nowMs: house.nowMs, subscribers: [fanOut] };
  const undone = house.database.inScope(house.scope, async (trx) => {
    await recordEvent(deps, trx, house.scope, event);
    throw new Error("the payment failed to commit");
  });
  await assert.rejects(undone, /failed to commit/);
  assert.equal(await count(), 0);
});

test("an endpoint that is resumed while an event is being recorded doesn't leave that event waiting for ever", async () => {
  await house.db.sql("UPDATE webhook_endpoints SET status = 'paused' WHERE id = $1", [endpoint]);
  const deps = { nowMs: house.nowMs, subscribers: [fanOut] };
  let enabling: Promise<unknown> = Promise.resolve();
  await house.database.inScope(house.scope, async (trx) => {
    await recordEvent(deps, trx, house.scope, event);
    enabling = house.call("POST", `/webhook-endpoints/${endpoint}`, { body: { status: "enabled" } });
    // Long enough for the update to be waiting for this transaction.
    await new Promise((resolve) => setTimeout(resolve, 200));
  });
  await enabling;
  const rows = await house.db.sql<{ due: boolean }>(
    "SELECT next_attempt_at <= now() AS due FROM webhook_deliveries WHERE endpoint_id = $1",
    [endpoint],
  );
  assert.deepEqual(rows, [{ due: true }]);
});
