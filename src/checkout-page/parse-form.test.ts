import assert from "node:assert/strict";
import { test } from "node:test";
import { paymentMethodTypes } from "../connectors/contract.ts";
import { parsePaymentForm } from "./parse-form.ts";

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
  parsePaymentForm(body, offered, tests, nowMs);

test("a form is read as the method that it names", () => {
  for (const method of paymentMethodTypes) {
    const parsed = parse({ ...fields, method });
    assert.ok(parsed.ok);
    assert.equal(parsed.value.type, method);
  }
});

test("a form of a page from before there was a choice takes a card", () => {
  const parsed = parse(fields);
  assert.ok(parsed.ok);
  assert.equal(parsed.value.type, "card");
});

test("a method that the session doesn't offer has to be chosen again", () => {
  const asked = { method: null, fieldErrors: { method: "method_missing" }, values: {} };
  for (const method of ["wallet", "cheque", "", ["card"], { toString: "card" }])
    assert.deepEqual(parse({ ...fields, method }, ["card"]), { ok: false, failure: asked });
  assert.deepEqual(parse(fields, ["wallet"]), { ok: false, failure: asked });
});

test("a refused form comes back open, with what may be given back", () => {
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
