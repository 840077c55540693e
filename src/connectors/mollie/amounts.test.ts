import assert from "node:assert/strict";
import { test } from "node:test";
import { listCurrencies } from "../../kernel/currency.ts";
import { fromMollie, toMollie } from "./amounts.ts";
import { takes } from "./methods.ts";

test("amounts of every currency come back exactly as they were sent", () => {
  for (const { code: currency, exponent, maximumAmount } of listCurrencies())
    for (const amount of [1, 10 ** exponent, 123_456, maximumAmount]) {
      const sent = toMollie({ amount, currency });
      assert.match(sent.value, exponent === 0 ? /^\d+$/ : new RegExp(`^\\d+\\.\\d{${exponent}}$`));
      assert.deepEqual(fromMollie(sent), { amount, currency });
    }
});

test("amounts have the decimals of their currency", () => {
  const sent = [
    [5, "EUR"],
    [2599, "HUF"],
    [1200, "JPY"],
    [1200, "ISK"],
    [1234, "KWD"],
    [12345, "CLF"],
  ] as const;
  assert.deepEqual(
    sent.map(([amount, currency]) => toMollie({ amount, currency }).value),
    ["0.05", "25.99", "1200", "1200", "1.234", "1.2345"],
  );
});

test("a value that isn't an exact amount of a known currency has no meaning", () => {
  const values = [
    ["EUR", "10"],
    ["EUR", "10.0"],
    ["EUR", "10.000"],
    ["EUR", "-10.00"],
    ["EUR", "1e3"],
    ["EUR", "10,00"],
    ["EUR", ""],
    ["EUR", "99999999999999999.00"],
    ["JPY", "100.00"],
    ["BGN", "10.00"],
  ] as const;
  for (const [currency, value] of values) assert.equal(fromMollie({ currency, value }), undefined, value);
});

test("Mollie isn't offered for a currency whose decimals it doesn't have", () => {
  for (const { code: currency, exponent } of listCurrencies())
    for (const method of ["card", "wallet", "bank_transfer"] as const)
      if (takes(method, { amount: 100, currency, captureMethod: "automatic" }))
        assert.equal(exponent, currency === "JPY" || currency === "ISK" ? 0 : 2, currency);
});
