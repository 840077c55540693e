import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { CaptureMethod, PaymentMethod } from "@mollie/api-client";
import { until } from "../../support/until.ts";
import {
  call,
  completedPayment,
  euros,
  paymentParams,
  refusal,
  sdkFor,
  startTestbed,
  type Testbed,
} from "./test-support.ts";

const manual = { captureMode: CaptureMethod.manual };

describe("what the fake of Mollie refuses, as Mollie does", () => {
  let testbed: Testbed;
  before(async () => {
    testbed = await startTestbed();
  });
  after(() => testbed.fake.close());

  const refuses = async (params: object, field: string, message?: string) => {
    const given = { ...paymentParams(), ...params };
    await assert.rejects(testbed.mollie.payments.create(given), refusal(422, message, field));
  };

  it("requests without a key or with a wrong one, and payments of the other mode", async () => {
    const { fake, mollie, live } = testbed;
    assert.equal((await fetch(`${fake.url}/v2/payments`)).status, 401);
    const wrong = sdkFor(fake.url, { apiKey: "test_wrongwrongwrongwrongwrongwrong00" });
    await assert.rejects(
      wrong.payments.page(),
      refusal(401, "Missing authentication, or failed to authenticate"),
    );
    const { id } = await mollie.payments.create(paymentParams());
    await assert.rejects(live.payments.get(id), refusal(404, `No payment exists with token ${id}.`));
    assert.equal((await live.payments.create(paymentParams())).mode, "live");
  });

  it("with errors of Mollie's form", async () => {
    const { fake } = testbed;
    const { status, headers, body } = await call(fake.url, "POST", "/payments", {
      body: paymentParams({ amount: euros("1000000000.00") }),
    });
    assert.equal(status, 422);
    assert.match(String(headers.get("content-type")), /^application\/hal\+json/);
    assert.deepEqual(body, {
      status: 422,
      title: "Unprocessable Entity",
      detail: "The amount is higher than the maximum",
      field: "amount",
      _links: {
        documentation: { href: "https://docs.mollie.com/overview/handling-errors", type: "text/html" },
      },
    });
    assert.equal((await call(fake.url, "GET", "/nothing")).status, 404);
    const headersOfJson = { authorization: `Bearer ${fake.keys.test}`, "content-type": "application/json" };
    const broken = { method: "POST", headers: headersOfJson, body: "{" };
    assert.equal((await fetch(`${fake.url}/v2/payments`, broken)).status, 400);
  });

  it("amounts with other decimal places than the currency's, and unknown currencies", async () => {
    const { mollie } = testbed;
    const invalid = "The amount contains an invalid value";
    for (const value of ["10", "10.0", "10.000", "1,000.00", "-1.00", "0.00"])
      await refuses({ amount: euros(value) }, "amount.value", invalid);
    await refuses({ amount: { currency: "EUR", value: 10 } }, "amount.value", invalid);
    await refuses({ amount: { currency: "JPY", value: "100.00" } }, "amount.value", invalid);
    await refuses({ amount: { currency: "ISK", value: "100.00" } }, "amount.value", invalid);
    await refuses({ amount: { currency: "KWD", value: "10.000" } }, "amount.currency");
    await refuses({ amount: undefined }, "amount");
    for (const amount of [
      { currency: "JPY", value: "100" },
      { currency: "HUF", value: "100.50" },
    ])
      assert.deepEqual((await mollie.payments.create(paymentParams({ amount }))).amount, amount);
  });

  it("amounts and currencies that the method doesn't take", async () => {
    const card = { method: PaymentMethod.creditcard };
    await refuses({ ...card, amount: euros("10000.01") }, "amount", "The amount is higher than the maximum");
    const bancontact = { method: PaymentMethod.bancontact, amount: euros("0.01") };
    await refuses(bancontact, "amount", "The amount is lower than the minimum");
    const ideal = { method: PaymentMethod.ideal, amount: { currency: "USD", value: "10.00" } };
    await refuses(ideal, "amount.currency");
  });

  it("payments that lack a field or have it otherwise", async () => {
    await refuses({ description: undefined }, "description");
    await refuses({ redirectUrl: undefined }, "redirectUrl");
    await refuses({ redirectUrl: "shop" }, "redirectUrl");
    await refuses({ webhookUrl: "shop" }, "webhookUrl");
    await refuses({ method: "cash" }, "method");
    await refuses({ locale: "tlh" }, "locale");
    await refuses({ metadata: "x".repeat(1023) }, "metadata");
    await refuses({ captureMode: "later" }, "captureMode");
    await refuses({ ...manual, method: PaymentMethod.ideal }, "captureMode");
    for (const captureDelay of ["8 days", "169 hours", "soon"])
      await refuses({ captureDelay }, "captureDelay");
  });

  it("no long description: it is cut off", async () => {
    const { mollie } = testbed;
    const { description } = await mollie.payments.create(paymentParams({ description: "x".repeat(300) }));
    assert.equal(description.length, 255);
  });

  it("captures, releases and cancellations that a payment's state doesn't allow", async () => {
    const { mollie } = testbed;
    const paid = await completedPayment(testbed);
    await assert.rejects(mollie.paymentCaptures.create({ paymentId: paid }), refusal(422));
    await assert.rejects(mollie.payments.releaseAuthorization(paid), refusal(422));
    await assert.rejects(mollie.payments.cancel(paid), refusal(422));
    const { id: open } = await mollie.payments.create(paymentParams());
    await assert.rejects(mollie.payments.cancel(open), refusal(422));

    const held = await completedPayment(testbed, manual);
    const tooMuch = { paymentId: held, amount: euros("10.01") };
    await assert.rejects(mollie.paymentCaptures.create(tooMuch), refusal(422, undefined, "amount"));
    const dollars = { paymentId: held, amount: { currency: "USD", value: "1.00" } };
    await assert.rejects(mollie.paymentCaptures.create(dollars), refusal(422, undefined, "amount.currency"));
    await mollie.payments.cancel(held);
    assert.equal((await mollie.payments.get(held)).status, "canceled");
  });

  it("a second capture of a card, even while the first is pending", async (t) => {
    const slow = await startTestbed({ delays: { capture: 60 } });
    t.after(() => slow.fake.close());
    const id = await completedPayment(slow, manual);
    const part = { paymentId: id, amount: euros("4.00") };
    const first = await slow.mollie.paymentCaptures.create(part);
    await assert.rejects(slow.mollie.paymentCaptures.create(part), refusal(422));
    // A failed capture leaves the payment authorized, and nobody is notified.
    slow.fake.decideCapture(first.id, false);
    assert.equal((await slow.mollie.payments.get(id)).status, "authorized");
    assert.equal((await slow.mollie.paymentCaptures.create(part)).status, "pending");
    assert.deepEqual(slow.fake.movedAmounts().get("order-1")?.amounts.captured, 0);
  });

  it("captures after a release was asked for, even if the issuer ignores the release", async (t) => {
    const other = await startTestbed();
    t.after(() => other.fake.close());
    other.fake.ignoreReleases();
    const id = await completedPayment(other, manual);
    await other.mollie.payments.releaseAuthorization(id);
    assert.equal((await other.mollie.payments.get(id)).status, "authorized");
    await assert.rejects(other.mollie.paymentCaptures.create({ paymentId: id }), refusal(422));
  });

  it("refunds of the same amount within the hour, and of more than remains", async () => {
    const { mollie, fake } = testbed;
    const id = await completedPayment(testbed);
    const refund = (value: string) => mollie.paymentRefunds.create({ paymentId: id, amount: euros(value) });
    await refund("3.00");
    await assert.rejects(refund("3.00"), refusal(409, "A duplicate refund has been detected"));
    await refund("3.01");
    fake.clock.advance(3601);
    await refund("3.00");
    const refused = refusal(422, "The specified amount cannot be refunded", "amount.value");
    await assert.rejects(refund("1.00"), refused);
    const { status, body } = await call(fake.url, "POST", `/payments/${id}/refunds`, { body: {} });
    assert.deepEqual(
      [status, body?.detail, body?.field],
      [422, "The amount is required for payments", "amount"],
    );
    const { id: open } = await mollie.payments.create(paymentParams());
    const early = mollie.paymentRefunds.create({ paymentId: open, amount: euros("1.00") });
    await assert.rejects(early, refusal(422));
  });

  it("lists of other lengths, or from an unknown item", async () => {
    const { mollie } = testbed;
    await assert.rejects(mollie.payments.page({ limit: 251 }), refusal(400));
    await assert.rejects(mollie.payments.page({ from: "tr_unknown" }), refusal(404));
  });
});

describe("idempotency keys at the fake of Mollie", () => {
  let testbed: Testbed;
  before(async () => {
    testbed = await startTestbed();
  });
  after(() => testbed.fake.close());

  const refund = (id: string, value: string, key: string) =>
    call(testbed.fake.url, "POST", `/payments/${id}/refunds`, { body: { amount: euros(value) }, key });

  it("replay the first answer, and say so", async () => {
    const { fake, mollie } = testbed;
    const first = await mollie.payments.create({ ...paymentParams(), idempotencyKey: "p1" });
    const again = await mollie.payments.create({ ...paymentParams(), idempotencyKey: "p1" });
    assert.equal(again.id, first.id);
    const id = await completedPayment(testbed, { metadata: "once" });
    assert.equal((await refund(id, "3.00", "r1")).headers.get("idempotent-replayed"), null);
    const replayed = await refund(id, "3.00", "r1");
    assert.deepEqual([replayed.status, replayed.headers.get("idempotent-replayed")], [201, "true"]);
    assert.equal(fake.movedAmounts().get("once")?.amounts.refunded, 300);
    assert.equal(fake.log.at(-1)?.idempotencyKey, "r1");
  });

  it("are refused for other parameters or another endpoint", async () => {
    const id = await completedPayment(testbed);
    await refund(id, "3.00", "r2");
    assert.equal((await refund(id, "3.01", "r2")).status, 400);
    const other = await call(testbed.fake.url, "POST", "/payments", { body: paymentParams(), key: "r2" });
    assert.equal(other.status, 400);
  });

  it("are in use while the first request is carried out", async () => {
    const { fake } = testbed;
    const id = await completedPayment(testbed);
    fake.faults.add({ kind: "delay_answer", match: "/refunds", delayMs: 200 });
    const first = refund(id, "3.00", "r3");
    const arrived = () => fake.requests.some(({ idempotencyKey }) => idempotencyKey === "r3") || undefined;
    await until(arrived, "the first request", 10_000);
    assert.equal((await refund(id, "3.00", "r3")).status, 409);
    const { body } = await first;
    assert.equal((await refund(id, "3.00", "r3")).body?.id, body?.id);
  });

  it("keep refusals, end after a day, and belong to one mode", async () => {
    const { fake, mollie, live } = testbed;
    const id = await completedPayment(testbed);
    await refund(id, "3.00", "r4");
    assert.equal((await refund(id, "3.00", "r5")).status, 409);
    fake.clock.advance(3601);
    assert.equal((await refund(id, "3.00", "r5")).headers.get("idempotent-replayed"), "true");
    fake.clock.advance(86_400);
    assert.equal((await refund(id, "3.00", "r5")).status, 201);
    const test = await mollie.payments.create({ ...paymentParams(), idempotencyKey: "m1" });
    const real = await live.payments.create({ ...paymentParams(), idempotencyKey: "m1" });
    assert.notEqual(test.id, real.id);
  });

  it("of a DELETE are ignored", async () => {
    const { fake, mollie } = testbed;
    const { id } = await mollie.payments.create(paymentParams({ method: PaymentMethod.banktransfer }));
    const cancel = () => call(fake.url, "DELETE", `/payments/${id}`, { key: "d1" });
    assert.deepEqual([(await cancel()).status, (await cancel()).status], [200, 422]);
  });
});
