import assert from "node:assert/strict";
import { test } from "node:test";
import { toIban } from "../transfer-instructions.ts";
import { translateBegin, translateCharge } from "./translate.ts";
import { type WirePayment, wirePayment } from "./wire.ts";

const attempt = "att_1";

/** An open payment of 25.99 EUR by card. */
function payment(changes: Partial<WirePayment> = {}): WirePayment {
  const made: WirePayment = {
    id: "tr_1",
    mode: "live",
    status: "open",
    amount: { currency: "EUR", value: "25.99" },
    method: "creditcard",
    metadata: { kassa_attempt: attempt, kassa_session: "cs_1", kassa_method: "card" },
    createdAt: "2026-11-25T10:00:00+00:00",
    expiresAt: "2026-11-25T10:30:00+00:00",
    _embedded: { captures: [], refunds: [], chargebacks: [] },
    _links: { checkout: { href: "https://www.mollie.com/checkout/1" } },
    ...changes,
  };
  assert.ok(wirePayment.fits(made), "the payment has the wire's shape");
  return made;
}

const capture = (value: string, status: "pending" | "succeeded" | "failed") => ({
  id: `cpt_${value.replace(".", "")}`,
  ...{
    paymentId: "tr_1",
    status,
    amount: { currency: "EUR", value },
    createdAt: "2026-11-26T10:00:00+00:00",
  },
});
const captures = (...made: ReturnType<typeof capture>[]) => ({ _embedded: { captures: made } });
const authorizedAt = "2026-11-25T10:05:00+00:00";
const manual = { captureMode: "manual", authorizedAt, captureBefore: "2026-12-02T10:05:00+00:00" } as const;

/** The outcome in short: kind, and what matters of it. */
function outcomeOf(changes: Partial<WirePayment>): string {
  const found = translateCharge(payment(changes), attempt);
  if (found.kind !== "found") return found.kind;
  const { outcome, charge } = found;
  if (outcome.kind === "declined") return `declined: ${outcome.reason}`;
  if (outcome.kind !== "approved") return outcome.kind;
  const isPast =
    outcome.captureBefore !== null && Date.parse(outcome.captureBefore) <= Date.parse("2026-11-25T11:00:00Z");
  return [
    outcome.captured ? "captured at once" : "authorized",
    `${charge.amountCaptured} captured`,
    ...(charge.released ? ["rest released"] : []),
    ...(isPast ? ["lapsed"] : []),
  ].join(", ");
}

test("each status of a payment has its outcome", () => {
  const outcomes: Readonly<Record<WirePayment["status"], string>> = {
    open: "action_required",
    pending: "pending",
    authorized: "authorized, 0 captured",
    paid: "captured at once, 2599 captured",
    failed: "declined: generic_decline",
    canceled: "not_charged",
    expired: "not_charged",
  };
  for (const [status, expected] of Object.entries(outcomes))
    assert.equal(outcomeOf({ status: status as WirePayment["status"] }), expected, status);
});

test("after an authorization, the outcome depends on the captures", () => {
  const succeeded = (value: string) => captures(capture(value, "succeeded"));
  const rows: readonly (readonly [Partial<WirePayment>, string])[] = [
    [{ status: "authorized" }, "authorized, 0 captured"],
    [{ status: "authorized", ...captures(capture("25.99", "pending")) }, "authorized, 0 captured"],
    [{ status: "authorized", ...succeeded("10.00") }, "authorized, 1000 captured"],
    [{ status: "paid", ...succeeded("25.99") }, "authorized, 2599 captured"],
    [{ status: "paid", ...succeeded("10.00") }, "authorized, 1000 captured, rest released"],
    [{ status: "canceled" }, "declined: abandoned"],
    [{ status: "expired" }, "authorized, 0 captured, rest released, lapsed"],
    [
      { status: "failed", ...captures(capture("25.99", "failed")) },
      "authorized, 0 captured, rest released, lapsed",
    ],
  ];
  for (const [changes, expected] of rows)
    assert.equal(outcomeOf({ ...manual, ...changes }), expected, JSON.stringify(changes));
});

test("a manual capture isn't a promise: a method that takes the money at once is paid at once", () => {
  assert.equal(outcomeOf({ status: "paid", captureMode: "manual" }), "captured at once, 2599 captured");
});

test("an amount that can't be read is unknown, and so is a payment of another attempt", () => {
  for (const amount of [
    { currency: "EUR", value: "25.9" },
    { currency: "XXX", value: "25.99" },
  ])
    assert.equal(outcomeOf({ status: "paid", amount }), "unknown");
  assert.equal(translateCharge(payment({ status: "paid" }), "att_2").kind, "unknown");
  for (const metadata of [null, "att_1", {}, { kassa_attempt: "att_1" }])
    assert.equal(translateCharge(payment({ status: "paid", metadata }), attempt).kind, "unknown");
});

test("an open bank transfer is pending, with the account for it, once Mollie names that", () => {
  const details = {
    bankName: "Stichting Mollie Payments",
    bankAccount: "NL53ABNA0627535577",
    bankBic: "ABNANL2A",
    transferReference: "RF12-3456-7890-1234",
  };
  const found = translateCharge(payment({ method: "banktransfer", details }), attempt);
  assert.ok(found.kind === "found" && found.outcome.kind === "pending");
  const named = {
    iban: "NL53ABNA0627535577",
    bic: "ABNANL2A",
    accountHolder: "Stichting Mollie Payments",
    reference: "RF12-3456-7890-1234",
    simulatorUrl: null,
  };
  assert.deepEqual(found.outcome.instructions, toIban(named));
  assert.equal(
    outcomeOf({ method: "banktransfer", details: { ...details, bankBic: null } }),
    "action_required",
  );
  assert.equal(outcomeOf({ method: "ideal", details }), "action_required");
});

test("cards have their brand, last digits and 3-D Secure", () => {
  const cardOf = (details: Exclude<WirePayment["details"], undefined>) => {
    const found = translateCharge(payment({ status: "paid", details }), attempt);
    assert.ok(found.kind === "found" && found.outcome.kind === "approved");
    return [found.outcome.paidWith?.card, found.outcome.card?.threeDSecure];
  };
  const ofCard = (cardLabel: string | null, cardSecurity: string) =>
    cardOf({ cardNumber: "6787", cardLabel, cardSecurity });
  const authenticated = {
    result: "authenticated",
    version: null,
    eci: null,
    liabilityShift: "unknown",
  } as const;
  const none = { result: "none", version: null, eci: null, liabilityShift: "not_shifted" } as const;
  assert.deepEqual(ofCard("American Express", "3dsecure"), [{ brand: "amex", last4: "6787" }, authenticated]);
  assert.deepEqual(ofCard("Unionpay", "normal"), [{ brand: "unionpay", last4: "6787" }, none]);
  assert.deepEqual(ofCard("Carta Si", "normal"), [{ brand: "unknown", last4: "6787" }, none]);
  assert.deepEqual(ofCard(null, "normal"), [{ brand: "unknown", last4: "6787" }, none]);
  assert.deepEqual(cardOf(null), [null, none]);
});

test("only an open payment of the attempt, with a page and its end, is a page", () => {
  const begin = (changes: Partial<WirePayment>, key = attempt) =>
    translateBegin({ kind: "response", status: 201, body: payment(changes) }, key).kind;
  assert.equal(begin({}), "created");
  assert.equal(begin({}, "att_2"), "unknown");
  assert.equal(begin({ status: "paid" }), "unknown");
  assert.equal(begin({ expiresAt: null }), "unknown");
  assert.equal(begin({ _links: {} }), "unknown");
  const proxy = { kind: "response", status: 422, body: { error: "blocked" } } as const;
  assert.equal(translateBegin(proxy, attempt).kind, "unknown");
});
