import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Currency, findCurrency, listCurrencies } from "./currency.ts";
import { formatAmount, toDecimalString } from "./money.ts";

const NBSP = "\u00a0";
const RLM = "\u200f";

function currency(code: string): Currency {
  const found = findCurrency(code);
  assert.ok(found, code);
  return found;
}

test("formats an amount for the locale", () => {
  assert.equal(formatAmount(2599, currency("EUR"), "en"), "€25.99");
  assert.equal(formatAmount(2599, currency("EUR"), "de"), `25,99${NBSP}€`);
  assert.equal(formatAmount(123456, currency("EUR"), "fr"), `1\u202f234,56${NBSP}€`);
  assert.equal(formatAmount(123456789, currency("INR"), "en-IN"), "₹12,34,567.89");
  assert.equal(formatAmount(-2599, currency("EUR"), "en"), "-€25.99");
});

test("uses ISO's decimals where CLDR differs", () => {
  assert.equal(formatAmount(150050, currency("HUF"), "en"), `HUF${NBSP}1,500.50`);
  assert.equal(formatAmount(150050, currency("IDR"), "en"), `IDR${NBSP}1,500.50`);
  assert.equal(formatAmount(1500, currency("JPY"), "en"), "¥1,500");
  assert.equal(formatAmount(1500, currency("KWD"), "en"), `KWD${NBSP}1.500`);
  assert.equal(formatAmount(15000, currency("CLF"), "en"), `CLF${NBSP}1.5000`);
});

test("uses Arabic digits where CLDR does, unless the tag overrides them", () => {
  assert.equal(formatAmount(123456, currency("EUR"), "ar-EG"), `${RLM}١٬٢٣٤٫٥٦${NBSP}€`);
  assert.equal(formatAmount(123456, currency("EUR"), "ar-AE"), `${RLM}1,234.56${NBSP}€`);
  assert.equal(formatAmount(123456, currency("EUR"), "ar-EG-u-nu-latn"), `${RLM}1,234.56${NBSP}€`);
});

test("keeps letters and sign of a currency in order in right-to-left text", () => {
  const LRM = "\u200e";
  assert.equal(formatAmount(2599, currency("USD"), "ar"), `${RLM}25.99${NBSP}US$${LRM}`);
  assert.equal(formatAmount(2599, currency("AUD"), "de"), `25,99${NBSP}AU$`);
  // CLDR has a mark of its own here, and needs no second one.
  assert.equal(formatAmount(2599, currency("CNY"), "he"), `${RLM}25.99${NBSP}${RLM}${LRM}CN¥${LRM}`);
});

test("shows the currency as code or narrow symbol", () => {
  assert.equal(formatAmount(2599, currency("USD"), "en-CA"), "US$25.99");
  assert.equal(formatAmount(2599, currency("USD"), "en-CA", { display: "narrowSymbol" }), "$25.99");
  assert.equal(formatAmount(2599, currency("USD"), "en-CA", { display: "code" }), `USD${NBSP}25.99`);
});

test("formats the largest amounts exactly", () => {
  assert.equal(formatAmount(Number.MAX_SAFE_INTEGER, currency("USD"), "en"), "$90,071,992,547,409.91");
  assert.equal(formatAmount(2n ** 63n - 1n, currency("USD"), "en"), "$92,233,720,368,547,758.07");
});

test("formats correctly with more locales and currencies than are cached", () => {
  for (const locale of ["en", "de", "ar"]) {
    for (const each of listCurrencies()) formatAmount(1, each, locale);
  }
  assert.equal(formatAmount(2599, currency("EUR"), "en"), "€25.99");
});

test("converts minor units to a decimal number of major units", () => {
  assert.equal(toDecimalString(2599, 2), "25.99");
  assert.equal(toDecimalString(5, 2), "0.05");
  assert.equal(toDecimalString(-5, 2), "-0.05");
  assert.equal(toDecimalString(0, 2), "0.00");
  assert.equal(toDecimalString(-0, 2), "0.00");
  assert.equal(toDecimalString(7, 0), "7");
  assert.equal(toDecimalString(7, 3), "0.007");
  assert.equal(toDecimalString(12345n, 4), "1.2345");
});

test("throws for an amount that isn't a safe integer", () => {
  for (const amount of [1.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.throws(() => toDecimalString(amount, 2), RangeError);
  }
});

test("property: converts exactly for any amount and exponent", () => {
  fc.assert(
    fc.property(fc.bigInt(), fc.constantFrom(0, 2, 3, 4), (amount, exponent) => {
      const text = toDecimalString(amount, exponent);
      assert.match(text, /^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/);
      assert.equal((text.split(".")[1] ?? "").length, exponent);
      assert.equal(BigInt(text.replace(".", "")), amount);
    }),
  );
});

test("property: a formatted amount has exactly the amount's digits", () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.constantFrom(...listCurrencies()), (amount, each) => {
      const digits = formatAmount(amount, each, "en", { display: "code" }).replace(/[^0-9]/g, "");
      assert.equal(BigInt(digits), BigInt(amount));
    }),
  );
});

test("writes amounts as the region does", () => {
  assert.equal(formatAmount(123_456_789, currency("CHF"), "de-CH"), `CHF${NBSP}1’234’567.89`);
  assert.equal(formatAmount(1_234_567, currency("CLP"), "es-CL"), "$1.234.567");
  assert.equal(formatAmount(123_456_789, currency("INR"), "en-IN"), "₹12,34,567.89");
});

test("says whose dollar it is, except where people pay in it", () => {
  const cases = [
    ["USD", "en", "$25.99"],
    ["USD", "es-US", "$25.99"],
    ["USD", "es-EC", "$25,99"],
    ["USD", "de", `25,99${NBSP}US$`],
    ["USD", "en-IN", "US$25.99"],
    ["USD", "ja", "US$25.99"],
    ["USD", "fr", `25,99${NBSP}$US`],
    ["CAD", "de", `25,99${NBSP}CA$`],
    ["CAD", "en-CA", "$25.99"],
    ["AUD", "en-AU", "$25.99"],
    ["TWD", "zh-TW", "NT$25.99"],
    ["TWD", "zh-Hant", "NT$25.99"],
    ["TWD", "en", "NT$25.99"],
  ] as const;
  for (const [code, locale, expected] of cases)
    assert.equal(formatAmount(2599, currency(code), locale), expected);
});
