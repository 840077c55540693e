import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import type { Stripe } from "stripe";
import { until } from "../../support/until.ts";
import { paidSession, refusal, sdkFor, sessionParams, startTestbed, type Testbed } from "./test-support.ts";

describe("what the fake of Stripe refuses, as Stripe does", () => {
  let testbed: Testbed;
  before(async () => {
    testbed = await startTestbed();
  });
  afterEach(() => assert.deepEqual(testbed.fake.problems, [], "errors are as the specification says, too"));
  after(() => testbed.fake.close());

  const refuses = async (params: object, expected: { type?: string; code?: string; param?: string }) => {
    const given = { ...sessionParams(), ...params } as Stripe.Checkout.SessionCreateParams;
    await assert.rejects(testbed.stripe.checkout.sessions.create(given), refusal(400, expected));
  };

  it("requests without a key or with a wrong one, and objects of the other mode", async () => {
    const { fake, stripe, live } = testbed;
    assert.equal((await fetch(`${fake.url}/v1/account`)).status, 401);
    const wrong = sdkFor(fake.url, "sk_test_wrong");
    await assert.rejects(wrong.accounts.retrieveCurrent(), refusal(401, { type: "invalid_request_error" }));
    const { id } = await stripe.checkout.sessions.create(sessionParams());
    const missing = refusal(404, { code: "resource_missing", param: "session" });
    await assert.rejects(live.checkout.sessions.retrieve(id), missing);
    const made = await live.checkout.sessions.create(sessionParams());
    assert.deepEqual([made.livemode, made.id.slice(0, 8)], [true, "cs_live_"]);
  });

  it("other versions of the API, and unknown addresses", async () => {
    const { fake } = testbed;
    const headers = { authorization: `Bearer ${fake.keys.test}`, "stripe-version": "2020-08-27" };
    assert.equal((await fetch(`${fake.url}/v1/account`, { headers })).status, 400);
    assert.equal((await fetch(`${fake.url}/v1/nothing`, { headers })).status, 404);
  });

  it("parameters that the specification doesn't have, lacks, or has otherwise", async () => {
    await refuses({ colour: "red" }, { code: "parameter_unknown", param: "colour" });
    await refuses(
      { line_items: [{ quantity: 1, price_data: { unit_amount: 100 } }] },
      {
        code: "parameter_missing",
        param: "line_items[0][price_data][currency]",
      },
    );
    await refuses({ expires_at: "tomorrow" }, { code: "parameter_invalid_integer", param: "expires_at" });
    await refuses({ locale: "tlh" }, { param: "locale" });
    const logged = testbed.fake.requests.at(-1);
    assert.deepEqual(
      logged?.problems.map(({ at, keyword }) => [at, keyword]),
      [["/locale", "enum"]],
    );
  });

  it("sessions that Checkout can't show", async () => {
    await refuses({ success_url: undefined }, { code: "parameter_missing", param: "success_url" });
    await refuses({ cancel_url: "shop" }, { code: "url_invalid", param: "cancel_url" });
    await refuses({ expires_at: Math.floor(Date.now() / 1000) + 60 }, { param: "expires_at" });
    await refuses({ customer_email: "ada" }, { code: "email_invalid", param: "customer_email" });
    await refuses({ metadata: { ["k".repeat(41)]: "x" } }, { param: "metadata" });
    await refuses(
      { payment_intent_data: { statement_descriptor: "SHOP" } },
      {
        param: "payment_intent_data[statement_descriptor]",
      },
    );
  });

  it("amounts that a currency doesn't allow", async () => {
    const { stripe } = testbed;
    const create = (amount: number, currency: string) =>
      stripe.checkout.sessions.create(sessionParams({ amount, currency }));
    await assert.rejects(create(49, "eur"), refusal(400, { code: "amount_too_small" }));
    await assert.rejects(create(49, "jpy"), refusal(400, { code: "amount_too_small" }));
    await assert.rejects(create(100_000_000, "eur"), refusal(400, { code: "amount_too_large" }));
    for (const [amount, currency] of [
      [5001, "kwd"],
      [5050, "isk"],
      [500_050, "ugx"],
    ] as const)
      await assert.rejects(create(amount, currency), refusal(400, { param: "line_items" }));
    for (const [amount, currency] of [
      [50, "jpy"],
      [5010, "kwd"],
      [5100, "isk"],
      [500_000, "ugx"],
    ] as const)
      assert.equal((await create(amount, currency)).amount_total, amount);
  });

  it("captures, cancellations and refunds that a payment's state doesn't allow", async () => {
    const { stripe, fake } = testbed;
    const unexpected = refusal(400, { code: "payment_intent_unexpected_state" });
    const { intent, charge } = await paidSession(testbed);
    await assert.rejects(stripe.paymentIntents.capture(intent), unexpected);
    await assert.rejects(stripe.paymentIntents.cancel(intent), unexpected);
    await assert.rejects(stripe.refunds.create({ charge, amount: 1001 }), refusal(400, { param: "amount" }));
    await stripe.refunds.create({ charge });
    await assert.rejects(
      stripe.refunds.create({ charge }),
      refusal(400, { code: "charge_already_refunded" }),
    );
    const held = await paidSession(testbed, { capture: "manual" });
    await assert.rejects(stripe.refunds.create({ charge: held.charge }), unexpected);
    // An intent of an open session ends only with its session.
    const open = await stripe.checkout.sessions.create(sessionParams());
    fake.pay(open.id, { number: "4000000000000002" });
    const [declined] = (await stripe.paymentIntents.list({ limit: 1 })).data;
    await assert.rejects(stripe.paymentIntents.cancel(String(declined?.id)), unexpected);
  });
});

describe("idempotency keys at the fake of Stripe", () => {
  let testbed: Testbed;
  before(async () => {
    testbed = await startTestbed();
  });
  after(() => testbed.fake.close());

  it("replay the first answer, and say so", async () => {
    const { stripe, fake } = testbed;
    const { charge } = await paidSession(testbed, { client_reference_id: "once" });
    const first = await stripe.refunds.create({ charge, amount: 300 }, { idempotencyKey: "r1" });
    const again = await stripe.refunds.create({ charge, amount: 300 }, { idempotencyKey: "r1" });
    assert.equal(again.id, first.id);
    assert.equal(again.lastResponse.headers["idempotent-replayed"], "true");
    assert.equal(again.lastResponse.headers["original-request"], first.lastResponse.requestId);
    assert.equal(fake.movedAmounts().get("once")?.amounts.refunded, 300);
    assert.equal(fake.log.at(-1)?.idempotencyKey, "r1");
  });

  it("are refused for other parameters or another operation", async () => {
    const { stripe } = testbed;
    const { charge } = await paidSession(testbed);
    await stripe.refunds.create({ charge, amount: 300 }, { idempotencyKey: "r2" });
    const reused = refusal(400, { type: "idempotency_error" });
    await assert.rejects(stripe.refunds.create({ charge, amount: 301 }, { idempotencyKey: "r2" }), reused);
    await assert.rejects(stripe.checkout.sessions.create(sessionParams(), { idempotencyKey: "r2" }), reused);
    const [one, other] = await Promise.all(
      [1, 2].map(() => stripe.checkout.sessions.create(sessionParams())),
    );
    await stripe.checkout.sessions.expire(String(one?.id), {}, { idempotencyKey: "e1" });
    // The same parameters, none.
    await assert.rejects(
      stripe.checkout.sessions.expire(String(other?.id), {}, { idempotencyKey: "e1" }),
      reused,
    );
  });

  it("are in use while the first request is carried out", async () => {
    const { stripe, fake } = testbed;
    const { charge } = await paidSession(testbed);
    fake.faults.add({ kind: "delay_answer", match: "POST /v1/refunds", delayMs: 200 });
    const first = stripe.refunds.create({ charge, amount: 300 }, { idempotencyKey: "r3" });
    const arrived = () => fake.requests.some(({ idempotencyKey }) => idempotencyKey === "r3") || undefined;
    await until(arrived, "the first request", 10_000);
    const inUse = refusal(409, { code: "idempotency_key_in_use" });
    await assert.rejects(stripe.refunds.create({ charge, amount: 300 }, { idempotencyKey: "r3" }), inUse);
    const { id } = await first;
    assert.equal((await stripe.refunds.create({ charge, amount: 300 }, { idempotencyKey: "r3" })).id, id);
  });

  it("keep refusals of an operation, forget requests that never were one, and end after a day", async () => {
    const { stripe, fake } = testbed;
    const { charge } = await paidSession(testbed);
    const tooMuch = () => stripe.refunds.create({ charge, amount: 2000 }, { idempotencyKey: "r4" });
    await assert.rejects(tooMuch(), refusal(400, { param: "amount" }));
    await assert.rejects(
      tooMuch(),
      (error: Stripe.errors.StripeError) => error.headers?.["idempotent-replayed"] === "true",
    );
    const unknown = { charge, colour: "red" } as Stripe.RefundCreateParams;
    await assert.rejects(
      stripe.refunds.create(unknown, { idempotencyKey: "r5" }),
      refusal(400, { param: "colour" }),
    );
    const { id } = await stripe.refunds.create({ charge, amount: 100 }, { idempotencyKey: "r5" });
    fake.clock.advance(86_400);
    assert.notEqual((await stripe.refunds.create({ charge, amount: 100 }, { idempotencyKey: "r5" })).id, id);
  });

  it("belong to one mode", async () => {
    const { stripe, live } = testbed;
    const test = await stripe.checkout.sessions.create(sessionParams(), { idempotencyKey: "s1" });
    const real = await live.checkout.sessions.create(sessionParams(), { idempotencyKey: "s1" });
    assert.notEqual(test.id, real.id);
  });
});
