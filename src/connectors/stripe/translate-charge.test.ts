import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { declineReasons } from "../reasons.ts";
import { declineReasonOf, toDeclineReason } from "./declines.ts";
import { toStripeLocale } from "./locale.ts";
import { translateCharge } from "./translate-charge.ts";
import type { WireCharge, WireIntent, WireSession } from "./wire.ts";

const intent = (status: WireIntent["status"], changes: Partial<WireIntent> = {}): WireIntent => ({
  object: "payment_intent",
  id: "pi_1",
  amount: 1000,
  amount_capturable: 0,
  amount_received: 0,
  currency: "eur",
  created: 1,
  livemode: false,
  metadata: { kassa_attempt: "att_1" },
  status,
  capture_method: "automatic",
  canceled_at: null,
  cancellation_reason: null,
  last_payment_error: null,
  latest_charge: null,
  ...changes,
});

const session = (status: WireSession["status"]): WireSession => ({
  object: "checkout.session",
  id: "cs_1",
  status,
  url: status === "open" ? "https://checkout.stripe.com/c/pay/cs_1" : null,
  expires_at: 2,
  created: 1,
  livemode: false,
  metadata: { kassa_attempt: "att_1" },
  payment_intent: "pi_1",
});

const key = { idempotencyKey: "att_1" };

test("each pair of session and PaymentIntent has its outcome, and pairs that Stripe doesn't document are unknown", () => {
  const statuses = [
    "canceled",
    "processing",
    "requires_action",
    "requires_capture",
    "requires_confirmation",
    "requires_payment_method",
    "succeeded",
  ] as const;
  const outcomeOf = (of: WireSession["status"], made: WireIntent | null): string => {
    const found = translateCharge({ session: session(of), intent: made }, key, []);
    return found.kind === "found" ? found.outcome.kind : found.kind;
  };
  const table = (["open", "expired", "complete"] as const).map((of) => [
    of,
    outcomeOf(of, null),
    ...statuses.map((status) => outcomeOf(of, intent(status))),
  ]);
  assert.deepEqual(table, [
    ["open", ...Array(8).fill("action_required")],
    [
      "expired",
      "not_charged",
      "not_charged",
      "unknown",
      "unknown",
      "unknown",
      "unknown",
      "not_charged",
      "unknown",
    ],
    ["complete", "unknown", "declined", "pending", "unknown", "approved", "unknown", "declined", "approved"],
  ]);
});

test("a session of another attempt is unknown", () => {
  const other = { ...session("open"), metadata: { kassa_attempt: "att_2" } };
  assert.equal(translateCharge({ session: other, intent: null }, key, []).kind, "unknown");
});

test("a payment that failed after the page has the reason of Stripe's code", () => {
  const failed = intent("requires_payment_method", {
    last_payment_error: { code: "card_declined", decline_code: "insufficient_funds" },
  });
  const found = translateCharge({ session: session("complete"), intent: failed }, key, []);
  assert.ok(found.kind === "found" && found.outcome.kind === "declined");
  assert.equal(found.outcome.reason, "insufficient_funds");
});

test("each code of the table has one of Kassa's reasons; unknown codes are generic declines", () => {
  for (const [code, reason] of Object.entries(declineReasonOf)) {
    assert.ok((declineReasons as readonly string[]).includes(reason), code);
    assert.equal(toDeclineReason([code]), reason);
  }
  assert.equal(toDeclineReason(["a_new_code", undefined, null]), "generic_decline");
  assert.equal(toDeclineReason(["toString"]), "generic_decline");
});

/** The codes of a failed payment that Stripe's SDK names, without those that say how the API was used. */
function codesOfTheSdk(): string[] {
  const types = readFileSync(
    new URL("../../../node_modules/stripe/esm/resources/PaymentIntents.d.ts", import.meta.url),
    "utf8",
  );
  const [, union = ""] = /namespace LastPaymentError \{\s+type Code = ([^;]+);/.exec(types) ?? [];
  const codes = [...union.matchAll(/'([a-z_0-9]+)'/g)].map(([, code = ""]) => code);
  const ofCustomers =
    /^(account_closed|amount_too_|authentication_required|bank_account_declined|card_decline|currency_not_supported|debit_not_authorized|expired_card|incorrect_|insufficient_funds|invalid_(cvc|expiry|number)|payment_intent_(authentication|payment_attempt)|payment_method_(customer_decline|provider)|processing_error)/;
  return codes.filter((code) => ofCustomers.test(code));
}

test("no code of a failed payment that Stripe's SDK names is forgotten", () => {
  const codes = codesOfTheSdk();
  assert.ok(codes.length > 15, `found ${codes.length} codes`);
  assert.deepEqual(
    codes.filter((code) => !Object.hasOwn(declineReasonOf, code)),
    [],
  );
});

test("the page is in the customer's language where Stripe has it", () => {
  for (const [tag, expected] of [
    ["de", "de"],
    ["de-AT", "de"],
    ["pt-BR", "pt-BR"],
    ["nn", "nb"],
    ["zh-Hant", "zh-TW"],
    ["en-US", "en"],
    ["eu", "auto"],
    [null, "auto"],
  ] as const)
    assert.equal(toStripeLocale(tag), expected);
});

test("3-D Secure: how the customer was authenticated, version, indicator, and who bears the loss of fraud", () => {
  const authenticationBy = (card: object) => {
    const charge = {
      object: "charge",
      id: "ch_1",
      amount: 1000,
      amount_captured: 1000,
      amount_refunded: 0,
      currency: "eur",
      created: 1,
      captured: true,
      disputed: false,
      payment_method_details: { card: { brand: "visa", last4: "4242", checks: null, ...card } },
    } as unknown as WireCharge;
    const paid = intent("succeeded", { amount_received: 1000, latest_charge: charge });
    const found = translateCharge({ session: session("complete"), intent: paid }, key, []);
    assert.ok(found.kind === "found" && found.outcome.kind === "approved", JSON.stringify(found));
    const { result, version, eci, liabilityShift } = found.outcome.card?.threeDSecure ?? {};
    return [result, version, eci, liabilityShift];
  };
  const secured = (
    result: string,
    flow: string | null,
    eci: string | null,
    version: string | null = "2.2.0",
  ) =>
    authenticationBy({
      three_d_secure: { result, authentication_flow: flow, electronic_commerce_indicator: eci, version },
    });
  assert.deepEqual(secured("authenticated", "challenge", "05"), ["challenged", "2.2.0", "05", "shifted"]);
  assert.deepEqual(secured("authenticated", "frictionless", "02"), [
    "frictionless",
    "2.2.0",
    "02",
    "shifted",
  ]);
  assert.deepEqual(secured("attempt_acknowledged", null, "06"), ["attempted", "2.2.0", "06", "shifted"]);
  assert.deepEqual(secured("exempted", null, "07"), ["none", "2.2.0", "07", "not_shifted"]);
  assert.deepEqual(secured("data_share_only", null, null), ["none", "2.2.0", null, "not_shifted"]);
  assert.deepEqual(secured("failed", null, null, null), ["none", null, null, "not_shifted"]);
  assert.deepEqual(authenticationBy({ three_d_secure: null }), ["none", null, null, "not_shifted"]);
  const byWallet = { three_d_secure: null, wallet: { type: "apple_pay" } };
  assert.deepEqual(authenticationBy(byWallet), ["none", null, null, "unknown"]);
});
