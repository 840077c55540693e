import assert from "node:assert/strict";
import { test } from "node:test";
import { decimalsOf } from "../../../test/psp/paypal/currencies.ts";
import { listCurrencies } from "../../kernel/currency.ts";
import { fromPayPal, toPayPal } from "./amounts.ts";
import { currencies, takes } from "./methods.ts";

test("amounts that PayPal takes come back exactly as they were sent", () => {
  for (const { code: currency, exponent, maximumAmount } of listCurrencies())
    for (const amount of [1, 10 ** exponent, 123_400, maximumAmount]) {
      const sent = toPayPal({ amount, currency });
      if (sent) assert.deepEqual(fromPayPal(sent), { amount, currency });
      else assert.ok(exponent > 2 || ["HUF", "TWD"].includes(currency), `${amount} ${currency}`);
    }
});

test("amounts have PayPal's decimals: none for HUF, JPY and TWD", () => {
  const sent = [
    [5, "EUR", "0.05"],
    [259_900, "HUF", "2599"],
    [259_950, "HUF", undefined],
    [100, "TWD", "1"],
    [1, "TWD", undefined],
    [1200, "JPY", "1200"],
    [1234, "KWD", undefined],
    [12_345, "CLF", undefined],
  ] as const;
  for (const [amount, currency, value] of sent)
    assert.equal(toPayPal({ amount, currency })?.value, value, `${amount} ${currency}`);
});

test("a value that isn't an exact amount of a known currency has no meaning; zeros are no decimals", () => {
  const read = (currency_code: string, value: string) => fromPayPal({ currency_code, value });
  for (const value of ["-10.00", "1e3", "10,00", "", "10.001", "99999999999999999.00"])
    assert.equal(read("EUR", value), undefined, value);
  assert.equal(read("JPY", "100.5"), undefined);
  assert.equal(read("BGN", "10.00"), undefined);
  assert.deepEqual(read("JPY", "100.00"), { currency: "JPY", amount: 100 });
  assert.deepEqual(read("HUF", "2599"), { currency: "HUF", amount: 259_900 });
  assert.deepEqual(read("EUR", "10"), { currency: "EUR", amount: 1_000 });
});

test("PayPal is offered for its currencies, and for amounts that it can take", () => {
  const offered = (currency: string, amount: number) =>
    takes("wallet", { amount, currency, captureMethod: "automatic" });
  for (const currency of currencies) {
    assert.ok(offered(currency, 100), currency);
    assert.equal(offered(currency, 101), currency === "JPY" || decimalsOf(currency) === 2, currency);
  }
  assert.ok(!offered("KWD", 1_000) && !offered("ISK", 100) && !offered("BRL", 100));
  assert.ok(!takes("card", { amount: 100, currency: "EUR", captureMethod: "automatic" }));
});
