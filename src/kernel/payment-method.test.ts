import assert from "node:assert/strict";
import { test } from "node:test";
import { listCurrencies } from "./currency.ts";
import { canPay, methodRules, paymentMethodTypes } from "./payment-method.ts";

test("allows direct debits in EUR only, other methods in all currencies", () => {
  const paidBy = (currency: string) =>
    paymentMethodTypes.filter((method) => canPay(method, { currency, captureMethod: "automatic" }));
  assert.deepEqual(paidBy("EUR"), ["card", "wallet", "bank_debit", "bank_transfer"]);
  for (const { code } of listCurrencies())
    if (code !== "EUR") assert.deepEqual(paidBy(code), ["card", "wallet", "bank_transfer"], code);
});

test("refuses manual capture for methods that capture at once", () => {
  const captured = { currency: "EUR", captureMethod: "manual" } as const;
  assert.deepEqual(
    paymentMethodTypes.filter((method) => canPay(method, captured)),
    ["card", "wallet"],
  );
});

test("the rules name existing currencies", () => {
  const codes = listCurrencies().map(({ code }) => code);
  for (const { currencies } of Object.values(methodRules))
    for (const currency of currencies ?? []) assert.ok(codes.includes(currency), currency);
});
