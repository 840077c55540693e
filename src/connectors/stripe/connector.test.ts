import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { enteredDetails } from "../../../test/conformance/entered-details.ts";
import { sdkFor } from "../../../test/psp/stripe/test-support.ts";
import type { FindMovementRequest, ListedCharge, ReferencedCharge } from "../contract.ts";
import { call, type StripeRig, startStripeRig } from "./test-support.ts";

// The connector against the fake, which holds every request to Stripe's specification and refuses it as Stripe does.
let rig: StripeRig;
before(async () => {
  rig = await startStripeRig();
});
afterEach(() => {
  rig.stripe.faults.clear();
  assert.deepEqual(rig.stripe.problems, []);
});
after(() => rig.close());

const find = async (charge: Parameters<StripeRig["connector"]["findCharge"]>[0]) =>
  rig.connector.findCharge(charge, call);
const movement = (charge: ReferencedCharge, key: string, amount: number) => ({
  charge,
  idempotencyKey: key,
  amount,
  currency: charge.currency,
});
const lookFor = (
  charge: ReferencedCharge,
  key: string,
  what: Pick<FindMovementRequest, "kind" | "amount"> & { readonly final?: boolean },
) => rig.connector.findMovement({ charge, idempotencyKey: key, ...what }, call);

test("a page charges nothing until the customer pays; then the amount, the card and the checks are known", async () => {
  const charge = await rig.begin("paid");
  const open = await find(charge);
  assert.ok(open.kind === "found" && open.outcome.kind === "action_required");
  assert.deepEqual([open.outcome.hostedReference, open.outcome.pspReference], [charge.hostedReference, null]);
  rig.stripe.pay(charge.hostedReference ?? "", { number: "4242424242424242" });
  const found = await find(charge);
  assert.ok(found.kind === "found" && found.outcome.kind === "approved");
  const { amount, currency, captured, surplus, captureBefore, paidWith, card } = found.outcome;
  assert.deepEqual([amount, currency, captured, surplus, captureBefore], [2599, "EUR", true, 0, null]);
  assert.deepEqual(paidWith?.card, { brand: "visa", last4: "4242" });
  assert.equal(card?.cvc, "pass");
  assert.deepEqual(found.charge, { amountCaptured: 2599, amountRefunded: 0, released: false, disputes: [] });
});

test("the payment intent has the shipping address that the customer entered", async () => {
  await rig.begin("shipped", { customer: enteredDetails });
  const made = rig.stripe.requests.findLast(({ path }) => path === "/v1/checkout/sessions");
  const { shipping } = (made?.body.payment_intent_data ?? {}) as { shipping?: object };
  assert.deepEqual(shipping, {
    name: "Grace Hopper",
    phone: "+44 20 7946-0958",
    address: {
      country: "MY",
      line1: "5 Jalan Ampang",
      line2: "KLCC",
      city: "Kuala Lumpur",
      state: "Kuala Lumpur",
      postal_code: "50450",
    },
  });
});

test("a page lives as long as the session, between Stripe's limits", async () => {
  const minutesOf = async (key: string, sessionMinutes: number) => {
    const sessionExpiresAt = new Date(Date.now() + sessionMinutes * 60_000).toISOString();
    const made = await rig.connector.hosted.begin(rig.request(key, { sessionExpiresAt }), call);
    return made.kind === "created" ? Math.round((Date.parse(made.expiresAt) - Date.now()) / 60_000) : made;
  };
  assert.deepEqual(
    [await minutesOf("m5", 5), await minutesOf("m60", 60), await minutesOf("d3", 4320)],
    [31, 60, 1439],
  );
});

test("the statement shows the descriptor after the account's prefix, if both fit", async () => {
  const shown = async (key: string, statementDescriptor: string | null) => {
    await rig.pay(key, { statementDescriptor });
    const made = rig.stripe.requests.findLast(
      ({ method, path }) => method === "POST" && path === "/v1/checkout/sessions",
    );
    const data = made?.body.payment_intent_data as { statement_descriptor_suffix?: string } | undefined;
    return data?.statement_descriptor_suffix;
  };
  assert.equal(await shown("descriptor-none", null), undefined);
  assert.equal(await shown("descriptor-fits", "ORDER 1042"), "ORDER 1042");
  assert.equal(await shown("descriptor-long", "ORDER 10421"), undefined);
});

test("a page whose begin wasn't answered is found by the attempt's id; one that wasn't made is not_charged", async () => {
  for (const [key, kind, expected] of [
    ["lost-after", "lose_answer_after", "found"],
    ["lost-before", "lose_answer_before", "not_charged"],
  ] as const) {
    rig.stripe.faults.add({ kind, match: "POST /v1/checkout/sessions" });
    const asked = rig.request(key);
    assert.equal((await rig.connector.hosted.begin(asked, call)).kind, "unknown");
    const startedAt = new Date();
    const { idempotencyKey, session, amount, currency, capture, account } = asked;
    const ref = { account, idempotencyKey, session, amount, currency, capture, startedAt };
    const found = await find({ ...ref, hostedReference: null, pspReference: null });
    assert.equal(found.kind, expected, key);
  }
});

test("an uncertain answer is unknown, for every call", async () => {
  const charge = await rig.pay("uncertain", { capture: "manual" });
  const keys = Array.from({ length: 4 }, (_, index) => `uncertain-${index}`);
  const calls = {
    begin: () => rig.connector.hosted.begin(rig.request(keys.pop() ?? ""), call),
    find: () => find(charge),
    capture: () => rig.connector.capture({ ...movement(charge, "c1", 10), final: false }, call),
    void: () => rig.connector.void({ charge, idempotencyKey: "v1" }, call),
    refund: () => rig.connector.refund(movement(charge, "r1", 10), call),
    findCapture: () => lookFor(charge, "c1", { kind: "capture", amount: 10, final: false }),
    findRefund: () => lookFor(charge, "r1", { kind: "refund", amount: 10 }),
    dispute: () => rig.connector.disputes.find({ account: rig.account, pspReference: "dp_1" }, call),
    list: () =>
      rig.connector.listCharges(
        { account: rig.account, changedAfter: "2026-01-01T00:00:00.000Z", cursor: null },
        call,
      ),
  };
  for (const kind of ["lose_answer_before", "status_500_before", "rate_limit", "truncate_answer"] as const)
    for (const [name, make] of Object.entries(calls)) {
      rig.stripe.faults.add({ kind });
      const outcome = await make();
      assert.equal(outcome.kind, "unknown", `${name} after ${kind}`);
      assert.ok(!JSON.stringify(outcome).includes(rig.stripe.keys.test), "no key in a detail");
      rig.stripe.faults.clear();
    }
});

test("a key that was used for another request proves nothing: that one may have been carried out", async () => {
  const charge = await rig.pay("reused", { capture: "manual" });
  assert.equal(
    (await rig.connector.capture({ ...movement(charge, "same", 10), final: false }, call)).kind,
    "succeeded",
  );
  const again = [
    await rig.connector.refund(movement(charge, "same", 10), call),
    await rig.connector.hosted.begin(rig.request("reused", { amount: 1 }), call),
  ];
  assert.deepEqual(
    again.map(({ kind }) => kind),
    ["unknown", "unknown"],
  );
});

test("a key that was rolled proves nothing about a charge", async () => {
  const charge = await rig.pay("rolled");
  const account = { ...rig.account, settings: { ...rig.account.settings, apiKey: "sk_test_rolled0000000" } };
  const outcomes = [
    await find({ ...charge, account }),
    await rig.connector.refund(movement({ ...charge, account }, "r-rolled", 10), call),
  ];
  assert.deepEqual(
    outcomes.map(({ kind }) => kind),
    ["unknown", "unknown"],
  );
});

test("captures in parts: each is found by its key, a repeat captures once, and the last releases the rest", async () => {
  const charge = await rig.pay("parts", { capture: "manual" });
  const held = await find(charge);
  assert.ok(held.kind === "found" && held.outcome.kind === "approved" && !held.outcome.captured);
  assert.ok(Date.parse(held.outcome.captureBefore ?? "") > Date.now());
  rig.stripe.faults.add({ kind: "lose_answer_after", match: "/capture" });
  const first = { ...movement(charge, "part-1", 1000), final: false };
  assert.equal((await rig.connector.capture(first, call)).kind, "unknown");
  const looked = { kind: "capture", amount: 1000, final: false } as const;
  const found = await lookFor(charge, "part-1", looked);
  assert.ok(found.kind === "found" && found.outcome.kind === "succeeded");
  assert.equal((await rig.connector.capture(first, call)).kind, "succeeded");
  assert.equal((await lookFor(charge, "part-1", { ...looked, amount: 999 })).kind, "key_reused");
  assert.equal((await lookFor(charge, "part-2", looked)).kind, "not_found");
  assert.equal(
    (await rig.connector.capture({ ...movement(charge, "part-2", 500), final: true }, call)).kind,
    "succeeded",
  );
  const { captured, released } = rig.moved("parts");
  assert.deepEqual([captured, released], [1500, 1099]);
  const after = await find(charge);
  assert.ok(after.kind === "found");
  assert.deepEqual(after.charge, { amountCaptured: 1500, amountRefunded: 0, released: true, disputes: [] });
  const refused = await rig.connector.capture({ ...movement(charge, "part-3", 1), final: true }, call);
  assert.deepEqual(refused, { kind: "refused", reason: "already_captured" });
});

test("an open page is expired, an authorization canceled; what is captured can't be voided", async () => {
  const open = await rig.begin("void-open");
  const void1 = { charge: open, idempotencyKey: "void-1" };
  assert.equal((await rig.connector.void(void1, call)).kind, "succeeded");
  assert.equal((await find(open)).kind, "not_charged");
  assert.equal(rig.stripe.pay(open.hostedReference ?? "", { number: "4242424242424242" }).kind, "over");

  const held = await rig.pay("void-held", { capture: "manual" });
  rig.stripe.faults.add({ kind: "lose_answer_after", match: "/cancel" });
  assert.equal((await rig.connector.void({ charge: held, idempotencyKey: "void-2" }, call)).kind, "unknown");
  const found = await lookFor(held, "void-2", { kind: "void", amount: null });
  assert.ok(found.kind === "found" && found.outcome.kind === "succeeded");
  assert.equal(rig.moved("void-held").released, 2599);
  const declined = await find(held);
  assert.ok(
    declined.kind === "found" &&
      declined.outcome.kind === "declined" &&
      declined.outcome.reason === "abandoned",
  );

  const paid = await rig.pay("void-paid");
  const refused = await rig.connector.void({ charge: paid, idempotencyKey: "void-3" }, call);
  assert.deepEqual(refused, { kind: "refused", reason: "already_captured" });
});

test("an authorization that nobody captures lapses: approved, until a time that has passed", async () => {
  const lapsing = await startStripeRig();
  try {
    const charge = await lapsing.pay("lapse", { capture: "manual" });
    lapsing.stripe.clock.advance(8 * 86_400);
    const found = await lapsing.connector.findCharge(charge, call);
    assert.ok(found.kind === "found" && found.outcome.kind === "approved" && found.charge.released);
    assert.notEqual(found.outcome.captureBefore, null);
    const refused = await lapsing.connector.void({ charge, idempotencyKey: "late" }, call);
    assert.deepEqual(refused, { kind: "refused", reason: "authorization_lapsed" });
  } finally {
    await lapsing.close();
  }
});

test("refunds: found by their key, refused beyond the captured amount, pending or failed days later", async () => {
  const charge = await rig.pay("refunded");
  rig.stripe.faults.add({ kind: "lose_answer_after", match: "POST /v1/refunds" });
  assert.equal((await rig.connector.refund(movement(charge, "ref-1", 600), call)).kind, "unknown");
  const found = await lookFor(charge, "ref-1", { kind: "refund", amount: 600 });
  assert.ok(found.kind === "found" && found.outcome.kind === "succeeded");
  assert.equal((await rig.connector.refund(movement(charge, "ref-1", 600), call)).kind, "succeeded");
  assert.equal(rig.moved("refunded").refunded, 600);
  const tooMuch = await rig.connector.refund(movement(charge, "ref-2", 2000), call);
  assert.deepEqual(tooMuch, { kind: "refused", reason: "amount_too_large" });
  assert.equal((await lookFor(charge, "ref-2", { kind: "refund", amount: 2000 })).kind, "not_found");
  const failing = await rig.pay("fails-later", {}, "4000000000005126");
  const made = await rig.connector.refund(movement(failing, "ref-3", 100), call);
  assert.ok(made.kind === "succeeded");
  rig.stripe.failRefund(made.pspReference);
  const failed = await lookFor(failing, "ref-3", { kind: "refund", amount: 100 });
  assert.deepEqual(failed.kind === "found" && failed.outcome, {
    kind: "refused",
    reason: "lost_or_stolen_card",
  });
  const pending = await rig.pay("pending", {}, "4000000000007726");
  assert.equal((await rig.connector.refund(movement(pending, "ref-4", 100), call)).kind, "pending");
});

test("amounts are in Stripe's units, and back: ISK and UGX in hundredths, JPY and KWD in their own", async () => {
  for (const [currency, amount, units] of [
    ["ISK", 500, 50_000],
    ["UGX", 5000, 500_000],
    ["JPY", 1200, 1200],
    ["KWD", 12_340, 12_340],
  ] as const) {
    const charge = await rig.pay(`in-${currency}`, { currency, amount });
    assert.equal(rig.moved(`in-${currency}`).captured, units, currency);
    const found = await find(charge);
    assert.ok(found.kind === "found" && found.outcome.kind === "approved");
    assert.deepEqual([found.outcome.amount, found.outcome.currency], [amount, currency]);
  }
  const odd = { amount: 12_345, currency: "KWD", captureMethod: "automatic" } as const;
  assert.equal(rig.connector.hosted.takes?.("card", odd), false);
});

test("a dispute names its charge and is answered with texts and a file, or accepted", async () => {
  const charge = await rig.pay("disputed", {}, "4000000000000259");
  const found = await find(charge);
  assert.ok(found.kind === "found");
  const [pspReference = ""] = found.charge.disputes;
  const known = await rig.connector.disputes.find({ account: rig.account, pspReference }, call);
  assert.ok(known.kind === "known");
  const { chargeKey, stage, status, amount, currency } = known.dispute;
  assert.deepEqual(
    [chargeKey, stage, status, amount, currency],
    ["att_disputed", "chargeback", "needs_response", 2599, "EUR"],
  );
  const evidence = {
    account: rig.account,
    pspReference,
    idempotencyKey: "evidence-1",
    texts: { productDescription: "A blue teapot", customerName: "Ada" },
    files: [{ name: "slip ü.pdf", mediaType: "application/pdf", content: Buffer.from("%PDF-1.4\n%%EOF") }],
  };
  const answered = await rig.connector.disputes.submitEvidence?.(evidence, call);
  assert.ok(
    answered?.kind === "known" && answered.dispute.status === "under_review",
    JSON.stringify(answered),
  );
  const second = await rig.pay("accepted", {}, "4000000000002685");
  const [other = ""] = await disputesOf(second);
  const request = { account: rig.account, pspReference: other, idempotencyKey: "accept-1" };
  const accepted = await rig.connector.disputes.accept?.(request, call);
  assert.ok(accepted?.kind === "known" && accepted.dispute.status === "lost");
  assert.equal(accepted.dispute.reason, "product_not_received");
});

async function disputesOf(charge: ReferencedCharge): Promise<readonly string[]> {
  const found = await find(charge);
  return found.kind === "found" ? found.charge.disputes : [];
}

test("all changes are listed, in order of change, over pages; movements of the dashboard have keys by which they are found", async () => {
  const listing = await startStripeRig();
  try {
    const { connector, account, stripe } = listing;
    const since = new Date(Date.now() - 60_000).toISOString();
    for (let index = 0; index < 30; index += 1) {
      await listing.pay(`listed-${index}`);
      stripe.clock.advance(1);
    }
    const held = await listing.pay("listed-held", { capture: "manual" });
    const own = {
      charge: held,
      idempotencyKey: "own",
      reference: "cap_1",
      amount: 1000,
      currency: "EUR",
      final: false,
    };
    assert.equal((await connector.capture(own, call)).kind, "succeeded");
    const dashboard = sdkFor(stripe.url, stripe.keys.test);
    await dashboard.paymentIntents.capture(held.pspReference, {
      amount_to_capture: 500,
      final_capture: false,
    });
    await dashboard.paymentIntents.cancel(held.pspReference);
    await dashboard.refunds.create({ payment_intent: held.pspReference, amount: 200 });
    const charges: ListedCharge[] = [];
    let cursor: string | null = null;
    let pages = 0;
    do {
      const page = await connector.listCharges(
        { account, changedAfter: since, cursor },
        { timeoutMs: 30_000 },
      );
      assert.ok(page.kind === "page", JSON.stringify(page));
      charges.push(...page.charges);
      cursor = page.next;
      pages += 1;
    } while (cursor !== null && pages < 100);
    assert.ok(pages > 1);
    assert.equal(new Set(charges.map(({ idempotencyKey }) => idempotencyKey)).size, 31);
    const times = charges.map(({ changedAt }) => changedAt.getTime());
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    );
    const listed = charges.find(({ idempotencyKey }) => idempotencyKey === "att_listed-held");
    assert.ok(listed);
    assert.deepEqual(
      listed.movements.map(({ kind, amount, reference }) => [kind, amount, reference]),
      [
        ["capture", 1000, "cap_1"],
        ["capture", 500, null],
        ["void", 1099, null],
        ["refund", 200, null],
      ],
    );
    for (const { kind, amount, idempotencyKey, final } of listed.movements) {
      const what = { kind, amount: kind === "void" ? null : amount, final };
      const found = await connector.findMovement({ charge: held, idempotencyKey, ...what }, call);
      assert.equal(found.kind, "found", `${kind} ${idempotencyKey}`);
    }
  } finally {
    await listing.close();
  }
});

test("a dispute may be won in part, and lost or won after it was decided", async () => {
  const [pspReference = ""] = await disputesOf(await rig.pay("partly", {}, "4000000000000259"));
  const standing = async () => {
    const found = await rig.connector.disputes.find({ account: rig.account, pspReference }, call);
    assert.ok(found.kind === "known");
    return [found.dispute.status, found.dispute.amountLost];
  };
  assert.deepEqual(await standing(), ["needs_response", undefined]);
  rig.stripe.decideDispute(pspReference, true, 2000);
  assert.deepEqual(await standing(), ["won", 599]);
  rig.stripe.decideDispute(pspReference, false);
  assert.deepEqual(await standing(), ["lost", undefined]);
  rig.stripe.decideDispute(pspReference, true);
  assert.deepEqual(await standing(), ["won", undefined]);
});

test("a declined card on a page that is called off then isn't in the list of approved charges", async () => {
  const since = new Date(Date.now() - 60_000).toISOString();
  const charge = await rig.begin("declined-then-left");
  assert.equal(rig.stripe.pay(charge.hostedReference ?? "", { number: "4000000000009995" }).kind, "declined");
  const called = await rig.connector.void({ charge, idempotencyKey: "left" }, call);
  assert.equal(called.kind, "succeeded", JSON.stringify(called));
  const keys: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await rig.connector.listCharges(
      { account: rig.account, changedAfter: since, cursor },
      { timeoutMs: 30_000 },
    );
    assert.ok(page.kind === "page", JSON.stringify(page));
    keys.push(...page.charges.map(({ idempotencyKey }) => idempotencyKey));
    cursor = page.next;
  } while (cursor !== null);
  assert.ok(!keys.includes("att_declined-then-left"), "nothing was approved");
});
