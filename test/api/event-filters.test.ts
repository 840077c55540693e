import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "../support/until.ts";
import { useTestApp } from "../support/use-test-app.ts";
import { startReceiver } from "../support/webhook-receiver.ts";
import { pay } from "./paying.ts";
import { assertProblem } from "./support.ts";

const kassa = useTestApp({ KASSA_ALLOW_LOOPBACK_WEBHOOKS: "on" });

const get = (path: string) => kassa.call("GET", path);

test("filters events by several types and groups of types", async () => {
  const payment = await pay(kassa);
  await kassa.call("POST", "/api/refunds", { body: { payment: payment.id, amount: 100 } });
  const typesOf = async (filter: string): Promise<string[]> => {
    const { body, text } = await get(`/api/events?session=${payment.session}&type=${filter}`);
    assert.ok(body.data, text);
    return body.data.map(({ type }: { type: string }) => type).reverse();
  };
  assert.deepEqual(await typesOf("payment.*"), ["payment.captured"]);
  assert.deepEqual(await typesOf("payment.captured,refund.*"), [
    "payment.captured",
    "refund.created",
    "refund.succeeded",
  ]);
  assert.deepEqual(await typesOf("checkout.session.*,dispute.opened"), ["checkout.session.completed"]);
  assertProblem(await get("/api/events?type=payment.catpured"), "parameter_invalid", "type");
  assertProblem(await get("/api/events?type=pay*"), "parameter_invalid", "type");
});

test("an endpoint for groups receives only their types; its deliveries filter by status and event", async () => {
  const receiver = await startReceiver();
  try {
    const made = await kassa.call("POST", "/api/webhook-endpoints", {
      body: { url: receiver.url, events: ["refund.*", "payment.captured"] },
    });
    assert.equal(made.status, 200, made.text);
    const path = `/api/webhook-endpoints/${made.body.id}/deliveries`;
    const payment = await pay(kassa);
    await kassa.call("POST", "/api/refunds", { body: { payment: payment.id, amount: 100 } });
    const delivered = await until(async () => {
      const { body } = await get(`${path}?status=delivered`);
      return body.data.length === 3 ? body.data : undefined;
    }, "three deliveries");
    assert.deepEqual(delivered.map(({ eventType }: { eventType: string }) => eventType).sort(), [
      "payment.captured",
      "refund.created",
      "refund.succeeded",
    ]);
    const [newest] = delivered;
    assert.deepEqual((await get(`${path}?event=${newest.event}`)).body.data, [newest]);
    assert.deepEqual((await get(`${path}?event=${newest.event}&status=failed`)).body.data, []);
    assertProblem(await get(`${path}?status=lost`), "parameter_invalid", "status");
  } finally {
    await receiver.close();
  }
});
