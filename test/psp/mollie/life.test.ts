import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { CaptureMethod, PaymentEmbed, PaymentMethod } from "@mollie/api-client";
import {
  completedPayment,
  euros,
  paymentParams,
  type Receiver,
  startReceiver,
  startTestbed,
  type Testbed,
} from "./test-support.ts";

const manual = { captureMode: CaptureMethod.manual };
const day = 86_400;

describe("the fake of Mollie, driven by Mollie's SDK", () => {
  let testbed: Testbed;
  let receiver: Receiver;

  before(async () => {
    testbed = await startTestbed();
    receiver = await startReceiver();
  });
  afterEach(async () => {
    await testbed.fake.webhooks.settled();
    receiver.received.length = 0;
  });
  after(async () => {
    await testbed.fake.close();
    await receiver.close();
  });

  /** The bodies that arrived, after all deliveries. */
  const notifications = async (): Promise<string[]> => {
    await testbed.fake.webhooks.settled();
    return receiver.received.map(({ body }) => body);
  };
  const moved = (reference: string) => testbed.fake.movedAmounts().get(reference) ?? assert.fail(reference);

  it("takes a payment on the hosted page, and notifies with its id only", async () => {
    const { mollie } = testbed;
    const payment = await mollie.payments.create(
      paymentParams({ webhookUrl: receiver.url, metadata: "on-page" }),
    );
    assert.match(payment.id, /^tr_[0-9A-Za-z]{22}$/);
    assert.deepEqual(
      [payment.status, payment.mode, payment.method, payment.isCancelable],
      ["open", "test", null, false],
    );
    const checkout = String(payment.getCheckoutUrl());
    assert.match(await (await fetch(checkout)).text(), /Order 1: 10\.00 EUR/);

    const body = new URLSearchParams({ outcome: "paid", method: "ideal" });
    const answer = await fetch(checkout, { method: "POST", body, redirect: "manual" });
    assert.deepEqual([answer.status, answer.headers.get("location")], [303, "https://shop.example/thanks"]);
    const paid = await mollie.payments.get(payment.id);
    assert.deepEqual([paid.status, paid.method, paid.metadata], ["paid", "ideal", "on-page"]);
    assert.equal(paid.getCheckoutUrl(), null);
    assert.ok(paid.paidAt !== undefined && paid.expiresAt === undefined);
    assert.equal(moved("on-page").amounts.captured, 1000);
    assert.deepEqual(await notifications(), [`id=${payment.id}`]);
    assert.deepEqual(
      [receiver.received[0]?.contentType, receiver.received[0]?.signature],
      ["application/x-www-form-urlencoded", undefined],
    );
    assert.equal((await fetch(checkout, { method: "POST", body })).status, 410);
  });

  it("ends payments as failed, canceled or expired; open and pending ones notify nobody", async () => {
    const { mollie, fake } = testbed;
    const create = () =>
      mollie.payments.create(
        paymentParams({ webhookUrl: receiver.url, method: [PaymentMethod.creditcard, PaymentMethod.ideal] }),
      );
    const failed = await create();
    fake.checkOut(failed.id, { outcome: "failed", failureReason: "insufficient_funds" });
    const shown = await mollie.payments.get(failed.id);
    assert.deepEqual([shown.status, shown.isCancelable], ["failed", undefined]);
    assert.equal((shown.details as { failureReason: string }).failureReason, "insufficient_funds");

    const canceled = await create();
    assert.deepEqual(fake.checkOut(canceled.id, { outcome: "canceled" }), {
      kind: "return",
      url: "https://shop.example/cart",
    });
    const left = await create();
    fake.checkOut(left.id, { outcome: "pending" });
    assert.equal((await mollie.payments.get(left.id)).status, "pending");
    assert.deepEqual(await notifications(), [`id=${failed.id}`, `id=${canceled.id}`]);
    fake.clock.advance(1800);
    const expired = await mollie.payments.get(left.id);
    assert.ok(expired.status === "expired" && expired.expiredAt !== undefined);
    assert.deepEqual((await notifications()).at(-1), `id=${left.id}`);
  });

  it("lets a customer who cancels a method choose another one, without a notification", async () => {
    const { mollie, fake } = testbed;
    const { id } = await mollie.payments.create(
      paymentParams({ webhookUrl: receiver.url, method: PaymentMethod.ideal }),
    );
    assert.equal(fake.checkOut(id, { outcome: "canceled" }).kind, "choose_method");
    assert.equal((await mollie.payments.get(id)).status, "open");
    assert.deepEqual(await notifications(), []);
    fake.checkOut(id, { outcome: "paid", method: "paypal" });
    const paid = await mollie.payments.get(id);
    assert.deepEqual([paid.status, paid.method], ["paid", "paypal"]);
  });

  it("moves the time of expiry when the customer chooses a slower method", async () => {
    const { mollie, fake } = testbed;
    const { id, expiresAt } = await mollie.payments.create(paymentParams());
    fake.checkOut(id, { outcome: "open", method: "banktransfer" });
    const later = await mollie.payments.get(id);
    assert.ok(Date.parse(String(later.expiresAt)) - Date.parse(String(expiresAt)) > 11 * day * 1000);
    fake.clock.advance(3600);
    assert.equal((await mollie.payments.get(id)).status, "open");
    // Of the open payments only those by bank transfer can be called off.
    assert.equal((await mollie.payments.cancel(id)).status, "canceled");
  });

  it("captures an authorization: the capture is pending first, and the payment then paid", async () => {
    const { mollie, fake } = testbed;
    const id = await completedPayment(testbed, {
      ...manual,
      webhookUrl: receiver.url,
      metadata: "captured",
    });
    const held = await mollie.payments.get(id);
    assert.equal(held.status, "authorized");
    assert.deepEqual(held.amountCaptured, euros("0.00"));
    assert.equal(
      Date.parse(String(held.captureBefore)) - Date.parse(String(held.authorizedAt)),
      7 * day * 1000,
    );

    const capture = await mollie.paymentCaptures.create({ paymentId: id, metadata: { movement: "m1" } });
    assert.deepEqual([capture.status, capture.amount], ["pending", euros("10.00")]);
    const done = await mollie.paymentCaptures.get(capture.id, { paymentId: id });
    assert.deepEqual([done.status, done.metadata], ["succeeded", { movement: "m1" }]);
    assert.equal((await mollie.payments.get(id)).status, "paid");
    assert.equal(moved("captured").times.captured, 1);
    assert.deepEqual(await notifications(), [`id=${id}`, `id=${id}`]);
    assert.equal(fake.log.at(-1)?.object, capture.id);
  });

  it("captures a part: a card's rest is released, Klarna's stays authorized", async () => {
    const { mollie } = testbed;
    const card = await completedPayment(testbed, { ...manual, metadata: "card" });
    await mollie.paymentCaptures.create({ paymentId: card, amount: euros("4.00") });
    const paid = await mollie.payments.get(card);
    assert.deepEqual([paid.status, paid.amountCaptured], ["paid", euros("4.00")]);
    assert.deepEqual([moved("card").amounts.captured, moved("card").amounts.released], [400, 600]);

    const klarna = await completedPayment(testbed, {
      ...manual,
      method: PaymentMethod.klarna,
      metadata: "klarna",
    });
    for (const value of ["4.00", "5.00"]) {
      await mollie.paymentCaptures.create({ paymentId: klarna, amount: euros(value) });
      assert.equal((await mollie.payments.get(klarna)).status, "authorized");
    }
    await mollie.payments.releaseAuthorization(klarna);
    assert.equal((await mollie.payments.get(klarna)).status, "paid");
    assert.deepEqual([moved("klarna").amounts.captured, moved("klarna").amounts.released], [900, 100]);
    assert.equal((await mollie.paymentCaptures.page({ paymentId: klarna })).length, 2);
  });

  it("captures after the capture delay by itself", async () => {
    const { mollie, fake } = testbed;
    const id = await completedPayment(testbed, { captureDelay: "2 days", metadata: "delayed" });
    const held = await mollie.payments.get(id);
    assert.deepEqual([held.status, held.captureDelay], ["authorized", "48 hours"]);
    fake.clock.advance(2 * day);
    assert.equal((await mollie.payments.get(id)).status, "paid");
    assert.equal(moved("delayed").amounts.captured, 1000);
  });

  it("releases an authorization asynchronously, and lets an uncaptured one lapse", async () => {
    const { mollie, fake } = testbed;
    const voided = await completedPayment(testbed, { ...manual, metadata: "voided" });
    await mollie.payments.releaseAuthorization(voided);
    assert.equal((await mollie.payments.get(voided)).status, "canceled");
    assert.equal(moved("voided").amounts.released, 1000);

    const late = await completedPayment(testbed, manual);
    const left = await completedPayment(testbed, manual);
    fake.clock.advance(7 * day);
    const capture = await mollie.paymentCaptures.create({ paymentId: late });
    assert.equal((await mollie.paymentCaptures.get(capture.id, { paymentId: late })).status, "failed");
    assert.equal((await mollie.payments.get(late)).status, "failed");
    assert.equal((await mollie.payments.get(left)).status, "authorized");
    fake.clock.advance(day);
    assert.equal((await mollie.payments.get(left)).status, "expired");
  });

  it("releases the rest beside a pending capture, and the capture's amount if it fails", async (t) => {
    const slow = await startTestbed({ delays: { capture: 60 } });
    t.after(() => slow.fake.close());
    const id = await completedPayment(slow, { ...manual, method: PaymentMethod.klarna });
    const capture = await slow.mollie.paymentCaptures.create({ paymentId: id, amount: euros("4.00") });
    await slow.mollie.payments.releaseAuthorization(id);
    assert.equal((await slow.mollie.payments.get(id)).status, "authorized");
    assert.equal(slow.fake.movedAmounts().get("order-1")?.amounts.released, 600);
    slow.fake.decideCapture(capture.id, false);
    assert.equal((await slow.mollie.payments.get(id)).status, "canceled");
    assert.equal(slow.fake.movedAmounts().get("order-1")?.amounts.released, 1000);
  });

  it("pays a payment with manual capture at once if the customer's method can't hold", async () => {
    const { mollie, fake } = testbed;
    const { id } = await mollie.payments.create(paymentParams(manual));
    fake.checkOut(id, { outcome: "paid", method: "ideal" });
    const paid = await mollie.payments.get(id);
    assert.deepEqual([paid.status, paid.captureMode], ["paid", "manual"]);
  });

  it("refunds in steps, of which the last ones notify; a refund may come back at the end", async () => {
    const { mollie, fake } = testbed;
    const id = await completedPayment(testbed, { webhookUrl: receiver.url, metadata: "refunded" });
    const { id: refund, status } = await mollie.paymentRefunds.create({
      paymentId: id,
      amount: euros("3.00"),
      metadata: { movement: "m1" },
    });
    assert.equal(status, "pending");
    assert.deepEqual((await mollie.payments.get(id)).amountRemaining, euros("7.00"));
    const statuses: string[] = [];
    for (let step = 0; step < 2; step++) {
      fake.clock.advance(day);
      statuses.push((await mollie.paymentRefunds.get(refund, { paymentId: id })).status);
    }
    assert.deepEqual(statuses, ["processing", "refunded"]);
    fake.failRefund(refund);
    const [shown] =
      (await mollie.payments.get(id, { embed: [PaymentEmbed.refunds] }))._embedded?.refunds ?? [];
    assert.equal(shown?.status, "failed");
    assert.deepEqual((await mollie.payments.get(id)).amountRefunded, euros("0.00"));
    assert.deepEqual([moved("refunded").times.refunded, moved("refunded").times.refund_returned], [1, 1]);
    // Paid, processing, refunded, failed.
    assert.deepEqual(await notifications(), Array(4).fill(`id=${id}`));
  });

  it("queues refunds while the balance is short, and cancels one that hasn't left yet", async () => {
    const { mollie, fake } = testbed;
    const id = await completedPayment(testbed, { metadata: "queued" });
    fake.setBalanceShort(true);
    const queued = await mollie.paymentRefunds.create({ paymentId: id, amount: euros("1.00") });
    const other = await mollie.paymentRefunds.create({ paymentId: id, amount: euros("2.00") });
    assert.deepEqual([queued.status, other.status], ["queued", "queued"]);
    await mollie.paymentRefunds.cancel(other.id, { paymentId: id });
    fake.setBalanceShort(false);
    const refunds = await mollie.paymentRefunds.page({ paymentId: id });
    assert.deepEqual(
      refunds.map((refund) => refund.status),
      ["canceled", "pending"],
    );
    fake.clock.advance(day);
    await assert.rejects(mollie.paymentRefunds.cancel(queued.id, { paymentId: id }), { statusCode: 422 });
  });

  it("allows a refund of 25 EUR more than was paid by iDEAL", async () => {
    const { mollie } = testbed;
    const id = await completedPayment(testbed, { method: PaymentMethod.ideal });
    assert.deepEqual((await mollie.payments.get(id)).amountRemaining, euros("35.00"));
    await mollie.paymentRefunds.create({ paymentId: id, amount: euros("35.00") });
  });

  it("charges back a payment that stays paid, and reverses the chargeback", async () => {
    const { mollie, fake } = testbed;
    const id = await completedPayment(testbed, { webhookUrl: receiver.url, metadata: "charged-back" });
    const chargeback = fake.chargeBack(id, 600);
    const shown = await mollie.payments.get(id);
    assert.deepEqual([shown.status, shown.amountChargedBack], ["paid", euros("6.00")]);
    const [listed] = await mollie.paymentChargebacks.page({ paymentId: id });
    assert.deepEqual(
      [listed?.id, listed?.amount, listed?.reversedAt, listed?.settlementAmount],
      [chargeback, euros("6.00"), null, euros("-6.00")],
    );
    fake.reverseChargeback(chargeback);
    const reversed = await mollie.paymentChargebacks.get(chargeback, { paymentId: id });
    assert.ok(reversed.reversedAt !== null);
    assert.equal((await mollie.payments.get(id)).amountChargedBack, undefined);
    const { amounts } = moved("charged-back");
    assert.deepEqual([amounts.disputed, amounts.dispute_returned], [600, 600]);
    assert.deepEqual(await notifications(), Array(3).fill(`id=${id}`));
  });

  it("lists newest first, in pages that begin with the item of their cursor", async () => {
    const { mollie, live } = testbed;
    for (const metadata of ["l1", "l2", "l3"]) await mollie.payments.create(paymentParams({ metadata }));
    const page = await mollie.payments.page({ limit: 2 });
    assert.deepEqual(
      page.map(({ metadata }) => metadata),
      ["l3", "l2"],
    );
    const next = await mollie.payments.page({ limit: 2, from: String(page.nextPageCursor) });
    assert.equal(next[0]?.metadata, "l1");
    assert.equal(next.previousPageCursor, page[0]?.id);
    const seen: unknown[] = [];
    for await (const { metadata } of mollie.payments.iterate().take(3)) seen.push(metadata);
    assert.deepEqual(seen, ["l3", "l2", "l1"]);
    assert.deepEqual([...(await live.payments.page())], []);
  });

  it("changes an open payment, and keeps what isn't changed", async () => {
    const { mollie } = testbed;
    const { id } = await mollie.payments.create(paymentParams());
    const changed = await mollie.payments.update(id, { redirectUrl: "https://shop.example/other" });
    assert.deepEqual(
      [changed.redirectUrl, changed.description, changed.metadata],
      ["https://shop.example/other", "Order 1", { reference: "order-1" }],
    );
  });

  it("lists the methods that take an amount", async () => {
    const { mollie } = testbed;
    const ids = async (amount?: { currency: string; value: string }) =>
      (await mollie.methods.list(amount === undefined ? {} : { amount })).map(({ id }) => id);
    assert.ok((await ids()).includes(PaymentMethod.ideal));
    assert.deepEqual(await ids({ currency: "USD", value: "10.00" }), ["creditcard", "paypal"]);
    assert.deepEqual(await ids(euros("500000.00")), ["banktransfer"]);
    const card = await mollie.methods.get(PaymentMethod.creditcard);
    assert.deepEqual([card.minimumAmount, card.maximumAmount], [euros("0.01"), euros("10000.00")]);
  });
});
