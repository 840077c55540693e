import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach } from "node:test";
import { type Answer, type Receiver, startReceiver } from "../../../test/support/webhook-receiver.ts";
import { openWebhookHouse, type WebhookHouse } from "../../../test/support/webhooks.ts";
import type { NewTenant } from "../../tenants/create-tenant.ts";
import type { DeliveryWorker, DeliveryWorkerOptions } from "./start-delivery-worker.ts";

export { until } from "../../../test/support/until.ts";

/**
 * A house for the tests of a file. Each test has a tenant of its own, so that what one leaves pending is nothing to the
 * next, and its workers and receivers are stopped when it ends.
 */
export function useDeliveries() {
  let house: WebhookHouse;
  let shop: NewTenant;
  let workers: DeliveryWorker[] = [];
  let receivers: Receiver[] = [];
  before(async () => {
    house = await openWebhookHouse();
  });
  after(() => house.close());
  beforeEach(async () => {
    shop = await house.makeTenant();
  });
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    await Promise.all(receivers.map((receiver) => receiver.close()));
    await house.db.sql("DELETE FROM webhook_endpoints");
    await house.db.sql("DELETE FROM webhook_deliveries");
    workers = [];
    receivers = [];
  });

  const api = (method: "GET" | "POST", path: string, body?: object) =>
    house.call(method, path, { key: shop.keys.sandbox.secret, body });

  async function createAt(url: string, fields: object = {}): Promise<{ id: string; secret: string }> {
    const { status, body } = await api("POST", "/webhook-endpoints", { url, ...fields });
    assert.equal(status, 200);
    return { id: body.id, secret: body.secret };
  }

  return {
    house: () => house,
    shop: () => shop,
    api,
    /** A worker that is stopped when the test ends. */
    work: (options: DeliveryWorkerOptions = {}): DeliveryWorker => {
      const worker = house.startWorker({ stopGraceMs: 100, ...options });
      workers.push(worker);
      return worker;
    },
    /** A receiver with an endpoint for it. */
    receive: async (answer?: Answer, fields: object = {}) => {
      const receiver = await startReceiver(answer);
      receivers.push(receiver);
      const endpoint = await createAt(receiver.url, fields);
      return { ...receiver, ...endpoint };
    },
    record: (object: object = {}) => house.record("checkout.session.completed", object, "sandbox", shop),
  };
}
