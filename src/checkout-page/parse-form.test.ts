import assert from "node:assert/strict";
import { test } from "node:test";
import { type PaymentMethodType, paymentMethodTypes } from "../connectors/contract.ts";
import { parsePaymentForm } from "./parse-form.ts";
import type { Offer } from "./view-model.ts";

const nowMs = Date.parse("2026-11-21T12:00:00Z");
const tests = {
  isTestCard: (digits: string) => digits === "4242424242424242",
  isTestIban: (iban: string) => iban === "DE89370400440532013000",
};
const fields = {
  number: "4242 4242 4242 4242",
  expiry: "12 / 34",
  cvc: "123",
  holder: "Kim Test",
  iban: "DE89 3704 0044 0532 0130 00",
};
const parse = (body: Record<string, unknown>, offered = paymentMethodTypes.slice()) =>
  parsePaymentForm(
    body,
    {
      methods: offered,
      providers: new Map(offered.map((method) => [method, null])),
      brands: new Map(),
      cardBrands: [],
    },
    tests,
    nowMs,
  );

test("parses the form as the payment method that it names", () => {
  for (const method of paymentMethodTypes) {
    const parsed = parse({ ...fields, method });
    assert.ok(parsed.ok);
    assert.equal(parsed.value.type, method);
  }
});

test("a form that names only a chosen method, as the Enter key sends it, is parsed as that one", () => {
  const parsed = parse({ ...fields, choice: "bank_debit" });
  assert.ok(parsed.ok);
  assert.equal(parsed.value.type, "bank_debit");
});

test("the pressed button counts before the chosen method", () => {
  const parsed = parse({ ...fields, method: "wallet", choice: "bank_debit" });
  assert.ok(parsed.ok);
  assert.equal(parsed.value.type, "wallet");
});

test("a form without a method, from a page of an older version, is a card payment", () => {
  const parsed = parse(fields);
  assert.ok(parsed.ok);
  assert.equal(parsed.value.type, "card");
});

test("refuses a method that the session doesn't offer, and asks for another choice", () => {
  const refused = { method: null, fieldErrors: { method: "method_missing" }, values: {} };
  for (const method of ["wallet", "cheque", "", ["card"], { toString: "card" }])
    assert.deepEqual(parse({ ...fields, method }, ["card"]), { ok: false, failure: refused });
  assert.deepEqual(parse(fields, ["wallet"]), { ok: false, failure: refused });
});

test("a refused form keeps its method and the values that may be filled in again", () => {
  const parsed = parse({ ...fields, method: "bank_debit", iban: "DE00" });
  assert.deepEqual(parsed, {
    ok: false,
    failure: {
      method: "bank_debit",
      fieldErrors: { iban: "iban_invalid" },
      values: { holder: "Kim Test", iban: "DE00" },
    },
  });
});

test("asks for nothing that the customer enters on the PSP's page", () => {
  const offer: Offer = {
    methods: ["card", "wallet"],
    brands: new Map(),
    cardBrands: [],
    providers: new Map<PaymentMethodType, string>([
      ["card", "Mollie"],
      ["wallet", "Mollie"],
    ]),
  };
  const parseHosted = (body: Record<string, unknown>) => parsePaymentForm(body, offer, tests, nowMs);
  assert.deepEqual(parseHosted({ method: "card", number: fields.number }), {
    ok: true,
    value: { type: "hosted_page", method: "card" },
  });
  const refused = parseHosted({ method: "bank_debit" });
  assert.ok(!refused.ok && refused.failure.fieldErrors.method === "method_missing");
});
