import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { HttpClientException } from "@adyen/api-library";
import { until } from "../../support/until.ts";
import {
  closeTestbed,
  merchantAccount,
  paidSession,
  refusal,
  returnParameters,
  sdkFor,
  sessionRequest,
  startTestbed,
  type Testbed,
} from "./test-support.ts";

const eur = (value: number) => ({ value, currency: "EUR" });

describe("what the fake of Adyen refuses, as Adyen does", () => {
  let testbed: Testbed;
  before(async () => {
    testbed = await startTestbed();
  });
  afterEach(() => assert.deepEqual(testbed.fake.problems, [], "errors are as the specification says, too"));
  after(() => closeTestbed(testbed));

  /** Sends JSON as it is, for what the SDK doesn't send. */
  const post = (path: string, body: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${testbed.fake.url}/v72${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": testbed.fake.apiKey, ...headers },
      body,
    });
  const refuses = async (request: object, status: number, expected: Readonly<Record<string, string>>) => {
    const answer = await post("/sessions", JSON.stringify({ ...sessionRequest(), ...request }));
    const body = (await answer.json()) as Readonly<Record<string, unknown>>;
    const found = Object.fromEntries(Object.keys(expected).map((key) => [key, body[key]]));
    assert.deepEqual([answer.status, body.status, found], [status, status, expected]);
  };

  it("requests without a key or with a wrong one, other merchant accounts, unknown addresses", async () => {
    const wrong = sdkFor(testbed.fake.url, "AQEwrong");
    await assert.rejects(wrong.payments.sessions(sessionRequest()), refusal(401, { errorCode: "000" }));
    assert.equal(
      (await fetch(`${testbed.fake.url}/v72/sessions`, { method: "POST", body: "{}" })).status,
      401,
    );
    await refuses({ merchantAccount: "OtherECOM" }, 403, {
      errorCode: "901",
      message: "Invalid Merchant Account",
      errorType: "security",
    });
    assert.equal((await post("/payments", "{}")).status, 404);
  });

  it("fields that the specification doesn't have, lacks, or has otherwise", async () => {
    await refuses({ colour: "red" }, 400, {
      errorCode: "702",
      message: "Structure of CreateCheckoutSessionRequest contains the following unknown fields: [colour]",
    });
    await refuses({ reference: undefined }, 422, {
      errorCode: "130",
      message: "Required field 'reference' is not provided.",
    });
    await refuses({ returnUrl: undefined }, 422, { errorCode: "14_030", message: "Return URL is missing." });
    await refuses({ amount: undefined }, 422, { errorCode: "100" });
    await refuses({ merchantAccount: undefined }, 403, { errorCode: "901" });
    await refuses({ amount: { value: 10.5, currency: "EUR" } }, 422, {
      message: "Field 'amount/value' is not valid.",
    });
    await refuses({ mode: "popup" }, 422, { message: "Field 'mode' is not valid." });
    const logged = testbed.fake.requests.at(-1)?.problems.map(({ at, keyword }) => [at, keyword]);
    assert.deepEqual(logged, [["/mode", "enum"]]);
    assert.equal((await post("/sessions", "{")).status, 400);
  });

  it("sessions that can't be shown, too long ones, and amounts that no card is charged", async () => {
    await refuses({ returnUrl: "shop" }, 422, { errorCode: "14_031" });
    const inTwoDays = new Date(Date.now() + 2 * 86_400_000).toISOString();
    await refuses({ expiresAt: inTwoDays }, 422, { message: "Field 'expiresAt' is not valid." });
    await refuses({ metadata: { ["k".repeat(21)]: "x" } }, 422, { errorCode: "178" });
    await refuses({ metadata: { key: "x".repeat(81) } }, 422, { errorCode: "179" });
    await refuses({ amount: eur(0) }, 422, { errorCode: "137" });
    await refuses({ amount: { value: 100, currency: "XXX" } }, 422, { errorCode: "138" });
  });

  it("results of sessions without the value from the return address, or with another session's", async () => {
    const { fake, adyen } = testbed;
    const [one, other] = await Promise.all([1, 2].map(() => adyen.payments.sessions(sessionRequest())));
    assert.ok(one && other);
    const answer = fake.pay(one.id, { outcome: "authorised" });
    assert.ok(answer.kind === "returned");
    const { sessionResult } = returnParameters(answer.redirectUrl);
    const result = adyen.payments.getResultOfPaymentSession.bind(adyen.payments);
    await assert.rejects(
      result(other.id, sessionResult),
      refusal(422, { message: "Field 'sessionId' is not valid." }),
    );
    const headers = { "x-api-key": fake.apiKey };
    const without = await fetch(`${fake.url}/v72/sessions/${one.id}`, { headers });
    const { message } = (await without.json()) as { readonly message: string };
    assert.deepEqual(
      [without.status, message],
      [422, "Required query parameter 'sessionResult' is not provided"],
    );
    assert.equal((await result(one.id, sessionResult)).status, "completed");
  });

  it("modifications of payments that the account doesn't have, or without an amount", async () => {
    const { modifications } = testbed.adyen;
    const { payment } = await paidSession(testbed);
    const unknown = refusal(422, {
      errorCode: "167",
      message: "Original pspReference required for this operation",
    });
    const refund = { merchantAccount, amount: eur(100) };
    await assert.rejects(modifications.refundCapturedPayment("UNKNOWN000000000", refund), unknown);
    const other = { ...refund, merchantAccount: "KassaPOS" };
    await assert.rejects(modifications.refundCapturedPayment(payment, other), unknown);
    const nothing = { merchantAccount, amount: eur(0) };
    await assert.rejects(
      modifications.refundCapturedPayment(payment, nothing),
      refusal(422, { errorCode: "137" }),
    );
    const answer = await post(`/payments/${payment}/captures`, JSON.stringify({ merchantAccount }));
    assert.equal(answer.status, 422);
  });
});

describe("idempotency keys at the fake of Adyen", () => {
  let testbed: Testbed;
  before(async () => {
    testbed = await startTestbed();
  });
  after(() => closeTestbed(testbed));

  const refund = (payment: string, value: number, idempotencyKey: string) =>
    testbed.adyen.modifications.refundCapturedPayment(
      payment,
      { merchantAccount, amount: eur(value) },
      { idempotencyKey },
    );

  it("replay the first answer, and move no money again", async () => {
    const { fake } = testbed;
    const { payment } = await paidSession(testbed, { reference: "once" });
    const first = await refund(payment, 300, "r1");
    const again = await fetch(`${fake.url}/v72/payments/${payment}/refunds`, {
      method: "POST",
      headers: { "x-api-key": fake.apiKey, "idempotency-key": "r1" },
      body: JSON.stringify({ merchantAccount, amount: eur(300) }),
    });
    const { pspReference } = (await again.json()) as { readonly pspReference: string };
    assert.deepEqual(
      [again.status, again.headers.get("idempotency-key"), pspReference],
      [201, "r1", first.pspReference],
    );
    fake.clock.advance(2);
    assert.equal(fake.movedAmounts().get("once")?.amounts.refunded, 300);
    assert.equal(fake.log.at(-1)?.idempotencyKey, "r1");
  });

  it("replay it to another request, too, as nothing is compared", async () => {
    const { payment } = await paidSession(testbed);
    const first = await refund(payment, 300, "r2");
    const other = await refund(payment, 999, "r2");
    assert.deepEqual([other.pspReference, other.amount.value], [first.pspReference, 300]);
  });

  it("replay refusals of the content, but not those of the key or account", async () => {
    const { payment } = await paidSession(testbed);
    await assert.rejects(refund(payment, 0, "r3"), refusal(422, { errorCode: "137" }));
    await assert.rejects(refund(payment, 100, "r3"), refusal(422, { errorCode: "137" }));
    const { modifications } = testbed.adyen;
    const wrong = { merchantAccount: "OtherECOM", amount: eur(100) };
    const options = { idempotencyKey: "r4" };
    await assert.rejects(modifications.refundCapturedPayment(payment, wrong, options), refusal(403, {}));
    assert.equal((await refund(payment, 100, "r4")).status, "received");
  });

  it("are in use while the first request is carried out, and may be tried again", async () => {
    const { fake } = testbed;
    const { payment } = await paidSession(testbed);
    fake.faults.add({ kind: "delay_answer", match: "/refunds", delayMs: 200 });
    const first = refund(payment, 300, "r5");
    const arrived = () => fake.requests.some(({ idempotencyKey }) => idempotencyKey === "r5") || undefined;
    await until(arrived, "the first request", 10_000);
    await assert.rejects(
      refund(payment, 300, "r5"),
      (error: HttpClientException) =>
        error instanceof HttpClientException &&
        refusal(409, { errorCode: "704" })(error) &&
        error.responseHeaders?.["transient-error"] === "true",
    );
    const { pspReference } = await first;
    assert.equal((await refund(payment, 300, "r5")).pspReference, pspReference);
  });

  it("have up to 64 characters, and end after seven days", async () => {
    const { payment } = await paidSession(testbed);
    await assert.rejects(refund(payment, 100, "k".repeat(65)), refusal(422, {}));
    const key = "k".repeat(64);
    const first = await refund(payment, 100, key);
    testbed.fake.clock.advance(7 * 86_400 - 60);
    assert.equal((await refund(payment, 100, key)).pspReference, first.pspReference);
    testbed.fake.clock.advance(120);
    assert.notEqual((await refund(payment, 100, key)).pspReference, first.pspReference);
  });
});
