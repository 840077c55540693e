import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach } from "node:test";
import { type Answer, type Receiver, startReceiver } from "../../../test/support/webhook-receiver.ts";
import { openWebhookTestbed, type WebhookTestbed } from "../../../test/support/webhooks.ts";
import type { NewTenant } from "../../tenants/create-tenant.ts";
import type { DeliveryWorker, DeliveryWorkerOptions } from "./start-delivery-worker.ts";

export { until } from "../../../test/support/until.ts";

/**
 * A testbed for the tests of a file. Each test has its own tenant, so that pending deliveries of one test don't affect the next. When
 * a test ends, its workers and receivers are stopped.
 */
export function useDeliveries() {
  let testbed: WebhookTestbed;
  let shop: NewTenant;
  let workers: DeliveryWorker[] = [];
  let receivers: Receiver[] = [];
  before(async () => {
    testbed = await openWebhookTestbed();
  });
  after(() => testbed.close());
  beforeEach(async () => {
    shop = await testbed.makeTenant();
  });
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    await Promise.all(receivers.map((receiver) => receiver.close()));
    await testbed.db.sql("DELETE FROM webhook_endpoints");
    await testbed.db.sql("DELETE FROM webhook_deliveries");
    workers = [];
    receivers = [];
  });

  const api = (method: "GET" | "POST", path: string, body?: object) =>
    testbed.call(method, path, { key: shop.keys.sandbox.secret, body });

  async function createAt(url: string, fields: object = {}): Promise<{ id: string; secret: string }> {
    const { status, body } = await api("POST", "/webhook-endpoints", { url, ...fields });
    assert.equal(status, 200);
    return { id: body.id, secret: body.secret };
  }

  return {
    testbed: () => testbed,
    shop: () => shop,
    api,
    /** A worker that is stopped when the test ends. */
    work: (options: DeliveryWorkerOptions = {}): DeliveryWorker => {
      const worker = testbed.startWorker({ stopGraceMs: 100, ...options });
      workers.push(worker);
      return worker;
    },
    /** Starts a receiver and creates an endpoint for it. */
    receive: async (answer?: Answer, fields: object = {}) => {
      const receiver = await startReceiver(answer);
      receivers.push(receiver);
      const endpoint = await createAt(receiver.url, fields);
      return { ...receiver, ...endpoint };
    },
    record: (object: object = {}) => testbed.record("checkout.session.completed", object, "sandbox", shop),
  };
}
