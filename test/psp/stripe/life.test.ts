import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import type { Stripe } from "stripe";
import {
  paidSession,
  type Receiver,
  sessionParams,
  startReceiver,
  startTestbed,
  type Testbed,
} from "./test-support.ts";

describe("the fake of Stripe, driven by Stripe's SDK", () => {
  let testbed: Testbed;
  let receiver: Receiver;

  before(async () => {
    testbed = await startTestbed();
    receiver = await startReceiver(testbed.stripe);
  });
  afterEach(async () => {
    await testbed.fake.webhooks.settled();
    assert.deepEqual(testbed.fake.problems, [], "answers and events are as the specification says");
    receiver.events.length = 0;
  });
  after(async () => {
    await testbed.fake.close();
    await receiver.close();
  });

  const types = (): string[] => receiver.events.map(({ type }) => type);

  it("takes a payment on the hosted page", async () => {
    const { stripe, fake } = testbed;
    const session = await stripe.checkout.sessions.create(sessionParams());
    assert.match(session.id, /^cs_test_[0-9A-Za-z]{58}$/);
    assert.deepEqual(
      [session.status, session.payment_status, session.payment_intent],
      ["open", "unpaid", null],
    );
    assert.deepEqual([session.amount_total, session.currency, session.livemode], [1000, "eur", false]);
    const page = await fetch(String(session.url));
    assert.match(await page.text(), /name="cardNumber"/);

    const body = new URLSearchParams({ cardNumber: "4242 4242 4242 4242", email: "typed@example.com" });
    const submitted = await fetch(String(session.url), { method: "POST", body, redirect: "manual" });
    assert.equal(submitted.status, 303);
    assert.equal(submitted.headers.get("location"), `https://shop.example/thanks?session=${session.id}`);

    const paid = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ["payment_intent.latest_charge.balance_transaction", "line_items"],
    });
    assert.deepEqual([paid.status, paid.payment_status, paid.url], ["complete", "paid", null]);
    assert.equal(paid.line_items?.data[0]?.description, "Book");
    // The session's email can't be changed on the page.
    assert.equal(paid.customer_details?.email, "ada@example.com");
    const intent = paid.payment_intent as Stripe.PaymentIntent;
    assert.deepEqual(
      [intent.status, intent.amount_received, intent.metadata],
      ["succeeded", 1000, { attempt: "a1" }],
    );
    const charge = intent.latest_charge as Stripe.Charge;
    assert.deepEqual([charge.captured, charge.payment_method_details?.card?.last4], [true, "4242"]);
    const { fee, net, fee_details } = charge.balance_transaction as Stripe.BalanceTransaction;
    assert.deepEqual([fee, net, fee_details[0]?.type], [40, 960, "stripe_fee"]);

    await fake.webhooks.settled();
    const expected = [
      "payment_intent.created",
      "charge.succeeded",
      "payment_intent.succeeded",
      "checkout.session.completed",
    ];
    assert.deepEqual(types(), expected);
    const completed = receiver.events.at(-1)?.data.object as Stripe.Checkout.Session | undefined;
    assert.equal(completed?.client_reference_id, "order-1");
  });

  it("declines a card, and takes the next one in the same session", async () => {
    const { stripe, fake } = testbed;
    const session = await stripe.checkout.sessions.create(sessionParams());
    assert.deepEqual(fake.pay(session.id, { number: "4000000000009995" }), {
      kind: "declined",
      message: "Your card has insufficient funds.",
    });
    const [intent] = (await stripe.paymentIntents.list({ limit: 1 })).data;
    assert.equal(intent?.status, "requires_payment_method");
    assert.equal(intent?.last_payment_error?.decline_code, "insufficient_funds");
    assert.equal((await stripe.checkout.sessions.retrieve(session.id)).status, "open");

    assert.equal(fake.pay(session.id, { number: "5555555555554444" }).kind, "paid");
    const paid = await stripe.paymentIntents.retrieve(String(intent?.id));
    assert.deepEqual([paid.status, paid.last_payment_error], ["succeeded", null]);
    const charges = await stripe.charges.list({ payment_intent: paid.id });
    assert.deepEqual(
      charges.data.map(({ status, failure_code }) => [status, failure_code]),
      [
        ["succeeded", null],
        ["failed", "card_declined"],
      ],
    );
    await fake.webhooks.settled();
    assert.ok(types().indexOf("payment_intent.payment_failed") < types().indexOf("payment_intent.succeeded"));
  });

  it("asks for 3-D Secure, and declines if it fails", async () => {
    const { stripe, fake } = testbed;
    const session = await stripe.checkout.sessions.create(sessionParams());
    const challenge = fake.pay(session.id, { number: "4000002760003184" });
    assert.deepEqual(challenge, { kind: "challenge", url: `${session.url}/authenticate` });
    const waiting = await stripe.checkout.sessions.retrieve(session.id, { expand: ["payment_intent"] });
    const intent = waiting.payment_intent as Stripe.PaymentIntent;
    assert.deepEqual([intent.status, intent.next_action?.type], ["requires_action", "redirect_to_url"]);
    assert.equal(fake.authenticate(session.id, "fail").kind, "declined");
    const failed = await stripe.paymentIntents.retrieve(intent.id);
    assert.equal(failed.last_payment_error?.code, "payment_intent_authentication_failure");

    fake.pay(session.id, { number: "4000002760003184" });
    const answer = await fetch(`${session.url}/authenticate`, {
      method: "POST",
      body: new URLSearchParams({ result: "complete" }),
      redirect: "manual",
    });
    assert.equal(answer.status, 303);
    const paid = await stripe.paymentIntents.retrieve(intent.id, { expand: ["latest_charge"] });
    assert.equal(
      (paid.latest_charge as Stripe.Charge).payment_method_details?.card?.three_d_secure?.result,
      "authenticated",
    );
  });

  it("captures a part and releases the rest, as a refund that moves no money", async () => {
    const { stripe, fake } = testbed;
    const { session, intent, charge } = await paidSession(testbed, {
      capture: "manual",
      client_reference_id: "partial",
    });
    const held = await stripe.checkout.sessions.retrieve(session);
    assert.deepEqual([held.status, held.payment_status], ["complete", "unpaid"]);
    await assert.rejects(stripe.paymentIntents.capture(intent, { amount_to_capture: 1001 }));
    const captured = await stripe.paymentIntents.capture(intent, { amount_to_capture: 400 });
    assert.deepEqual(
      [captured.status, captured.amount_received, captured.amount_capturable],
      ["succeeded", 400, 0],
    );
    const shown = await stripe.charges.retrieve(charge, { expand: ["refunds"] });
    assert.deepEqual([shown.amount_captured, shown.amount_refunded, shown.refunded], [400, 600, false]);
    assert.deepEqual(
      shown.refunds?.data.map(({ amount, balance_transaction }) => [amount, balance_transaction]),
      [[600, null]],
    );
    const { amounts, times } = fake.movedAmounts().get("partial") ?? assert.fail();
    assert.deepEqual(amounts, { ...amounts, authorized: 1000, captured: 400, released: 600, refunded: 0 });
    assert.equal(times.captured, 1);
    await assert.rejects(stripe.paymentIntents.capture(intent), { code: "payment_intent_unexpected_state" });
  });

  it("captures several times only where multicapture was asked for", async () => {
    const { stripe } = testbed;
    const plain = await paidSession(testbed, { capture: "manual" });
    await assert.rejects(
      stripe.paymentIntents.capture(plain.intent, { amount_to_capture: 1, final_capture: false }),
    );
    const options = { payment_method_options: { card: { request_multicapture: "if_available" as const } } };
    const { intent } = await paidSession(testbed, { capture: "manual", ...options });
    const first = await stripe.paymentIntents.capture(intent, {
      amount_to_capture: 300,
      final_capture: false,
    });
    assert.deepEqual([first.status, first.amount_capturable], ["requires_capture", 700]);
    const last = await stripe.paymentIntents.capture(intent);
    assert.deepEqual([last.status, last.amount_received], ["succeeded", 1000]);
  });

  it("releases an authorization, and lets an uncaptured one lapse after seven days", async () => {
    const { stripe, fake } = testbed;
    const voided = await paidSession(testbed, { capture: "manual" });
    const canceled = await stripe.paymentIntents.cancel(voided.intent, {
      cancellation_reason: "requested_by_customer",
    });
    assert.deepEqual([canceled.status, canceled.cancellation_reason], ["canceled", "requested_by_customer"]);

    const left = await paidSession(testbed, { capture: "manual" });
    const { payment_method_details, created } = await stripe.charges.retrieve(left.charge);
    assert.equal(payment_method_details?.card?.capture_before, created + 7 * 86_400);
    fake.clock.advance(7 * 86_400 - 60);
    assert.equal((await stripe.paymentIntents.retrieve(left.intent)).status, "requires_capture");
    fake.clock.advance(120);
    const lapsed = await stripe.paymentIntents.retrieve(left.intent);
    assert.deepEqual([lapsed.status, lapsed.cancellation_reason], ["canceled", "automatic"]);
    const [refund] = (await stripe.refunds.list({ charge: left.charge })).data;
    assert.deepEqual([refund?.reason, refund?.balance_transaction], ["expired_uncaptured_charge", null]);
  });

  it("refunds; one comes back days later, another takes a day", async () => {
    const { stripe, fake } = testbed;
    const { charge, intent } = await paidSession(
      testbed,
      { client_reference_id: "returned" },
      "4000000000005126",
    );
    const refund = await stripe.refunds.create({
      payment_intent: intent,
      amount: 300,
      metadata: { movement: "m1" },
    });
    assert.deepEqual([refund.status, refund.charge], ["succeeded", charge]);
    assert.equal((await stripe.charges.retrieve(charge)).amount_refunded, 300);
    fake.clock.advance(4 * 86_400);
    const failed = await stripe.refunds.retrieve(refund.id);
    assert.deepEqual([failed.status, failed.failure_reason], ["failed", "lost_or_stolen_card"]);
    assert.equal((await stripe.charges.retrieve(charge)).amount_refunded, 0);
    const { times } = fake.movedAmounts().get("returned") ?? assert.fail();
    assert.deepEqual([times.refunded, times.refund_returned], [1, 1]);

    const slow = await paidSession(testbed, {}, "4000000000007726");
    const pending = await stripe.refunds.create({ charge: slow.charge });
    assert.equal(pending.status, "pending");
    fake.clock.advance(86_400);
    assert.equal((await stripe.refunds.retrieve(pending.id)).status, "succeeded");
    await fake.webhooks.settled();
    assert.ok(types().includes("refund.failed") && types().includes("charge.refund.updated"));
  });

  it("disputes a charge, takes evidence, and gives the money back", async () => {
    const { stripe, fake } = testbed;
    const { charge } = await paidSession(testbed, { client_reference_id: "won" }, "4000000000000259");
    const [dispute] = (await stripe.disputes.list({ charge })).data;
    assert.ok(dispute);
    assert.deepEqual(
      [dispute.status, dispute.reason, dispute.amount],
      ["needs_response", "fraudulent", 1000],
    );
    assert.deepEqual(
      dispute.balance_transactions.map(({ amount, fee }) => [amount, fee]),
      [[-1000, 1500]],
    );
    await assert.rejects(stripe.refunds.create({ charge }), { code: "charge_disputed" });
    const file = await stripe.files.create({
      purpose: "dispute_evidence",
      file: { data: Buffer.from("%PDF-1.4"), name: "receipt.pdf", type: "application/pdf" },
    });
    await stripe.disputes.update(dispute.id, { evidence: { receipt: file.id }, submit: false });
    const submitted = await stripe.disputes.update(dispute.id, {
      evidence: { uncategorized_text: "winning_evidence" },
    });
    assert.deepEqual([submitted.status, submitted.evidence.receipt], ["under_review", file.id]);
    assert.equal(submitted.evidence_details.submission_count, 1);
    fake.clock.advance(86_401);
    assert.equal((await stripe.disputes.retrieve(dispute.id)).status, "won");
    const { amounts } = fake.movedAmounts().get("won") ?? assert.fail();
    assert.deepEqual([amounts.disputed, amounts.dispute_returned], [1000, 1000]);
    await fake.webhooks.settled();
    const expected = ["created", "funds_withdrawn", "updated", "updated", "funds_reinstated", "closed"];
    assert.deepEqual(
      types().filter((type) => type.startsWith("charge.dispute")),
      expected.map((name) => `charge.dispute.${name}`),
    );
  });

  it("loses a dispute that is given in or left alone; an inquiry takes no money", async () => {
    const { stripe, fake } = testbed;
    const given = await paidSession(testbed, {}, "4000000000002685");
    const [first] = (await stripe.disputes.list({ charge: given.charge })).data;
    assert.equal((await stripe.disputes.close(String(first?.id))).status, "lost");
    await assert.rejects(stripe.disputes.close(String(first?.id)));

    const { charge, intent } = await paidSession(testbed, {}, "4000000000001976");
    const [inquiry] = (await stripe.disputes.list({ payment_intent: intent })).data;
    assert.deepEqual([inquiry?.status, inquiry?.balance_transactions], ["warning_needs_response", []]);
    assert.equal((await stripe.refunds.create({ charge, amount: 100 })).status, "succeeded");
    fake.decideDispute(String(inquiry?.id), false);
    assert.equal((await stripe.disputes.retrieve(String(inquiry?.id))).status, "needs_response");
    fake.clock.advance(8 * 86_400);
    assert.equal((await stripe.disputes.retrieve(String(inquiry?.id))).status, "lost");
  });

  it("expires a session that nobody paid, on request or by itself", async () => {
    const { stripe, fake } = testbed;
    const called = await stripe.checkout.sessions.create(sessionParams());
    assert.equal((await stripe.checkout.sessions.expire(called.id)).status, "expired");
    await assert.rejects(stripe.checkout.sessions.expire(called.id), { statusCode: 400 });
    assert.equal(fake.pay(called.id, { number: "4242424242424242" }).kind, "over");
    assert.match(await (await fetch(String(called.url))).text(), /has expired/);

    const left = await stripe.checkout.sessions.create(sessionParams());
    fake.pay(left.id, { number: "4000000000000002" });
    fake.clock.advance(24 * 3600);
    const expired = await stripe.checkout.sessions.retrieve(left.id, { expand: ["payment_intent"] });
    assert.deepEqual(
      [expired.status, (expired.payment_intent as Stripe.PaymentIntent).status],
      ["expired", "canceled"],
    );
    await fake.webhooks.settled();
    assert.equal(types().filter((type) => type === "checkout.session.expired").length, 2);
  });

  it("pays out what is available, with the transactions of each payout", async () => {
    const { stripe, fake } = testbed;
    await paidSession(testbed, { currency: "huf", amount: 20_050 });
    assert.equal(fake.payOut("huf"), undefined);
    fake.clock.advance(2 * 86_400);
    fake.payOut("huf");
    const [payout] = (await stripe.payouts.list({ limit: 1 })).data;
    // 20050 less the fee of 611 is 19439: forints are paid out whole.
    assert.deepEqual([payout?.amount, payout?.status], [19_400, "in_transit"]);
    const within = await stripe.balanceTransactions.list({ payout: String(payout?.id) });
    assert.deepEqual(
      within.data.map(({ type, net }) => [type, net]),
      [["charge", 19_439]],
    );
    fake.clock.advance(2 * 86_400);
    assert.equal((await stripe.payouts.retrieve(String(payout?.id))).status, "paid");
  });

  it("lists newest first, in pages, with the filters that Stripe has", async () => {
    const { stripe, live } = testbed;
    const start = (await stripe.checkout.sessions.create(sessionParams())).created;
    for (const reference of ["l1", "l2", "l3"])
      await stripe.checkout.sessions.create(sessionParams({ client_reference_id: reference }));
    const seen: (string | null)[] = [];
    for await (const { client_reference_id } of stripe.checkout.sessions.list({
      limit: 2,
      created: { gte: start },
    }))
      seen.push(client_reference_id);
    assert.deepEqual(seen.slice(0, 3), ["l3", "l2", "l1"]);
    assert.deepEqual((await live.checkout.sessions.list()).data, []);
    const events = await stripe.events.list({ type: "checkout.session.completed" });
    assert.ok(
      events.data.length > 0 && events.data.every(({ type }) => type === "checkout.session.completed"),
    );
    assert.equal((await stripe.events.retrieve(String(events.data[0]?.id))).id, events.data[0]?.id);
    assert.equal((await stripe.accounts.retrieveCurrent()).object, "account");
  });
});
