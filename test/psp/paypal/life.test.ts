import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import {
  approvedOrder,
  authorizedOrder,
  type Client,
  capturedOrder,
  clientFor,
  closeTestbed,
  createdOrder,
  euros,
  issueOf,
  type Json,
  linkOf,
  orderBody,
  type Receiver,
  registerWebhook,
  startReceiver,
  startTestbed,
  type Testbed,
} from "./test-support.ts";

const day = 86_400;

let testbed: Testbed;
let receiver: Receiver;
before(async () => {
  testbed = await startTestbed({ settings: { tokenSeconds: 1000 * day } });
  receiver = await startReceiver();
  await registerWebhook(testbed, receiver.url);
});
after(async () => {
  await closeTestbed(testbed);
  await receiver.close();
});

const paypal: Client = (...args) => testbed.paypal(...args);
const moved = (reference: string) => testbed.fake.movedAmounts().get(reference) ?? assert.fail(reference);

/** The names of the events since the last call. */
async function events(): Promise<readonly string[]> {
  await testbed.fake.webhooks.settled();
  return receiver.received.splice(0).map(({ body }) => body.event_type);
}

const capturePath = (order: string) => `/v2/checkout/orders/${order}/capture`;
const getOrder = async (order: string) => (await paypal("GET", `/v2/checkout/orders/${order}`)).body;
const getCapture = async (capture: string) => (await paypal("GET", `/v2/payments/captures/${capture}`)).body;
const getAuthorization = async (id: string) =>
  (await paypal("GET", `/v2/payments/authorizations/${id}`)).body;
const reason = ({ status_details }: Json) => (status_details as { reason: string } | undefined)?.reason;

describe("an order at the fake of PayPal", () => {
  it("is approved on PayPal's page and then captured by the merchant", async () => {
    const created = await paypal("POST", "/v2/checkout/orders", { body: orderBody({ custom_id: "page" }) });
    assert.deepEqual([created.status, created.body.status], [200, "PAYER_ACTION_REQUIRED"]);
    const page = linkOf(created, "payer-action") ?? assert.fail();
    assert.match(await (await fetch(page)).text(), /Shop: 10.00 EUR.*Pay now/s);
    const submit = (choice: string) =>
      fetch(page, { method: "POST", body: new URLSearchParams({ choice }), redirect: "manual" });
    assert.equal((await submit("explode")).status, 400);
    const canceled = await submit("cancel");
    const id = String(created.body.id);
    assert.equal(canceled.headers.get("location"), `https://shop.example/cart?token=${id}`);
    assert.equal((await getOrder(id)).status, "PAYER_ACTION_REQUIRED");
    assert.equal(issueOf(await paypal("POST", capturePath(id))), "ORDER_NOT_APPROVED");
    const approved = await submit("approve");
    assert.deepEqual(
      [approved.status, approved.headers.get("location")],
      [303, `https://shop.example/thanks?token=${id}&PayerID=QYR5Z8XDVJNXQ`],
    );
    const order = await getOrder(id);
    assert.deepEqual([order.status, (order.payer as Json).payer_id], ["APPROVED", "QYR5Z8XDVJNXQ"]);
    const captured = await paypal("POST", capturePath(id));
    assert.deepEqual([captured.status, captured.body.status], [201, "COMPLETED"]);
    assert.equal((await submit("approve")).status, 410);
    assert.match(await (await fetch(page)).text(), /working/);
    assert.deepEqual(moved("page").amounts.captured, 1000);
    assert.deepEqual(await events(), [
      "CHECKOUT.ORDER.APPROVED",
      "PAYMENT.CAPTURE.COMPLETED",
      "CHECKOUT.ORDER.COMPLETED",
    ]);
    assert.equal((await fetch(`${testbed.fake.url}/checkoutnow?token=unknown`)).status, 404);
  });

  it("without a payment source has a link of another name and another status", async () => {
    const created = await paypal("POST", "/v2/checkout/orders", {
      body: orderBody({}, { payment_source: undefined }),
    });
    assert.deepEqual([created.status, created.body.status], [201, "CREATED"]);
    assert.ok(linkOf(created, "approve"));
    assert.equal(linkOf(created, "payer-action"), undefined);
    // There is no address to return to.
    assert.deepEqual(testbed.fake.pay(String(created.body.id)), { kind: "return", url: null });
  });

  it("keeps what the merchant sent, and tells the fee", async () => {
    const { order, capture } = await capturedOrder(testbed, { custom_id: "kept", invoice_id: "i-kept" });
    const [unit] = (await getOrder(order)).purchase_units as readonly Json[];
    assert.deepEqual([unit?.custom_id, unit?.invoice_id, unit?.amount], ["kept", "i-kept", euros("10.00")]);
    const { custom_id, invoice_id, supplementary_data, seller_receivable_breakdown } =
      await getCapture(capture);
    assert.deepEqual([custom_id, invoice_id], ["kept", "i-kept"]);
    assert.deepEqual(supplementary_data, { related_ids: { order_id: order } });
    assert.deepEqual(seller_receivable_breakdown, {
      gross_amount: euros("10.00"),
      paypal_fee: euros("0.69"),
      net_amount: euros("9.31"),
    });
  });

  it("is gone three hours after its creation, even if it was approved", async () => {
    const other = await startTestbed();
    const open = await createdOrder(other);
    const approved = await approvedOrder(other);
    const { order: captured } = await capturedOrder(other);
    await registerWebhook(other, receiver.url);
    await events();
    other.fake.clock.advance(3 * 3600 - 30);
    assert.equal((await other.paypal("GET", `/v2/checkout/orders/${open}`)).status, 200);
    other.fake.clock.advance(30);
    const gone = await other.paypal("GET", `/v2/checkout/orders/${open}`);
    assert.deepEqual([gone.status, issueOf(gone)], [404, "INVALID_RESOURCE_ID"]);
    assert.equal((await other.paypal("POST", capturePath(approved))).status, 404);
    assert.deepEqual(other.fake.pay(open), { kind: "over" });
    assert.equal((await other.paypal("GET", `/v2/checkout/orders/${captured}`)).status, 200);
    await other.fake.webhooks.settled();
    assert.deepEqual(await events(), ["CHECKOUT.PAYMENT-APPROVAL.REVERSED"]);
    await closeTestbed(other);
  });

  it("isn't paid with a declined instrument until the customer chooses another one", async () => {
    const id = await createdOrder(testbed, { custom_id: "declined" });
    testbed.fake.decline(id);
    const declined = await paypal("POST", capturePath(id));
    assert.deepEqual([declined.status, issueOf(declined)], [422, "INSTRUMENT_DECLINED"]);
    assert.equal(linkOf(declined, "redirect"), `${testbed.fake.url}/checkoutnow?token=${id}`);
    assert.equal((await getOrder(id)).status, "APPROVED");
    testbed.fake.pay(id);
    assert.equal((await paypal("POST", capturePath(id))).status, 201);
    assert.equal(moved("declined").times.captured, 1);
  });

  it("needs the customer again if PayPal says so, and takes ten attempts", async () => {
    const id = await createdOrder(testbed);
    testbed.fake.pay(id, { outcome: "approve", refuse: "PAYER_ACTION_REQUIRED" });
    const refused = await paypal("POST", capturePath(id));
    assert.equal(issueOf(refused), "PAYER_ACTION_REQUIRED");
    assert.ok(linkOf(refused, "payer-action"));
    assert.equal((await getOrder(id)).status, "PAYER_ACTION_REQUIRED");
    testbed.fake.decline(id);
    for (let attempt = 2; attempt <= 10; attempt++)
      assert.equal(issueOf(await paypal("POST", capturePath(id))), "INSTRUMENT_DECLINED");
    assert.equal(issueOf(await paypal("POST", capturePath(id))), "MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED");
  });

  it("is completed though its capture is pending, and completes or is denied later", async () => {
    await events();
    for (const [pending, succeeds, status, event] of [
      ["PENDING_REVIEW", true, "COMPLETED", "PAYMENT.CAPTURE.COMPLETED"],
      ["ECHECK", false, "DECLINED", "PAYMENT.CAPTURE.DENIED"],
    ] as const) {
      const { order, capture } = await capturedOrder(testbed, { custom_id: pending }, { pending });
      assert.equal((await getOrder(order)).status, "COMPLETED");
      const shown = await getCapture(capture);
      assert.deepEqual([shown.status, reason(shown)], ["PENDING", pending]);
      assert.equal(shown.seller_receivable_breakdown, undefined);
      assert.equal(testbed.fake.movedAmounts().get(pending), undefined);
      await events();
      testbed.fake.decideCapture(capture, succeeds);
      assert.equal((await getCapture(capture)).status, status);
      assert.deepEqual(await events(), [event]);
      assert.equal(testbed.fake.movedAmounts().get(pending)?.amounts.captured ?? 0, succeeds ? 1000 : 0);
    }
  });

  it("may be answered with 201 and COMPLETED though its capture was declined", async () => {
    const id = await approvedOrder(testbed, { custom_id: "silent" }, {}, { declined: true });
    await events();
    const { status, body } = await paypal("POST", capturePath(id));
    const [unit] = body.purchase_units as readonly { payments: { captures: readonly Json[] } }[];
    assert.deepEqual(
      [status, body.status, unit?.payments.captures[0]?.status],
      [201, "COMPLETED", "DECLINED"],
    );
    assert.equal(testbed.fake.movedAmounts().get("silent"), undefined);
    assert.deepEqual(await events(), ["PAYMENT.CAPTURE.DECLINED", "CHECKOUT.ORDER.COMPLETED"]);
  });

  it("shows the customer's address unless the shop doesn't ship", async () => {
    const body = orderBody({}, {}, { shipping_preference: "GET_FROM_FILE" });
    const { id } = (await paypal("POST", "/v2/checkout/orders", { body })).body;
    testbed.fake.pay(String(id));
    const shippingOf = async (order: string) =>
      ((await getOrder(order)).purchase_units as readonly Json[])[0]?.shipping;
    assert.ok(await shippingOf(String(id)));
    assert.equal(await shippingOf(await approvedOrder(testbed)), undefined);
  });
});

describe("an authorization at the fake of PayPal", () => {
  const path = (id: string, verb: string) => `/v2/payments/authorizations/${id}/${verb}`;

  it("is captured in parts, until the final one releases the rest", async () => {
    await events();
    const { order, authorization } = await authorizedOrder(testbed, { custom_id: "parts" });
    const { status, expiration_time, create_time } = await getAuthorization(authorization);
    assert.deepEqual(
      [status, (Date.parse(String(expiration_time)) - Date.parse(String(create_time))) / 1000],
      ["CREATED", 29 * day],
    );
    const take = (body: object) =>
      paypal("POST", path(authorization, "capture"), { body, representation: true });
    const first = await take({ amount: euros("4.00") });
    assert.deepEqual([first.body.final_capture, first.body.amount], [false, euros("4.00")]);
    assert.deepEqual(first.body.supplementary_data, {
      related_ids: { order_id: order, authorization_id: authorization },
    });
    assert.equal((await getAuthorization(authorization)).status, "PARTIALLY_CAPTURED");
    await take({ amount: euros("5.00"), final_capture: true });
    assert.equal((await getAuthorization(authorization)).status, "CAPTURED");
    const { authorized, captured, released } = moved("parts").amounts;
    assert.deepEqual([authorized, captured, released], [1000, 900, 100]);
    assert.deepEqual(await events(), [
      "CHECKOUT.ORDER.APPROVED",
      "PAYMENT.AUTHORIZATION.CREATED",
      "PAYMENT.CAPTURE.COMPLETED",
      "PAYMENT.CAPTURE.COMPLETED",
    ]);
  });

  it("may be captured with more than it holds", async () => {
    const { authorization } = await authorizedOrder(testbed, { custom_id: "more" });
    const body = { amount: euros("11.50") };
    assert.equal((await paypal("POST", path(authorization, "capture"), { body })).status, 201);
    assert.deepEqual([moved("more").amounts.authorized, moved("more").amounts.captured], [1000, 1150]);
  });

  it("is voided, which answers with nothing unless the whole is asked for", async () => {
    await events();
    const { authorization } = await authorizedOrder(testbed, { custom_id: "void" });
    const body = { amount: euros("4.00") };
    await paypal("POST", path(authorization, "capture"), { body });
    const { status, body: shown } = await paypal("POST", path(authorization, "void"), {
      representation: true,
    });
    assert.deepEqual([status, shown.status], [200, "VOIDED"]);
    assert.deepEqual([moved("void").amounts.captured, moved("void").amounts.released], [400, 600]);
    assert.equal((await events()).at(-1), "PAYMENT.AUTHORIZATION.VOIDED");
    const { authorization: other } = await authorizedOrder(testbed, { custom_id: "dashboard-void" });
    testbed.fake.voidInDashboard(other);
    assert.equal((await getAuthorization(other)).status, "VOIDED");
    assert.equal(moved("dashboard-void").amounts.released, 1000);
  });

  it("is honored for three days and valid for 29", async (t) => {
    const other = await startTestbed({ settings: { tokenSeconds: 100 * day } });
    t.after(() => closeTestbed(other));
    const { authorization } = await authorizedOrder(other, { custom_id: "late" });
    const { authorization: lapsed } = await authorizedOrder(other, { custom_id: "lapsed" });
    await registerWebhook(other, receiver.url, "PAYMENT.AUTHORIZATION.VOIDED");
    other.fake.emptyAfterHonorPeriod(authorization);
    other.fake.clock.advance(3 * day);
    const refused = await other.paypal("POST", path(authorization, "capture"));
    assert.equal(issueOf(refused), "PAYER_CANNOT_PAY");
    other.fake.clock.advance(26 * day);
    await events();
    const { body } = await other.paypal("GET", `/v2/payments/authorizations/${lapsed}`);
    assert.equal(body.status, "VOIDED");
    assert.equal(issueOf(await other.paypal("POST", path(lapsed, "capture"))), "AUTHORIZATION_EXPIRED");
    assert.equal(other.fake.movedAmounts().get("lapsed")?.amounts.released, 1000);
  });

  it("is renewed once the honor period is over, on the same hold and under another id", async (t) => {
    const other = await startTestbed({ settings: { tokenSeconds: 100 * day } });
    t.after(() => closeTestbed(other));
    const { authorization } = await authorizedOrder(other, { custom_id: "again" });
    other.fake.clock.advance(4 * day);
    const body = { amount: euros("8.00") };
    const renewed = await other.paypal("POST", path(authorization, "reauthorize"), { body });
    assert.equal(renewed.status, 201);
    const id = String(renewed.body.id);
    assert.notEqual(id, authorization);
    assert.equal(issueOf(await other.paypal("POST", path(id, "void"))), "CANNOT_BE_VOIDED");
    assert.equal(
      issueOf(await other.paypal("POST", path(id, "reauthorize"))),
      "REAUTHORIZATION_NOT_SUPPORTED",
    );
    await other.paypal("POST", path(id, "capture"));
    const { body: original } = await other.paypal("GET", `/v2/payments/authorizations/${authorization}`);
    assert.equal(original.status, "CAPTURED");
    const { authorized, captured, released } =
      other.fake.movedAmounts().get("again")?.amounts ?? assert.fail();
    assert.deepEqual([authorized, captured, released], [1000, 800, 200]);
  });

  it("is pending while PayPal reviews it, or denied", async () => {
    const { authorization } = await authorizedOrder(
      testbed,
      { custom_id: "review" },
      { pending: "PENDING_REVIEW" },
    );
    const shown = await getAuthorization(authorization);
    assert.deepEqual([shown.status, reason(shown)], ["PENDING", "PENDING_REVIEW"]);
    assert.equal(issueOf(await paypal("POST", path(authorization, "capture"))), "TRANSACTION_REFUSED");
    testbed.fake.decideAuthorization(authorization, true);
    assert.equal((await getAuthorization(authorization)).status, "CREATED");
    assert.equal(moved("review").amounts.authorized, 1000);
    const { authorization: denied } = await authorizedOrder(testbed, {}, { declined: true });
    assert.equal((await getAuthorization(denied)).status, "DENIED");
    assert.equal(issueOf(await paypal("POST", path(denied, "capture"))), "AUTHORIZATION_DENIED");
  });

  it("is captured with a capture that is pending, or declined without an error", async () => {
    const pending = await authorizedOrder(
      testbed,
      { custom_id: "slow" },
      { ofCaptures: { pending: "PENDING_REVIEW" } },
    );
    const first = await paypal("POST", path(pending.authorization, "capture"));
    assert.deepEqual([first.status, first.body.status], [201, "PENDING"]);
    testbed.fake.decideCapture(String(first.body.id), false);
    assert.deepEqual([moved("slow").amounts.captured, moved("slow").amounts.released], [0, 1000]);
    const declined = await authorizedOrder(testbed, {}, { ofCaptures: { declined: true } });
    const second = await paypal("POST", path(declined.authorization, "capture"));
    assert.deepEqual([second.status, second.body.status], [201, "DECLINED"]);
    assert.equal((await getAuthorization(declined.authorization)).status, "CREATED");
  });
});

describe("a refund at the fake of PayPal", () => {
  const refund = (capture: string, body: object = {}) =>
    paypal("POST", `/v2/payments/captures/${capture}/refund`, { body, representation: true });

  it("gives back a part, then the rest, without PayPal's fee", async () => {
    const { capture } = await capturedOrder(testbed, { custom_id: "refunds" });
    await events();
    const body = {
      amount: euros("3.00"),
      custom_id: "movement-1",
      invoice_id: "refund-1",
      note_to_payer: "Sorry",
    };
    const first = await refund(capture, body);
    assert.deepEqual(
      [first.body.status, first.body.custom_id, first.body.note_to_payer],
      ["COMPLETED", "movement-1", "Sorry"],
    );
    assert.equal((await getCapture(capture)).status, "PARTIALLY_REFUNDED");
    assert.equal(issueOf(await refund(capture, { invoice_id: "refund-1" })), "DUPLICATE_INVOICE_ID");
    const { seller_payable_breakdown } = (await refund(capture)).body;
    assert.deepEqual(seller_payable_breakdown, {
      gross_amount: euros("7.00"),
      paypal_fee: euros("0.00"),
      net_amount: euros("7.00"),
      total_refunded_amount: euros("10.00"),
    });
    assert.equal((await getCapture(capture)).status, "REFUNDED");
    await testbed.fake.webhooks.settled();
    const [event] = receiver.received;
    // The event is of the refund. It names the capture in a link only.
    assert.deepEqual([event?.body.resource_type, event?.body.resource.id], ["refund", first.body.id]);
    assert.deepEqual(await events(), ["PAYMENT.CAPTURE.REFUNDED", "PAYMENT.CAPTURE.REFUNDED"]);
    assert.deepEqual([moved("refunds").amounts.refunded, moved("refunds").times.refunded], [1000, 2]);
  });

  it("is pending for a bank-funded payment, and may fail", async (t) => {
    const other = await startTestbed({ settings: { refundsPending: true } });
    t.after(() => closeTestbed(other));
    await registerWebhook(other, receiver.url);
    const { capture } = await capturedOrder(other, { custom_id: "slow-refund" });
    const path = `/v2/payments/captures/${capture}/refund`;
    const send = async () => (await other.paypal("POST", path, { body: { amount: euros("4.00") } })).body;
    const [good, bad] = [await send(), await send()];
    assert.deepEqual([good.status, bad.status], ["PENDING", "PENDING"]);
    await other.fake.webhooks.settled();
    await events();
    other.fake.decideRefund(String(good.id), "COMPLETED");
    other.fake.decideRefund(String(bad.id), "FAILED");
    await other.fake.webhooks.settled();
    assert.deepEqual(await events(), ["PAYMENT.CAPTURE.REFUNDED", "PAYMENT.REFUND.FAILED"]);
    assert.equal((await other.paypal("GET", `/v2/payments/refunds/${bad.id}`)).body.status, "FAILED");
    const shown = await other.paypal("GET", `/v2/payments/captures/${capture}`);
    assert.equal(shown.body.status, "PARTIALLY_REFUNDED");
    const { refunded, refund_returned } =
      other.fake.movedAmounts().get("slow-refund")?.amounts ?? assert.fail();
    assert.deepEqual([refunded, refund_returned], [800, 400]);
  });

  it("is made in PayPal's dashboard, too, without a request", async () => {
    const { capture } = await capturedOrder(testbed, { custom_id: "dashboard" });
    const id = testbed.fake.refundInDashboard(capture, 250);
    assert.deepEqual((await paypal("GET", `/v2/payments/refunds/${id}`)).body.amount, euros("2.50"));
    assert.deepEqual(testbed.fake.log.at(-1)?.idempotencyKey, null);
    assert.equal(moved("dashboard").amounts.refunded, 250);
  });
});

it("the other app's credentials don't work", async () => {
  const stranger = { url: testbed.fake.url, app: { clientId: "other", clientSecret: "other" } };
  const { status } = await clientFor(stranger)("GET", "/v1/notifications/webhooks");
  assert.equal(status, 401);
});
