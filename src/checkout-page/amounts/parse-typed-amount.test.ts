import assert from "node:assert/strict";
import { test } from "node:test";
import { findCurrency, listCurrencies } from "../../kernel/currency.ts";
import { numberLocaleOf } from "../../kernel/locales.ts";
import { formatAmount, toDecimalString } from "../../kernel/money.ts";
import { locales } from "../locale.ts";
import { textsOf } from "../texts.ts";
import { parseTypedAmount } from "./parse-typed-amount.ts";

function currencyOf(code: string) {
  const currency = findCurrency(code);
  assert.ok(currency);
  return currency;
}

test("amounts are read as customers of each language type them", () => {
  const cases: [string, string, string, number | undefined][] = [
    ["2,50", "EUR", "de", 250],
    ["2.50", "EUR", "de", 250],
    ["2.5", "EUR", "en", 250],
    ["2,5", "EUR", "en", 250],
    ["€ 3", "EUR", "en", 300],
    ["3 EUR", "EUR", "de", 300],
    ["1.000", "EUR", "de", 100_000],
    ["1,000", "EUR", "en", 100_000],
    ["1.234,56", "EUR", "de", 123_456],
    ["1,234.56", "EUR", "de", 123_456],
    ["1’234.50", "CHF", "de-CH", 123_450],
    ["1 234,50", "EUR", "fr", 123_450],
    ["1,00,000", "INR", "hi", undefined],
    ["٢٫٥٠", "EUR", "ar", 250],
    ["۲٫۵", "EUR", "fa", 250],
    ["١٬٠٠٠", "EUR", "ar", 100_000],
    ["1.234", "KWD", "en", 1_234],
    ["1,234", "KWD", "en", 1_234_000],
    ["500", "JPY", "ja", 500],
    ["1,000", "JPY", "ja", 1_000],
    ["1.5", "JPY", "ja", undefined],
    ["1.234", "EUR", "en", undefined],
    ["2.505", "EUR", "en", undefined],
    ["-2", "EUR", "en", undefined],
    ["1e3", "EUR", "en", undefined],
    ["0x10", "EUR", "en", undefined],
    ["2.5.0", "EUR", "en", undefined],
    ["", "EUR", "en", undefined],
    ["five", "EUR", "en", undefined],
    ["99999999999999999", "EUR", "en", undefined],
  ];
  for (const [typed, code, numbers, expected] of cases)
    assert.equal(
      parseTypedAmount(typed, currencyOf(code), numbers),
      expected,
      `${typed} ${code} in ${numbers}`,
    );
});

test("a tip as the page writes it into its field is read as the same tip, in each language", () => {
  for (const locale of locales)
    for (const { code, exponent } of listCurrencies())
      for (const amount of [1, 250, 123_456_789]) {
        const written = textsOf(locale).number(toDecimalString(amount, exponent), exponent);
        const message = `${written} ${code} in ${locale}`;
        assert.equal(parseTypedAmount(written, currencyOf(code), numberLocaleOf(locale)), amount, message);
      }
});

test("an amount as the page writes it is read as the same amount", () => {
  for (const numbers of ["en", "de", "de-CH", "fr", "pl", "ar-EG", "fa", "ja", "pt-PT", "es"])
    for (const [code, amount] of [
      ["EUR", 123_456_789],
      ["EUR", 5],
      ["JPY", 1_234],
      ["KWD", 1_234_567],
    ] as const) {
      const currency = currencyOf(code);
      const written = formatAmount(amount, currency, numbers, { display: "code" });
      assert.equal(parseTypedAmount(written, currency, numbers), amount, `${written} in ${numbers}`);
    }
});
