import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { enteredDetails } from "../../../test/conformance/entered-details.ts";
import type { ChargeRef, ReferencedCharge } from "../contract.ts";
import { declines } from "./declines.ts";
import { type AdyenRig, call, startAdyenRig } from "./test-support.ts";

// The connector against the fake of Adyen, compared with the fake's own log of money.
const day = 86_400;
let rig: AdyenRig;
let made = 0;
before(async () => {
  rig = await startAdyenRig();
});
afterEach(async () => {
  rig.fake.faults.clear();
  await rig.fake.notifications.settled();
  assert.deepEqual(rig.fake.problems, []);
});
after(() => rig.close());

function newKey(prefix: string): string {
  made += 1;
  return `${prefix}_sandbox_${String(made).padStart(37, "0")}`;
}

/** The kind of the outcome, or of what else was found. */
async function kindOf(charge: ChargeRef): Promise<string> {
  const found = await rig.find(charge);
  return found.kind === "found" ? found.outcome.kind : found.kind;
}

async function movementOf(
  charge: ChargeRef,
  key: string,
  kind: "capture" | "void" | "refund",
  amount: number | null,
) {
  const found = await rig.findMovement(charge, key, { kind, amount });
  if (found.kind !== "found") return found.kind;
  return found.outcome.kind === "refused" ? found.outcome.reason : found.outcome.kind;
}

const lastBody = () => rig.fake.requests.at(-1)?.body as Readonly<Record<string, unknown>>;

test("a session says all that Kassa knows of the purchase, and when its payment is captured", async () => {
  const lineItems = [{ name: "Teapot", quantity: 2, unitAmount: 1000 }];
  const customer = { customerEmail: "ada@example.com", statementDescriptor: "SHOP 1042" };
  const charge = await rig.begin({ amount: 2000, lineItems, ...customer });
  const { expiresAt, ...sent } = lastBody();
  assert.deepEqual(sent, {
    merchantAccount: "KassaECOM",
    mode: "hosted",
    reference: charge.idempotencyKey,
    amount: { value: 2000, currency: "EUR" },
    returnUrl: "https://pay.example/pay/cs_1/return",
    allowedPaymentMethods: ["scheme"],
    channel: "Web",
    captureDelayHours: 0,
    lineItems: [{ description: "Teapot", quantity: 2, amountIncludingTax: 1000 }],
    shopperEmail: "ada@example.com",
    shopperStatement: "SHOP 1042",
    shopperLocale: "de-DE",
    countryCode: "AT",
  });
  assert.equal(Date.parse(String(expiresAt)), Date.parse(charge.page?.expiresAt ?? ""));
  assert.match(rig.fake.requests.at(-1)?.idempotencyKey ?? "", /^[0-9a-f-]{36}$/);
  await rig.begin({ capture: "manual", method: "wallet", locale: null });
  assert.deepEqual(lastBody().additionalData, { manualCapture: "true" });
  assert.equal(lastBody().captureDelayHours, undefined);
  assert.deepEqual(lastBody().allowedPaymentMethods, ["paypal"]);
});

test("a session says who buys and where, in Adyen's fields", async () => {
  await rig.begin({ customer: enteredDetails });
  const { shopperName, telephoneNumber, billingAddress, deliveryAddress } = lastBody();
  assert.deepEqual(shopperName, { firstName: "Ada King", lastName: "Lovelace" });
  assert.equal(telephoneNumber, "+442079460958");
  assert.deepEqual(billingAddress, {
    country: "US",
    city: "Springfield",
    street: "1 Main Street, 2nd floor",
    houseNumberOrName: "N/A",
    postalCode: "62701",
    stateOrProvince: "IL",
  });
  assert.deepEqual(deliveryAddress, {
    firstName: "Grace",
    lastName: "Hopper",
    country: "MY",
    city: "Kuala Lumpur",
    street: "5 Jalan Ampang, KLCC",
    houseNumberOrName: "N/A",
    postalCode: "50450",
    stateOrProvince: "14",
  });
});

test("an address without a city or postcode isn't sent to Adyen, nor a region or a name that it doesn't take", async () => {
  const { billingAddress: american } = enteredDetails;
  await rig.begin({
    customer: {
      name: "Ada",
      phone: "030 901820",
      billingAddress: { ...american, city: null },
      shippingAddress: { ...american, country: "CL", region: "Ñuble", regionName: null, recipient: "Ada" },
    },
  });
  const { shopperName, telephoneNumber, billingAddress, deliveryAddress } = lastBody();
  assert.deepEqual([shopperName, telephoneNumber, billingAddress], [undefined, undefined, undefined]);
  assert.deepEqual(Object.keys(deliveryAddress as object).sort(), [
    "city",
    "country",
    "houseNumberOrName",
    "postalCode",
    "street",
  ]);
});

test("a session whose details Adyen refuses is made without them", async () => {
  const { billingAddress } = enteredDetails;
  const customer = { ...enteredDetails, billingAddress: { ...billingAddress, city: "x".repeat(3001) } };
  await rig.begin({ customer });
  const { shopperName, billingAddress: sent, deliveryAddress } = lastBody();
  assert.deepEqual([shopperName, sent, deliveryAddress], [undefined, undefined, undefined]);
});

test("a page ends with the session of Kassa, but leaves five minutes to pay, and 24 hours at most", async () => {
  const now = rig.fake.clock.now();
  const lifeFor = async (seconds: number) => {
    const { page } = await rig.begin({ sessionExpiresAt: new Date((now + seconds) * 1_000).toISOString() });
    return Date.parse(page?.expiresAt ?? "") / 1_000 - now;
  };
  assert.equal(await lifeFor(1_800), 1_800);
  assert.ok(Math.abs((await lifeFor(-60)) - 300) <= 5);
  assert.ok(Math.abs((await lifeFor(30 * day)) - day) <= 65);
});

test("amounts have Adyen's decimals", async () => {
  await rig.begin({ amount: 1200, currency: "ISK" });
  assert.deepEqual(lastBody().amount, { value: 120_000, currency: "ISK" });
  const takes = (amount: number) =>
    rig.connector.hosted?.takes?.("card", { amount, currency: "IDR", captureMethod: "automatic" });
  assert.deepEqual([takes(1_000_000), takes(1_000_001)], [true, false]);
  assert.equal(
    rig.connector.hosted?.takes?.("card", { amount: 1, currency: "IRR", captureMethod: "manual" }),
    false,
  );
});

test("a page that Adyen refuses to make is refused, and quotes no key", async () => {
  const refused = await rig.connector.hosted?.begin(rig.request({ returnUrl: "not a url" }), call);
  assert.equal(refused?.kind, "refused", JSON.stringify(refused));
  assert.ok(!JSON.stringify(refused).includes(rig.fake.apiKey));
  const account = { ...rig.account, settings: { ...rig.account.settings, apiKey: "AQEanother" } };
  assert.equal((await rig.connector.hosted?.begin(rig.request({ account }), call))?.kind, "unknown");
});

test("before its notification, a payment is known by what the browser brought back", async () => {
  rig.fake.notifications.hold();
  const open = await rig.begin();
  const paid = await rig.act(open, { outcome: "authorised", method: "mc" });
  assert.equal(await kindOf(open), "action_required");
  const early = await rig.find(paid);
  assert.ok(early.kind === "found" && early.outcome.kind === "approved");
  assert.deepEqual(
    [early.outcome.amount, early.outcome.captured, early.outcome.paidWith?.card],
    [2599, true, null],
  );
  rig.fake.notifications.release();
  await rig.advance(0);
  const later = await rig.find(paid);
  assert.ok(later.kind === "found" && later.outcome.kind === "approved");
  assert.deepEqual(later.outcome.paidWith?.card, { brand: "mastercard", last4: "1111" });
  assert.equal(later.outcome.pspReference, early.outcome.pspReference);
});

test("what the browser brings back proves nothing: a forged or a foreign value is ignored", async () => {
  const [mine, other] = [await rig.begin(), await rig.begin()];
  const { returnedWith } = await rig.act(other, { outcome: "authorised" });
  for (const forged of [{ sessionResult: "forged" }, { sessionResult: "" }, {}, returnedWith])
    assert.equal(await kindOf({ ...mine, ...(forged && { returnedWith: forged }) }), "action_required");
});

test("the session of another attempt is unknown", async () => {
  const paid = await rig.act(await rig.begin(), { outcome: "authorised" });
  const { idempotencyKey } = await rig.begin();
  assert.equal(await kindOf({ ...paid, idempotencyKey }), "unknown");
});

test("a refused card leaves the page open; after three the charge is declined with the last reason", async () => {
  const charge = await rig.begin();
  const refuse = (reason: string) => rig.act(charge, { outcome: "refused", reason });
  await refuse("CVC Declined");
  assert.equal(await kindOf(charge), "action_required");
  await rig.advance(1);
  await refuse("Expired Card");
  await rig.advance(1);
  const over = await rig.find(await refuse("Not enough balance"));
  assert.ok(over.kind === "found" && over.outcome.kind === "declined", JSON.stringify(over));
  assert.equal(over.outcome.reason, "insufficient_funds");
});

test("each of Adyen's refusal reasons is the reason of the declined charge once its page has ended", async () => {
  const charges = new Map<ChargeRef, string>();
  for (const { text, reason } of Object.values(declines)) {
    const charge = await rig.begin();
    await rig.act(charge, { outcome: "refused", reason: text });
    charges.set(charge, reason);
  }
  await rig.advance(3_600 + 71 * 60);
  for (const [charge, reason] of charges) {
    const found = await rig.find(charge);
    assert.equal(found.kind === "found" && found.outcome.kind === "declined" && found.outcome.reason, reason);
  }
});

test("a second try that succeeds counts, in whatever order the notifications come, and a contradiction doesn't undo it", async () => {
  rig.fake.notifications.hold();
  const charge = await rig.begin();
  await rig.act(charge, { outcome: "refused" });
  await rig.act(charge, { outcome: "authorised" });
  const [, payment = ""] = rig.fake.paymentsOf(charge.hostedReference ?? "");
  rig.fake.contradict(payment);
  rig.fake.notifications.release("reversed");
  await rig.advance(0);
  assert.equal(await kindOf(charge), "approved");
  assert.equal(rig.moved(charge.idempotencyKey).captured, 2599);
});

test("a page that has ended is unknown for 70 minutes, as notifications may be late; a later approval is found", async () => {
  const charge = await rig.begin();
  await rig.advance(3_600 - 60);
  assert.equal(await kindOf(charge), "action_required");
  rig.fake.notifications.hold();
  await rig.act(charge, { outcome: "authorised" });
  await rig.advance(120);
  assert.equal(await kindOf(charge), "unknown");
  await rig.advance(70 * 60);
  assert.equal(await kindOf(charge), "not_charged");
  rig.fake.notifications.release();
  await rig.advance(0);
  assert.equal(await kindOf(charge), "approved");
});

test("a page whose answer was lost is unknown for a day", async () => {
  const { page: _page, ...lost } = await rig.begin();
  const charge = { ...lost, hostedReference: null, startedAt: new Date(rig.fake.clock.now() * 1_000) };
  assert.equal(await kindOf(charge), "unknown");
  await rig.advance(day + 71 * 60);
  assert.equal(await kindOf(charge), "not_charged");
});

test("a pending payment is decided by its notification, after the page has ended, too", async () => {
  for (const [outcome, expected] of [
    ["authorised", "approved"],
    ["refused", "declined"],
    ["offer_closed", "declined"],
  ] as const) {
    const charge = await rig.act(await rig.begin({ method: "wallet" }), {
      outcome: "pending",
      method: "paypal",
    });
    assert.equal(await kindOf(charge), "pending");
    await rig.advance(2 * day);
    assert.equal(await kindOf(charge), "pending");
    const [payment = ""] = rig.fake.paymentsOf(charge.hostedReference ?? "");
    rig.fake.settlePending(payment, outcome);
    await rig.advance(0);
    assert.equal(await kindOf(charge), expected);
  }
});

test("an open page can't be called off: the void is pending until it has ended or the customer has paid", async () => {
  const callOff = (charge: ChargeRef) =>
    rig.connector.void({ charge: rig.stored(charge), idempotencyKey: `${charge.idempotencyKey}-void` }, call);
  const state = (charge: ChargeRef) => movementOf(charge, `${charge.idempotencyKey}-void`, "void", null);
  const [left, paid, held] = [await rig.begin(), await rig.begin(), await rig.begin({ capture: "manual" })];
  for (const charge of [left, paid, held]) {
    assert.equal((await callOff(charge)).kind, "pending");
    assert.equal(await state(charge), "pending");
  }
  await rig.act(paid, { outcome: "authorised" });
  await rig.act(held, { outcome: "authorised" });
  assert.equal(await state(paid), "already_captured");
  // What the customer has confirmed isn't released.
  assert.equal(await state(held), "refused_by_psp");
  await rig.advance(3_600 + 60);
  assert.equal(await state(left), "pending");
  await rig.advance(70 * 60);
  assert.equal(await state(left), "authorization_lapsed");
});

const captureOf = (charge: ReferencedCharge, amount: number, final: boolean) =>
  ({ charge: rig.stored(charge), idempotencyKey: newKey("cap"), amount, currency: "EUR", final }) as const;

test("a capture is pending until its notification; one that Adyen refuses or that fails later is refused", async () => {
  const charge = await rig.paid({ capture: "manual" });
  const request = captureOf(charge, 1_000, true);
  assert.equal((await rig.connector.capture(request, call)).kind, "pending");
  assert.deepEqual(lastBody(), {
    merchantAccount: "KassaECOM",
    reference: request.idempotencyKey,
    amount: { value: 1_000, currency: "EUR" },
  });
  assert.equal(await movementOf(charge, request.idempotencyKey, "capture", 1_000), "not_found");
  await rig.advance(2);
  assert.equal(await movementOf(charge, request.idempotencyKey, "capture", 1_000), "succeeded");
  rig.fake.outcomes.plan({ kind: "capture", outcome: "refused", reason: "Insufficient balance on payment" });
  const refused = await rig.paid({ capture: "manual" });
  const second = captureOf(refused, 2_599, true);
  await rig.connector.capture(second, call);
  await rig.advance(2);
  assert.equal(await movementOf(refused, second.idempotencyKey, "capture", 2_599), "amount_too_large");
  rig.fake.outcomes.plan({ kind: "capture", outcome: "fails_later" });
  const failing = await rig.paid({ capture: "manual" });
  const third = captureOf(failing, 2_599, true);
  await rig.connector.capture(third, call);
  await rig.advance(2);
  assert.equal(await movementOf(failing, third.idempotencyKey, "capture", 2_599), "succeeded");
  await rig.advance(4 * day);
  assert.equal(await movementOf(failing, third.idempotencyKey, "capture", 2_599), "refused_by_psp");
  assert.equal(rig.moved(failing.idempotencyKey).capture_returned, 2_599);
  assert.equal(rig.moved(charge.idempotencyKey).captured, 1_000);
});

test("a second capture, or one of a part that keeps the rest, isn't sent where Adyen would refuse or release it", async () => {
  const charge = await rig.paid({ capture: "manual" });
  const sent = rig.fake.requests.length;
  const part = await rig.connector.capture(captureOf(charge, 1_000, false), call);
  assert.deepEqual(part, { kind: "refused", reason: "refused_by_psp" });
  const automatic = await rig.paid();
  const again = await rig.connector.capture(captureOf(automatic, 2_599, true), call);
  assert.deepEqual(again, { kind: "refused", reason: "already_captured" });
  assert.equal(rig.fake.requests.length, sent + 1, "only the session of the second payment was made");
});

test("an authorization that lapses after 28 days counts as released", async () => {
  const charge = await rig.paid({ capture: "manual" });
  await rig.advance(28 * day + 60);
  const void_ = { charge: rig.stored(charge), idempotencyKey: newKey("vd") };
  assert.deepEqual(await rig.connector.void(void_, call), {
    kind: "refused",
    reason: "authorization_lapsed",
  });
  const found = await rig.find(charge);
  assert.ok(found.kind === "found" && found.outcome.kind === "approved");
  assert.ok(Date.parse(found.outcome.captureBefore ?? "") <= rig.fake.clock.now() * 1_000);
  assert.equal(found.charge.released, true);
});

test("a refund can be refused, and can fail days after it succeeded, in two ways", async () => {
  for (const [outcome, expected] of [
    ["refused", "refused_by_psp"],
    ["fails_later", "succeeded"],
    ["reversed_later", "succeeded"],
  ] as const) {
    rig.fake.outcomes.plan({ kind: "refund", outcome });
    const charge = await rig.paid();
    const key = newKey("re");
    const request = { charge: rig.stored(charge), idempotencyKey: key, amount: 600, currency: "EUR" };
    assert.equal((await rig.connector.refund(request, call)).kind, "pending");
    await rig.advance(2);
    assert.equal(await movementOf(charge, key, "refund", 600), expected);
    await rig.advance(4 * day);
    assert.equal(await movementOf(charge, key, "refund", 600), "refused_by_psp");
    const { refunded = 0, refund_returned: returned = 0 } = rig.moved(charge.idempotencyKey);
    assert.equal(refunded - returned, 0, outcome);
  }
});

test("a dispute is found by its notifications, and can be accepted once", async () => {
  const charge = await rig.paid();
  const pspReference = rig.fake.dispute(charge.pspReference, { reasonCode: "13.1" });
  await rig.advance(0);
  const { facts = [] } = rig.stored(charge);
  const request = { account: rig.account, pspReference, facts };
  const known = await rig.connector.disputes?.find(request, call);
  assert.ok(known?.kind === "known", JSON.stringify(known));
  const { stage, status, amount, currency, chargeKey, reason } = known.dispute;
  assert.deepEqual([stage, status, amount, currency], ["chargeback", "needs_response", 2_599, "EUR"]);
  assert.deepEqual([chargeKey, reason], [charge.idempotencyKey, "product_not_received"]);
  assert.ok(Date.parse(known.dispute.evidenceDueAt ?? "") > rig.fake.clock.now() * 1_000);
  for (let time = 0; time < 2; time += 1) {
    const accepted = await rig.connector.disputes?.accept?.({ ...request, idempotencyKey: "accept-1" }, call);
    assert.ok(accepted?.kind === "known" && accepted.dispute.status === "lost", JSON.stringify(accepted));
  }
  const late = await rig.connector.disputes?.accept?.({ ...request, idempotencyKey: "accept-2" }, call);
  assert.equal(late?.kind, "refused");
  assert.deepEqual(
    (await rig.find(charge)).kind === "found" && rig.moved(charge.idempotencyKey).disputed,
    2_599,
  );
});

test("an uncertain answer is unknown, for every call", async () => {
  const charge = await rig.paid({ capture: "manual" });
  const captured = await rig.paid();
  rig.fake.notifications.hold();
  const returned = await rig.act(await rig.begin(), { outcome: "authorised" });
  rig.fake.notifications.release();
  const refund = { charge: rig.stored(captured), idempotencyKey: newKey("re"), amount: 10, currency: "EUR" };
  const calls = {
    begin: () => rig.connector.hosted?.begin(rig.request(), call),
    find: () => rig.connector.findCharge(returned, call),
    capture: () => rig.connector.capture(captureOf(charge, 2_599, true), call),
    void: () => rig.connector.void({ charge: rig.stored(charge), idempotencyKey: newKey("vd") }, call),
    refund: () => rig.connector.refund(refund, call),
  };
  for (const kind of ["lose_answer_before", "status_500_before", "rate_limit", "truncate_answer"] as const)
    for (const [name, make] of Object.entries(calls)) {
      rig.fake.faults.add({ kind });
      const outcome = await make();
      assert.equal(outcome?.kind, "unknown", `${name} after ${kind}`);
      rig.fake.faults.clear();
    }
});

test("neither requests nor facts hold a secret, a card's expiry date or an authorization code", async () => {
  await rig.paid({ customerEmail: "ada@example.com" });
  const requests = JSON.stringify(rig.fake.requests);
  const facts = JSON.stringify(rig.facts.subjects);
  for (const secret of [rig.fake.apiKey, rig.account.settings.hmacKey ?? "", "hmacSignature"]) {
    assert.ok(!requests.includes(secret), secret);
    assert.ok(!facts.includes(secret), secret);
  }
  assert.ok(rig.facts.bodies.some((body) => body.includes("03/2030")));
  for (const personal of ["03/2030", "074530", "ada@example.com"])
    assert.ok(!facts.includes(personal), personal);
});
