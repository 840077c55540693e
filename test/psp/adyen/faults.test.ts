import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { HttpClientException, hmacValidator, type Types } from "@adyen/api-library";
import type { FaultKind } from "../common/faults.ts";
import type { NotificationItem } from "./notification-item.ts";
import { signatureOf } from "./notifications.ts";
import {
  closeTestbed,
  hmacKey,
  manualCapture,
  merchantAccount,
  paidSession,
  refusal,
  sessionRequest,
  startTestbed,
  type Testbed,
} from "./test-support.ts";

let testbed: Testbed;
before(async () => {
  testbed = await startTestbed();
});
after(() => closeTestbed(testbed));

describe("faults of the fake of Adyen's API", () => {
  afterEach(() => testbed.fake.faults.clear());

  /** Refunds 100 of a fresh payment with the fault, and returns what was refunded then and after a repetition. */
  async function refundTwice(kind: FaultKind, expected: (error: unknown) => boolean): Promise<number[]> {
    const { fake, adyen } = testbed;
    const { payment } = await paidSession(testbed, { reference: kind });
    const refund = (timeout: number) =>
      adyen.modifications.refundCapturedPayment(
        payment,
        { merchantAccount, amount: { value: 100, currency: "EUR" } },
        { idempotencyKey: kind, timeout },
      );
    const refunded = () => {
      fake.clock.advance(2);
      return fake.movedAmounts().get(kind)?.amounts.refunded ?? 0;
    };
    fake.faults.add({ kind, match: "/refunds" });
    await assert.rejects(refund(kind.startsWith("stall") ? 500 : 10_000), expected);
    const atFirst = refunded();
    assert.equal((await refund(10_000)).status, "received");
    return [atFirst, refunded()];
  }
  const isLost = (error: unknown): boolean => !(error instanceof HttpClientException);
  const isTransient = (status: number) => (error: unknown) =>
    refusal(status, {})(error) &&
    error instanceof HttpClientException &&
    error.responseHeaders?.["transient-error"] === "true";

  it("an answer that is lost before anything was done", async () => {
    assert.deepEqual(await refundTwice("lose_answer_before", isLost), [0, 100]);
    assert.deepEqual(await refundTwice("stall_before", isLost), [0, 100]);
  });

  it("an answer that is lost after everything was done", async () => {
    assert.deepEqual(await refundTwice("lose_answer_after", isLost), [100, 100]);
    assert.deepEqual(await refundTwice("stall_after", isLost), [100, 100]);
    assert.deepEqual(await refundTwice("truncate_answer", isLost), [100, 100]);
  });

  it("a 500, which isn't stored under its key: the repetition is carried out, or gets the true answer", async () => {
    assert.deepEqual(await refundTwice("status_500_before", isTransient(500)), [0, 100]);
    assert.deepEqual(await refundTwice("status_500_after", isTransient(500)), [100, 100]);
  });

  it("too many requests, which do nothing", async () => {
    assert.deepEqual(await refundTwice("rate_limit", isTransient(429)), [0, 100]);
  });

  it("a lost session, whose page nobody was shown: the repetition gets its address", async () => {
    const { fake, adyen } = testbed;
    fake.faults.add({ kind: "lose_answer_after", match: "POST /v72/sessions" });
    const create = () => adyen.payments.sessions(sessionRequest(), { idempotencyKey: "lost session" });
    await assert.rejects(create(), isLost);
    const { id, url } = await create();
    assert.equal(url, `${fake.url}/hosted/${id}`);
    assert.equal(fake.pay(id, { outcome: "authorised" }).kind, "returned");
  });
});

describe("notifications of the fake of Adyen", () => {
  const codes = () =>
    testbed.receiver.items.map(({ eventCode, success }) =>
      success === "true" ? eventCode : `${eventCode} failed`,
    );
  const usual = ["AUTHORISATION", "CAPTURE"];
  /** A payment that is captured on request, which makes two notifications. */
  const pay = async () => {
    const { fake, adyen } = testbed;
    const { payment } = await paidSession(testbed, manualCapture);
    const amount = { value: 1000, currency: "EUR" };
    await adyen.modifications.captureAuthorisedPayment(payment, { merchantAccount, amount });
    fake.clock.advance(2);
    return payment;
  };

  beforeEach(async () => {
    await testbed.fake.notifications.settled();
    testbed.receiver.items.length = 0;
    testbed.receiver.messageSizes.length = 0;
    testbed.fake.notifications.sent.length = 0;
  });
  afterEach(() => assert.deepEqual(testbed.fake.problems, []));

  it("are sent again until they are answered by 2xx", async () => {
    const { fake, receiver } = testbed;
    receiver.answers.push({ status: 500, body: "[accepted]" }, { status: 302, body: "" });
    await pay();
    await fake.notifications.settled();
    assert.deepEqual(codes().toSorted(), usual);
    const statuses = fake.notifications.sent.map(({ status }) => status);
    assert.deepEqual(statuses.toSorted(), [200, 200, 302, 500]);
  });

  it("need the body [accepted] of who asks for it", async () => {
    const { fake, receiver } = testbed;
    fake.notifications.connect({ ...receiver.endpoint, needsAcceptedBody: true });
    receiver.answers.push({ status: 200, body: "thank you" });
    await pay();
    await fake.notifications.settled();
    fake.notifications.connect(receiver.endpoint);
    assert.deepEqual(codes().toSorted(), usual);
    assert.deepEqual(fake.notifications.sent.map(({ accepted }) => accepted).toSorted(), [false, true, true]);
  });

  it("are signed without escaping, an absent original reference as nothing", () => {
    const item: NotificationItem = {
      eventCode: "AUTHORISATION",
      success: "true",
      eventDate: "2026-01-01T01:00:00+01:00",
      pspReference: "QFQTPCQ8HXSKGK82",
      merchantAccountCode: merchantAccount,
      merchantReference: "14:30\\a",
      amount: { value: 7500, currency: "SEK" },
      reason: "",
      additionalData: {},
    };
    const signature = (data: string) => new hmacValidator().calculateHmac(data, hmacKey);
    const expected = `QFQTPCQ8HXSKGK82::${merchantAccount}:14:30\\a:7500:SEK:AUTHORISATION:true`;
    assert.equal(signatureOf(item, hmacKey), signature(expected));
    const signed = { ...item, additionalData: { hmacSignature: signatureOf(item, hmacKey) } };
    const validate = (changed: object, key = hmacKey) =>
      new hmacValidator().validateHMAC(
        // The SDK's type has enumerations in place of the strings that arrive.
        { ...signed, ...changed } as unknown as Types.notification.NotificationRequestItem,
        key,
      );
    assert.deepEqual(
      [validate({}), validate({ success: "false" }), validate({}, "00")],
      [true, false, false],
    );
    // What the signature doesn't cover, anybody may have changed.
    assert.equal(validate({ reason: "forged", eventDate: "", paymentMethod: "forged" }), true);
  });

  it("arrive twice, in another order, in one message, later, or never", async () => {
    const { notifications } = testbed.fake;
    const { receiver } = testbed;
    const next = async () => {
      await notifications.settled();
      const arrived = codes();
      receiver.items.length = 0;
      return arrived;
    };
    notifications.duplicate(1);
    await pay();
    notifications.duplicate(0);
    assert.deepEqual(
      await next(),
      usual.flatMap((code) => [code, code]),
    );

    notifications.hold();
    await pay();
    assert.deepEqual(await next(), []);
    notifications.release("reversed");
    assert.deepEqual(await next(), usual.toReversed());

    notifications.hold();
    await pay();
    notifications.releaseInOneMessage();
    assert.deepEqual(await next(), usual);
    assert.equal(receiver.messageSizes.at(-1), 2);

    notifications.delay(50);
    await pay();
    assert.deepEqual(codes(), []);
    notifications.delay(0);
    assert.deepEqual((await next()).toSorted(), usual);

    notifications.drop(1);
    await pay();
    assert.deepEqual(await next(), usual.slice(1));
  });

  it("contradict each other: a failure, then a success, of the same payment", async () => {
    const { fake, receiver } = testbed;
    fake.notifications.hold();
    const { payment } = await paidSession(testbed, { reference: "contradicted" });
    fake.contradict(payment);
    fake.notifications.release("reversed");
    await fake.notifications.settled();
    assert.deepEqual(codes(), ["AUTHORISATION failed", "AUTHORISATION"]);
    assert.deepEqual(new Set(receiver.items.map(({ pspReference }) => pspReference)), new Set([payment]));
    assert.equal(fake.movedAmounts().get("contradicted")?.amounts.authorized, 1000);
  });
});
