import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { Stripe } from "stripe";
import type { FaultKind } from "../common/faults.ts";
import {
  paidSession,
  type Receiver,
  refusal,
  startReceiver,
  startTestbed,
  type Testbed,
} from "./test-support.ts";

let testbed: Testbed;
let receiver: Receiver;
before(async () => {
  testbed = await startTestbed({ webhookRetryMs: 10 });
  receiver = await startReceiver(testbed.stripe);
});
after(async () => {
  await testbed.fake.close();
  await receiver.close();
});

describe("faults of the fake of Stripe's API", () => {
  afterEach(() => testbed.fake.faults.clear());

  /** Refunds 100 of a fresh payment with the fault, and returns what was refunded then and after a repetition. */
  async function refundTwice(kind: FaultKind, expected: (error: unknown) => boolean): Promise<number[]> {
    const { fake, stripe } = testbed;
    const { charge } = await paidSession(testbed, { client_reference_id: kind });
    const refund = (timeout: number) =>
      stripe.refunds.create({ charge, amount: 100 }, { idempotencyKey: kind, timeout });
    const refunded = () => fake.movedAmounts().get(kind)?.amounts.refunded ?? 0;
    // The SDK repeats a request whose connection broke once, even without retries.
    const times = kind.startsWith("lose") ? 2 : 1;
    fake.faults.add({ kind, match: "POST /v1/refunds", times });
    await assert.rejects(refund(kind.startsWith("stall") ? 500 : 10_000), expected);
    const atFirst = refunded();
    await refund(10_000).catch((error) => assert.ok(expected(error), "the repetition is answered alike"));
    return [atFirst, refunded()];
  }
  const isLost = (error: unknown): boolean => error instanceof Stripe.errors.StripeConnectionError;
  const isUnreadable = (error: unknown): boolean => error instanceof Stripe.errors.StripeError;

  it("an answer that is lost before anything was done", async () => {
    assert.deepEqual(await refundTwice("lose_answer_before", isLost), [0, 100]);
    assert.deepEqual(await refundTwice("stall_before", isLost), [0, 100]);
  });

  it("an answer that is lost after everything was done", async () => {
    assert.deepEqual(await refundTwice("lose_answer_after", isLost), [100, 100]);
    assert.deepEqual(await refundTwice("stall_after", isLost), [100, 100]);
    assert.deepEqual(await refundTwice("truncate_answer", isUnreadable), [100, 100]);
  });

  it("a 500, which is replayed under its key", async () => {
    assert.deepEqual(await refundTwice("status_500_before", refusal(500, { type: "api_error" })), [0, 0]);
    assert.deepEqual(await refundTwice("status_500_after", refusal(500, { type: "api_error" })), [100, 100]);
  });

  it("too many requests, which do nothing", async () => {
    assert.deepEqual(await refundTwice("rate_limit", refusal(429, { code: "rate_limit" })), [0, 100]);
  });

  it("a fault meets as many calls as were asked for, and no others", async () => {
    const { fake, stripe } = testbed;
    fake.faults.add({ kind: "rate_limit", match: "GET /v1/account", times: 2 });
    await stripe.events.list();
    await assert.rejects(stripe.accounts.retrieveCurrent());
    await assert.rejects(stripe.accounts.retrieveCurrent());
    await stripe.accounts.retrieveCurrent();
  });
});

describe("notifications of the fake of Stripe", () => {
  const types = () => receiver.events.map(({ type }) => type);
  const usual = [
    "payment_intent.created",
    "charge.succeeded",
    "payment_intent.succeeded",
    "checkout.session.completed",
  ];
  const pay = async () => {
    await testbed.fake.webhooks.settled();
    receiver.events.length = 0;
    return await paidSession(testbed);
  };

  it("are sent again until they are answered by 2xx", async () => {
    const { fake } = testbed;
    // What earlier tests left behind would meet these answers.
    await fake.webhooks.settled();
    receiver.answers.push(500, 503);
    await pay();
    await fake.webhooks.settled();
    assert.deepEqual(types().toSorted(), usual.toSorted());
    assert.deepEqual(
      fake.webhooks.sent.map(({ status }) => status).filter((status) => status !== 200),
      [500, 503],
    );
  });

  it("of one mode don't reach the endpoints of the other", async () => {
    const { fake, live } = testbed;
    await pay();
    await paidSession({ ...testbed, stripe: live });
    await fake.webhooks.settled();
    assert.deepEqual(types(), usual);
  });

  it("are refused by Stripe's SDK if the secret is another", async () => {
    const body = JSON.stringify({ object: "event" });
    const { signatureOf } = await import("./webhook-sender.ts");
    const now = Math.floor(Date.now() / 1000);
    const verify = (secret: string, at: number) =>
      testbed.stripe.webhooks.constructEvent(body, signatureOf(secret, at, body), "whsec_mine");
    assert.equal(verify("whsec_mine", now).object, "event");
    assert.throws(() => verify("whsec_other", now));
    assert.throws(() => verify("whsec_mine", now - 301));
  });

  it("arrive twice, in another order, later, or never", async () => {
    const { webhooks } = testbed.fake;
    webhooks.duplicate(1);
    await pay();
    webhooks.duplicate(0);
    await webhooks.settled();
    assert.deepEqual(
      types(),
      usual.flatMap((type) => [type, type]),
    );
    assert.equal(new Set(receiver.events.map(({ id }) => id)).size, usual.length);

    webhooks.hold();
    await pay();
    assert.deepEqual(types(), []);
    webhooks.release("reversed");
    await webhooks.settled();
    assert.deepEqual(types(), usual.toReversed());

    webhooks.delay(50);
    await pay();
    assert.deepEqual(types(), []);
    webhooks.delay(0);
    await webhooks.settled();
    assert.deepEqual(types().toSorted(), usual.toSorted());

    webhooks.drop(2);
    await pay();
    await webhooks.settled();
    assert.deepEqual(types(), usual.slice(2));
  });

  it("contradict the API and each other", async () => {
    const { fake, stripe } = testbed;
    const { intent } = await pay();
    fake.contradict(intent);
    await fake.webhooks.settled();
    assert.deepEqual(types(), [...usual, "payment_intent.payment_failed"]);
    const told = receiver.events.at(-1)?.data.object as Stripe.PaymentIntent | undefined;
    assert.deepEqual([told?.id, told?.status], [intent, "requires_payment_method"]);
    assert.equal((await stripe.paymentIntents.retrieve(intent)).status, "succeeded");
    assert.deepEqual(fake.problems, []);
  });
});
