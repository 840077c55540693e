import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import {
  closeTestbed,
  manualCapture,
  merchantAccount,
  paidSession,
  returnParameters,
  sessionRequest,
  startTestbed,
  type Testbed,
} from "./test-support.ts";

const day = 86_400;

describe("the fake of Adyen, driven by Adyen's SDK", () => {
  let testbed: Testbed;
  before(async () => {
    testbed = await startTestbed();
  });
  afterEach(async () => {
    await testbed.fake.notifications.settled();
    assert.deepEqual(testbed.fake.problems, [], "answers and notifications are as the specification says");
    testbed.receiver.items.length = 0;
  });
  after(() => closeTestbed(testbed));

  /** The notifications so far, in order, after time has passed. */
  const notified = async (seconds = 0) => {
    testbed.fake.clock.advance(seconds);
    await testbed.fake.notifications.settled();
    return testbed.receiver.items;
  };
  const codes = async (seconds = 0) =>
    (await notified(seconds)).map(({ eventCode, success }) => `${eventCode} ${success}`);
  const eur = (value: number) => ({ value, currency: "EUR" });
  const moved = (reference: string) => testbed.fake.movedAmounts().get(reference)?.amounts ?? assert.fail();

  it("takes a payment on the hosted page", async () => {
    const { adyen, fake } = testbed;
    const session = await adyen.payments.sessions(sessionRequest({ reference: "paid" }));
    assert.match(session.id, /^CS[0-9A-F]{16}$/);
    assert.deepEqual([session.mode, { ...session.amount }], ["hosted", eur(1000)]);
    assert.ok(session.sessionData);
    const lifetime = session.expiresAt.getTime() / 1000 - fake.clock.now();
    assert.ok(lifetime > 3590 && lifetime <= 3600, `the session lives an hour, not ${lifetime} s`);
    assert.match(await (await fetch(String(session.url))).text(), /Pay 1000 EUR/);

    const body = new URLSearchParams({ outcome: "authorised", method: "mc" });
    const submitted = await fetch(String(session.url), { method: "POST", body, redirect: "manual" });
    assert.equal(submitted.status, 303);
    const location = submitted.headers.get("location") ?? "";
    assert.ok(
      location.startsWith(`https://shop.example/thanks?order=1&sessionId=${session.id}&sessionResult=`),
    );
    const { sessionResult } = returnParameters(location);
    const result = await adyen.payments.getResultOfPaymentSession(session.id, sessionResult);
    assert.deepEqual([result.id, result.status, result.reference], [session.id, "completed", "paid"]);

    const [authorisation] = await notified();
    const [payment] = fake.paymentsOf(session.id);
    assert.deepEqual(
      [authorisation?.eventCode, authorisation?.success, authorisation?.merchantReference],
      ["AUTHORISATION", "true", "paid"],
    );
    assert.deepEqual([authorisation?.pspReference, authorisation?.paymentMethod], [payment, "mc"]);
    assert.match(String(payment), /^[A-Z0-9]{16}$/);
    assert.equal(authorisation?.additionalData.checkoutSessionId, session.id);
    assert.deepEqual(result.payments?.[0]?.pspReference, payment);
    // Captured at once, of which Adyen tells nothing.
    assert.deepEqual([moved("paid").authorized, moved("paid").captured], [1000, 1000]);
    assert.equal((await fetch(String(session.url), { method: "POST", body })).status, 410);
  });

  it("refuses payments with their reasons, and ends the session after three", async () => {
    const { adyen, fake } = testbed;
    const { id } = await adyen.payments.sessions(sessionRequest({ reference: "refused" }));
    const refuse = () => fake.pay(id, { outcome: "refused", reason: "Not enough balance" });
    assert.deepEqual(refuse(), { kind: "refused", reason: "Not enough balance" });
    assert.deepEqual(fake.pay(id, { outcome: "error" }), { kind: "refused", reason: "Acquirer Error" });
    const last = refuse();
    assert.ok(last.kind === "returned");
    const { sessionResult } = returnParameters(last.redirectUrl);
    const result = await adyen.payments.getResultOfPaymentSession(id, sessionResult);
    assert.deepEqual([result.status, result.payments], ["refused", []]);
    assert.deepEqual(refuse(), { kind: "over", status: "refused" });
    assert.deepEqual(
      (await notified()).map(({ success, reason }) => [success, reason]),
      [
        ["false", "Not enough balance"],
        ["false", "Acquirer Error"],
        ["false", "Not enough balance"],
      ],
    );
    assert.equal(fake.movedAmounts().get("refused"), undefined);
  });

  it("authorises after a refusal in the same session, under another PSP reference", async () => {
    const { adyen, fake } = testbed;
    const { id } = await adyen.payments.sessions(sessionRequest());
    fake.pay(id, { outcome: "refused" });
    fake.pay(id, { outcome: "authorised" });
    assert.deepEqual(await codes(), ["AUTHORISATION false", "AUTHORISATION true"]);
    assert.equal(new Set(fake.paymentsOf(id)).size, 2);
  });

  it("shows a session's status as it was at the return, whatever happens later", async () => {
    const { adyen, fake } = testbed;
    const { id } = await adyen.payments.sessions(sessionRequest({ reference: "pending" }));
    const answer = fake.pay(id, { outcome: "pending", method: "ideal" });
    assert.ok(answer.kind === "returned");
    const { sessionResult } = returnParameters(answer.redirectUrl);
    const result = () => adyen.payments.getResultOfPaymentSession(id, sessionResult);
    const status = async () => (await result()).status;
    assert.equal(await status(), "paymentPending");
    assert.equal((await result()).payments?.[0]?.resultCode, "Pending");
    assert.deepEqual(await codes(2 * day), []);
    const [payment = ""] = fake.paymentsOf(id);
    fake.settlePending(payment, "authorised");
    assert.deepEqual(await codes(), ["AUTHORISATION true"]);
    assert.equal(await status(), "paymentPending");
    assert.equal(moved("pending").authorized, 1000);
  });

  it("closes the offer of a pending payment that nobody completes", async () => {
    const { adyen, fake } = testbed;
    const { id } = await adyen.payments.sessions(sessionRequest());
    fake.pay(id, { outcome: "pending", method: "ideal" });
    const [payment = ""] = fake.paymentsOf(id);
    fake.settlePending(payment, "offer_closed");
    const [closed] = await notified();
    assert.deepEqual([closed?.eventCode, closed?.pspReference], ["OFFER_CLOSED", payment]);
  });

  it("sends a customer back who cancels, and takes no payment after the session has expired", async () => {
    const { adyen, fake } = testbed;
    const { id, url } = await adyen.payments.sessions(sessionRequest());
    const answer = fake.pay(id, { outcome: "cancelled" });
    assert.ok(answer.kind === "returned");
    const { sessionResult } = returnParameters(answer.redirectUrl);
    const { status } = await adyen.payments.getResultOfPaymentSession(id, sessionResult);
    assert.deepEqual([status, await codes()], ["canceled", []]);
    fake.clock.advance(3600);
    assert.deepEqual(fake.pay(id, { outcome: "authorised" }), { kind: "over", status: "expired" });
    const body = new URLSearchParams({ outcome: "authorised" });
    assert.equal((await fetch(String(url), { method: "POST", body })).status, 410);
  });

  it("takes a payment after the customer had cancelled, which the first result doesn't show", async () => {
    const { adyen, fake } = testbed;
    const { id } = await adyen.payments.sessions(sessionRequest({ reference: "changed mind" }));
    const first = fake.pay(id, { outcome: "cancelled" });
    const second = fake.pay(id, { outcome: "authorised" });
    assert.ok(first.kind === "returned" && second.kind === "returned");
    const statusAt = async (redirectUrl: string) => {
      const { sessionResult } = returnParameters(redirectUrl);
      return (await adyen.payments.getResultOfPaymentSession(id, sessionResult)).status;
    };
    assert.equal(await statusAt(first.redirectUrl), "canceled");
    assert.equal(await statusAt(second.redirectUrl), "completed");
    assert.equal(moved("changed mind").authorized, 1000);
  });

  it("captures a part on request and releases the rest; every answer is only `received`", async () => {
    const { adyen } = testbed;
    const { payment } = await paidSession(testbed, { reference: "partial", ...manualCapture });
    const capture = await adyen.modifications.captureAuthorisedPayment(payment, {
      merchantAccount,
      amount: eur(400),
      reference: "capture-1",
    });
    assert.deepEqual([capture.status, capture.paymentPspReference], ["received", payment]);
    assert.equal(moved("partial").captured, 0);
    const captured = (await notified(2)).at(-1);
    assert.deepEqual(
      [captured?.eventCode, captured?.success, captured?.pspReference, captured?.originalReference],
      ["CAPTURE", "true", capture.pspReference, payment],
    );
    assert.deepEqual([captured?.merchantReference, captured?.amount], ["capture-1", eur(400)]);
    assert.deepEqual([moved("partial").captured, moved("partial").released], [400, 600]);
    const again = { merchantAccount, amount: eur(600) };
    assert.equal((await adyen.modifications.captureAuthorisedPayment(payment, again)).status, "received");
    const refused = (await notified(2)).at(-1);
    assert.deepEqual([refused?.success, refused?.reason], ["false", "Transaction has been captured"]);
    assert.equal(moved("partial").captured, 400);
  });

  it("doesn't capture twice what Adyen captured by itself", async () => {
    const { adyen } = testbed;
    const { payment } = await paidSession(testbed, { reference: "automatic" });
    await adyen.modifications.captureAuthorisedPayment(payment, { merchantAccount, amount: eur(1000) });
    assert.equal((await codes(2)).at(-1), "CAPTURE false");
    assert.equal(moved("automatic").captured, 1000);
  });

  it("captures after the delay that the session asks for", async () => {
    await paidSession(testbed, { reference: "delayed", captureDelayHours: 24 });
    assert.equal(moved("delayed").captured, 0);
    testbed.fake.clock.advance(day);
    assert.equal(moved("delayed").captured, 1000);
  });

  it("tells that a capture failed, days after it succeeded, and that it was repeated", async () => {
    const { adyen, fake } = testbed;
    fake.outcomes.plan({ kind: "capture", outcome: "fails_later" });
    const { payment } = await paidSession(testbed, { reference: "capture failed", ...manualCapture });
    const amount = eur(1000);
    const { pspReference } = await adyen.modifications.captureAuthorisedPayment(payment, {
      merchantAccount,
      amount,
    });
    const items = await notified(4 * day);
    assert.deepEqual(
      items.map(({ eventCode }) => eventCode),
      ["AUTHORISATION", "CAPTURE", "CAPTURE_FAILED"],
    );
    assert.deepEqual([items.at(-1)?.pspReference, items.at(-1)?.success], [pspReference, "true"]);
    fake.fail(pspReference);
    assert.equal(moved("capture failed").capture_returned, 1000, "what has failed doesn't fail again");
    fake.recapture(pspReference);
    const recaptured = (await notified()).at(-1);
    assert.deepEqual(
      [recaptured?.eventCode, recaptured?.pspReference, recaptured?.reason],
      ["CAPTURE", pspReference, "Transaction Auto-recaptured"],
    );
    assert.equal(moved("capture failed").captured, 2000);
    await adyen.modifications.refundCapturedPayment(payment, { merchantAccount, amount: eur(1000) });
    assert.equal((await codes(2)).at(-1), "REFUND true");
  });

  it("cancels an authorisation, but not after its capture; an uncaptured one lapses after 28 days", async () => {
    const { adyen, fake } = testbed;
    const held = await paidSession(testbed, { reference: "cancelled", ...manualCapture });
    await adyen.modifications.cancelAuthorisedPaymentByPspReference(held.payment, { merchantAccount });
    assert.deepEqual(await codes(2), ["AUTHORISATION true", "CANCELLATION true"]);
    assert.equal(moved("cancelled").released, 1000);
    const captured = await paidSession(testbed);
    await adyen.modifications.cancelAuthorisedPaymentByPspReference(captured.payment, { merchantAccount });
    assert.equal((await codes(2)).at(-1), "CANCELLATION false");
    await paidSession(testbed, { reference: "lapsed", ...manualCapture });
    fake.clock.advance(28 * day - 60);
    assert.equal(moved("lapsed").released, 0);
    assert.equal((await codes(120)).at(-1), "EXPIRE true");
    assert.equal(moved("lapsed").released, 1000);
  });

  it("refunds what was captured, and no more", async () => {
    const { adyen } = testbed;
    const { payment } = await paidSession(testbed, { reference: "refunded" });
    const refund = (value: number) =>
      adyen.modifications.refundCapturedPayment(payment, { merchantAccount, amount: eur(value) });
    const { pspReference } = await refund(300);
    const first = (await notified(2)).at(-1);
    assert.deepEqual(
      [first?.eventCode, first?.success, first?.pspReference],
      ["REFUND", "true", pspReference],
    );
    await refund(701);
    const second = (await notified(2)).at(-1);
    assert.deepEqual([second?.success, second?.reason], ["false", "Insufficient balance on payment"]);
    const held = await paidSession(testbed, manualCapture);
    await adyen.modifications.refundCapturedPayment(held.payment, { merchantAccount, amount: eur(1) });
    const third = (await notified(2)).at(-1);
    assert.equal(third?.reason, "Transaction hasn't been captured, refund not possible");
    assert.equal(moved("refunded").refunded, 300);
  });

  it("refuses a refund, lets one fail and another come back, days later", async () => {
    const { adyen, fake } = testbed;
    const { payment } = await paidSession(testbed, { reference: "returned" });
    for (const outcome of ["refused", "fails_later", "reversed_later"] as const) {
      fake.outcomes.plan({ kind: "refund", outcome });
      await adyen.modifications.refundCapturedPayment(payment, { merchantAccount, amount: eur(100) });
      fake.clock.advance(2);
    }
    const expected = [
      "REFUND false",
      "REFUND true",
      "REFUND true",
      "REFUND_FAILED true",
      "REFUNDED_REVERSED true",
    ];
    assert.deepEqual((await codes(4 * day)).slice(1), expected);
    assert.deepEqual([moved("returned").refunded, moved("returned").refund_returned], [200, 200]);
  });

  it("reverses: cancels what isn't captured, refunds what is", async () => {
    const { adyen } = testbed;
    const held = await paidSession(testbed, { reference: "reversed", ...manualCapture });
    await adyen.modifications.refundOrCancelPayment(held.payment, { merchantAccount });
    const cancelled = (await notified(2)).at(-1);
    assert.deepEqual(
      [cancelled?.eventCode, cancelled?.additionalData["modification.action"]],
      ["CANCEL_OR_REFUND", "cancel"],
    );
    const captured = await paidSession(testbed, { reference: "reversed back" });
    await adyen.modifications.refundOrCancelPayment(captured.payment, { merchantAccount });
    const refunded = (await notified(2)).at(-1);
    assert.deepEqual(
      [refunded?.success, refunded?.additionalData["modification.action"], refunded?.amount],
      ["true", "refund", eur(1000)],
    );
    assert.deepEqual([moved("reversed").released, moved("reversed back").refunded], [1000, 1000]);
  });

  it("lists payment methods", async () => {
    const all = await testbed.adyen.payments.paymentMethods({ merchantAccount });
    assert.deepEqual(
      all.paymentMethods?.map(({ type }) => type),
      ["scheme", "ideal", "paypal"],
    );
    const some = await testbed.adyen.payments.paymentMethods({
      merchantAccount,
      allowedPaymentMethods: ["ideal"],
    });
    assert.equal(some.paymentMethods?.length, 1);
  });
});

it("captures several times where the account allows it, and keeps the rest", async () => {
  const testbed = await startTestbed({ multiplePartialCaptures: true, captureDelayHours: null });
  try {
    const { payment } = await paidSession(testbed, { reference: "several" });
    for (const value of [300, 700, 1]) {
      const amount = { value, currency: "EUR" };
      await testbed.adyen.modifications.captureAuthorisedPayment(payment, { merchantAccount, amount });
      testbed.fake.clock.advance(2);
    }
    await testbed.fake.notifications.settled();
    const captures = testbed.receiver.items.slice(1).map(({ success }) => success);
    assert.deepEqual(captures, ["true", "true", "false"]);
    const { amounts } = testbed.fake.movedAmounts().get("several") ?? assert.fail();
    assert.deepEqual([amounts.captured, amounts.released], [1000, 0]);
  } finally {
    await closeTestbed(testbed);
  }
});

it("tells more or less, as the account is set up", async () => {
  const testbed = await startTestbed({ notifiesAutomaticCaptures: true, sendsSessionId: false, live: true });
  try {
    const { payment } = await paidSession(testbed);
    await testbed.fake.notifications.settled();
    const [authorisation, capture] = testbed.receiver.items;
    assert.equal(authorisation?.additionalData.checkoutSessionId, undefined);
    assert.deepEqual([capture?.eventCode, capture?.originalReference], ["CAPTURE", payment]);
    // Without a reference of its own, a modification has that of its payment.
    assert.equal(capture?.merchantReference, "order-1");
    assert.deepEqual(testbed.receiver.live, ["true", "true"]);
  } finally {
    await closeTestbed(testbed);
  }
});
