import assert from "node:assert/strict";
import { test } from "node:test";
import { digitsOf } from "../../dashboard/src/components/currency-digits.ts";
import { listCurrencies } from "../../src/kernel/currency.ts";

test("amounts in the dashboard have the digits that Kassa gives each currency, not those of the browser", () => {
  for (const { code, exponent } of listCurrencies()) assert.equal(digitsOf(code), exponent, code);
});
