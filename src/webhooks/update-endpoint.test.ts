import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openWebhookTestbed, type WebhookTestbed } from "../../test/support/webhooks.ts";

let testbed: WebhookTestbed;
before(async () => {
  testbed = await openWebhookTestbed();
});
after(() => testbed.close());

const update = (id: string, body: object) => testbed.call("POST", `/webhook-endpoints/${id}`, { body });

/** An endpoint with a failed delivery that is retried in ten hours. */
async function makeFailing(): Promise<string> {
  const { body } = await testbed.call("POST", "/webhook-endpoints", {
    body: { url: "http://127.0.0.1:65001/" },
  });
  await testbed.record("payment.captured");
  await testbed.db.sql(
    "UPDATE webhook_deliveries SET attempts = 7, next_attempt_at = now() + interval '10 hours' WHERE endpoint_id = $1",
    [body.id],
  );
  return body.id;
}

/** The status of the endpoint's deliveries, and in how many hours they are retried. */
const deliveriesOf = (id: string) =>
  testbed.db.sql<{ status: string; hours: number | null }>(
    `SELECT status, round(extract(epoch FROM next_attempt_at - now()) / 3600)::int AS hours
     FROM webhook_deliveries WHERE endpoint_id = $1`,
    [id],
  );

test("a change that doesn't enable an endpoint keeps the times of its next attempts", async () => {
  const id = await makeFailing();
  for (const body of [{ description: "orders" }, { events: ["*"] }, { status: "enabled" }]) {
    assert.equal((await update(id, body)).status, 200);
    assert.deepEqual(await deliveriesOf(id), [{ status: "pending", hours: 10 }], JSON.stringify(body));
  }
});

test("only Kassa pauses an endpoint, and its deliveries don't change", async () => {
  const id = await makeFailing();
  const { status, body } = await update(id, { status: "paused", description: "orders" });
  assert.deepEqual([status, body.code, body.param], [400, "parameter_invalid", "/status"]);
  const { body: shown } = await testbed.call("GET", `/webhook-endpoints/${id}`);
  assert.deepEqual([shown.status, shown.description], ["enabled", null]);
  assert.deepEqual(await deliveriesOf(id), [{ status: "pending", hours: 10 }]);
});
