import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import type { FaultKind } from "../common/faults.ts";
import { signatureOf } from "./notifications.ts";
import {
  call,
  completedPayment,
  euros,
  paymentParams,
  type Receiver,
  startReceiver,
  startTestbed,
  type Testbed,
} from "./test-support.ts";

let testbed: Testbed;
let receiver: Receiver;
before(async () => {
  testbed = await startTestbed({ webhookRetryMs: 10 });
  receiver = await startReceiver();
});
after(async () => {
  await testbed.fake.close();
  await receiver.close();
});

describe("faults of the fake of Mollie's API", () => {
  afterEach(() => testbed.fake.faults.clear());

  /**
   * Refunds 1.00 of a fresh payment with the fault, and repeats that.
   * @returns the statuses, null for no answer, and what was refunded after each
   */
  async function refundTwice(kind: FaultKind): Promise<[number | null, number][]> {
    const { fake } = testbed;
    const id = await completedPayment(testbed, { metadata: kind });
    fake.faults.add({ kind, match: "/refunds" });
    const results: [number | null, number][] = [];
    for (let time = 0; time < 2; time++) {
      const body = { amount: euros("1.00") };
      const answer = await call(fake.url, "POST", `/payments/${id}/refunds`, { body, key: kind }).catch(
        () => null,
      );
      results.push([answer?.status ?? null, fake.movedAmounts().get(kind)?.amounts.refunded ?? 0]);
    }
    return results;
  }

  it("lose answers before anything was done", async () => {
    for (const kind of ["lose_answer_before", "stall_before"] as const)
      assert.deepEqual(
        await refundTwice(kind),
        [
          [null, 0],
          [201, 100],
        ],
        kind,
      );
  });

  it("lose answers after everything was done", async () => {
    for (const kind of ["lose_answer_after", "stall_after", "truncate_answer"] as const)
      assert.deepEqual(
        await refundTwice(kind),
        [
          [null, 100],
          [201, 100],
        ],
        kind,
      );
  });

  it("answer with a 500, before or after, and with the true answer to a repetition", async () => {
    assert.deepEqual(await refundTwice("status_500_before"), [
      [500, 0],
      [201, 100],
    ]);
    assert.deepEqual(await refundTwice("status_500_after"), [
      [500, 100],
      [201, 100],
    ]);
  });

  it("refuse too many requests, which do nothing", async () => {
    assert.deepEqual(await refundTwice("rate_limit"), [
      [429, 0],
      [201, 100],
    ]);
  });

  it("leave a created payment that only the list can find, if its answer is lost", async () => {
    const { fake, mollie } = testbed;
    fake.faults.add({ kind: "lose_answer_after", match: "POST /v2/payments" });
    const body = paymentParams({ metadata: "lost" });
    await assert.rejects(call(fake.url, "POST", "/payments", { body, key: "lost" }));
    const [found] = await mollie.payments.page({ limit: 1 });
    assert.equal(found?.metadata, "lost");
    assert.equal((await call(fake.url, "POST", "/payments", { body, key: "lost" })).body?.id, found?.id);
  });
});

describe("notifications of the fake of Mollie", () => {
  const bodies = () => receiver.received.map(({ body }) => body);
  const pay = async () => {
    await testbed.fake.webhooks.settled();
    receiver.received.length = 0;
    return await completedPayment(testbed, { webhookUrl: receiver.url });
  };

  it("are sent again until they are answered by 2xx", async () => {
    const { fake } = testbed;
    receiver.answers.push(500, 404);
    const id = await pay();
    await fake.webhooks.settled();
    assert.deepEqual(bodies(), [`id=${id}`]);
    assert.deepEqual(
      fake.webhooks.sent.map(({ status }) => status),
      [500, 404, 200],
    );
  });

  it("arrive twice, in another order, later, or never", async () => {
    const { webhooks } = testbed.fake;
    webhooks.duplicate(1);
    const twice = await pay();
    webhooks.duplicate(0);
    await webhooks.settled();
    assert.deepEqual(bodies(), [`id=${twice}`, `id=${twice}`]);

    webhooks.hold();
    const first = await pay();
    const second = await completedPayment(testbed, { webhookUrl: receiver.url });
    assert.deepEqual(bodies(), []);
    webhooks.release("reversed");
    await webhooks.settled();
    assert.deepEqual(bodies(), [`id=${second}`, `id=${first}`]);

    webhooks.delay(50);
    const late = await pay();
    assert.deepEqual(bodies(), []);
    webhooks.delay(0);
    await webhooks.settled();
    assert.deepEqual(bodies(), [`id=${late}`]);

    webhooks.drop(1);
    await pay();
    await webhooks.settled();
    assert.deepEqual(bodies(), []);
  });

  it("come again though nothing has changed", async () => {
    const id = await pay();
    testbed.fake.notifyAgain(id);
    await testbed.fake.webhooks.settled();
    assert.deepEqual(bodies(), [`id=${id}`, `id=${id}`]);
  });
});

describe("signed events of the fake of Mollie", () => {
  let secret: string;
  let subscription: string;
  before(async () => {
    const body = { name: "Shop", url: receiver.url, eventTypes: ["payment.paid", "payment.failed"] };
    const created = await call(testbed.fake.url, "POST", "/webhooks", { body });
    assert.equal(created.status, 201);
    subscription = String(created.body?.id);
    secret = String(created.body?.webhookSecret);
  });
  after(() => call(testbed.fake.url, "DELETE", `/webhooks/${subscription}`));

  const pay = async () => {
    await testbed.fake.webhooks.settled();
    receiver.received.length = 0;
    const id = await completedPayment(testbed);
    await testbed.fake.webhooks.settled();
    return id;
  };
  const events = () =>
    receiver.received.map(({ body, signature }) => {
      assert.equal(signature, signatureOf(secret, body));
      return JSON.parse(body) as {
        id: string;
        type: string;
        entityId: string;
        _embedded: { entity: { status: string } };
      };
    });

  it("carry the payment, and can be read again", async () => {
    const id = await pay();
    const [event] = events();
    assert.deepEqual(
      [event?.type, event?.entityId, event?._embedded.entity.status],
      ["payment.paid", id, "paid"],
    );
    assert.match(String(receiver.received[0]?.signature), /^sha256=[0-9a-f]{64}$/);
    assert.notEqual(
      receiver.received[0]?.signature,
      signatureOf("other", String(receiver.received[0]?.body)),
    );
    const read = await call(testbed.fake.url, "GET", `/events/${event?.id}`);
    assert.deepEqual(read.body, event);
    const listed = await call(testbed.fake.url, "GET", `/webhooks/${subscription}`);
    assert.equal(listed.body?.webhookSecret, undefined);
  });

  it("are sent for the types that were asked for, and in one mode", async () => {
    const { mollie, live, fake } = testbed;
    await pay();
    receiver.received.length = 0;
    const { id: canceled } = await mollie.payments.create(paymentParams());
    fake.checkOut(canceled, { outcome: "canceled" });
    await completedPayment({ fake, mollie: live });
    await fake.webhooks.settled();
    assert.deepEqual(events(), []);
    const unknown = { name: "Shop", url: receiver.url, eventTypes: "payment.exploded" };
    assert.equal((await call(fake.url, "POST", "/webhooks", { body: unknown })).status, 422);
  });

  it("are signed with two secrets for a day after a rotation", async () => {
    const { fake } = testbed;
    const previous = secret;
    secret = fake.rotateSecret(subscription);
    await pay();
    const [{ body, signature } = assert.fail("no event")] = receiver.received;
    assert.equal(signature, `${signatureOf(secret, body)}, ${signatureOf(previous, body)}`);
    fake.clock.advance(86_400);
    await pay();
    assert.equal(events().length, 1);
  });

  it("tell of pending payments, which the classic webhook doesn't, and may lack the payment", async (t) => {
    const other = await startTestbed({ eventPayload: "simple" });
    t.after(() => other.fake.close());
    const body = { name: "Shop", url: receiver.url, eventTypes: "payment.pending" };
    await call(other.fake.url, "POST", "/webhooks", { body });
    receiver.received.length = 0;
    const { id } = await other.mollie.payments.create(paymentParams({ webhookUrl: receiver.url }));
    other.fake.checkOut(id, { outcome: "pending" });
    await other.fake.webhooks.settled();
    const told = receiver.received.map((one) => JSON.parse(one.body) as Record<string, unknown>);
    assert.deepEqual(
      told.map(({ type, entityId, _embedded }) => [type, entityId, _embedded]),
      [["payment.pending", id, undefined]],
    );
  });

  it("contradict the API and each other", async () => {
    const { fake, mollie } = testbed;
    const id = await pay();
    fake.contradict(id);
    await fake.webhooks.settled();
    assert.deepEqual(
      events().map(({ type, _embedded }) => [type, _embedded.entity.status]),
      [
        ["payment.paid", "paid"],
        ["payment.failed", "failed"],
      ],
    );
    assert.equal((await mollie.payments.get(id)).status, "paid");
  });
});
