import assert from "node:assert/strict";
import { test } from "node:test";
import { decimalsOf } from "../../../test/psp/adyen/currencies.ts";
import { listCurrencies } from "../../kernel/currency.ts";
import { fromAdyen, toAdyen } from "./amounts.ts";

test("every currency of Kassa is taken with Adyen's decimals, or not at all", () => {
  for (const { code: currency, exponent } of listCurrencies()) {
    const decimals = decimalsOf(currency);
    const sent = toAdyen({ amount: 10 ** exponent * 12, currency });
    assert.deepEqual(sent, decimals === undefined ? undefined : { value: 12 * 10 ** decimals, currency });
    if (sent) assert.deepEqual(fromAdyen(sent), { amount: 10 ** exponent * 12, currency });
  }
});

test("Adyen's decimals differ from ISO 4217 for four currencies", () => {
  assert.deepEqual(toAdyen({ amount: 1234, currency: "ISK" }), { value: 123_400, currency: "ISK" });
  assert.deepEqual(toAdyen({ amount: 1234, currency: "CLP" }), { value: 123_400, currency: "CLP" });
  assert.deepEqual(toAdyen({ amount: 123_400, currency: "IDR" }), { value: 1234, currency: "IDR" });
  assert.deepEqual(toAdyen({ amount: 123_400, currency: "CVE" }), { value: 1234, currency: "CVE" });
});

test("an amount that isn't a whole number of the other's units is none", () => {
  assert.equal(toAdyen({ amount: 123_401, currency: "IDR" }), undefined);
  assert.equal(fromAdyen({ value: 123_401, currency: "ISK" }), undefined);
  assert.equal(toAdyen({ amount: Number.MAX_SAFE_INTEGER, currency: "ISK" }), undefined);
  assert.equal(toAdyen({ amount: 100, currency: "XXX" }), undefined);
  assert.equal(fromAdyen({ value: 100, currency: "IRR" }), undefined);
});
