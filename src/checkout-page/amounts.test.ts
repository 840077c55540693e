import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { asciiDigits } from "../kernel/ascii-digits.ts";
import { type Currency, listCurrencies } from "../kernel/currency.ts";
import { type Locale, locales } from "./locale.ts";
import { renderPage } from "./render.ts";
import { sampleViews } from "./sample-views.ts";
import { assertNoMissingValues } from "./test-support.ts";
import { textsOf } from "./texts.ts";
import type { PageView } from "./view-model.ts";

const currencies = listCurrencies();

/** The minimum, the maximum, and amounts on both sides of a change in the number of digits. */
const boundaryAmounts = ({ exponent, minimumAmount, maximumAmount }: Currency): number[] =>
  [...new Set([minimumAmount, 10 ** exponent - 1, 10 ** exponent, 1_234_567, maximumAmount])].filter(
    (amount) => amount >= minimumAmount,
  );

/** Parses a formatted amount into its digits and decimal places, without knowing the language. */
function readBack(written: string): { digits: string; decimals: number; groupsOfThree: boolean } {
  const [number, ...others] = asciiDigits(written).match(/\d(?:[\d.,\u066b\u066c’'\s]*\d)?/gu) ?? [];
  assert.ok(number !== undefined && others.length === 0, `one number in ${written}`);
  const groups = number.split(/\D/);
  return {
    digits: groups.join(""),
    decimals: groups.length === 1 ? 0 : (groups.at(-1)?.length ?? 0),
    groupsOfThree: groups.length === 1 || groups.at(-1)?.length === 3,
  };
}

for (const locale of locales) {
  test(`in ${locale} an amount in any currency has all its digits and the decimals of ISO 4217`, () => {
    for (const currency of currencies) {
      const { code, exponent } = currency;
      for (const amount of boundaryAmounts(currency)) {
        const written = textsOf(locale).amount(amount, code);
        const { digits, decimals, groupsOfThree } = readBack(written);
        const message = `${amount} ${code} is written ${written}`;
        assert.equal(digits, String(amount).padStart(exponent + 1, "0"), message);
        if (exponent === 0) assert.ok(groupsOfThree, message);
        else assert.equal(decimals, exponent, message);
      }
    }
  });
}

/** The view with its amount and currency replaced, if its state shows an order. */
function withAmount(view: PageView, amountMinor: number, currency: string): PageView {
  if (!("order" in view)) return view;
  return { ...view, order: { ...view.order, amountMinor, currency, lineItems: [] } };
}

const states = Object.keys(sampleViews("en"));
const page = fc.record({
  locale: fc.constantFrom<Locale>(...locales),
  state: fc.constantFrom(...states),
  currency: fc.constantFrom(...currencies),
  size: fc.double({ min: 0, max: 1, noNaN: true }),
});

test("property: every state in every language renders any amount in any currency", () => {
  fc.assert(
    fc.property(page, ({ locale, state, currency, size }) => {
      const { code, minimumAmount, maximumAmount } = currency;
      const amount = Math.max(minimumAmount, Math.floor(maximumAmount ** size));
      const view = sampleViews(locale)[state];
      assert.ok(view !== undefined);
      const { html } = renderPage(withAmount(view, amount, code));
      assertNoMissingValues(html);
      if (view.state === "open")
        assert.ok(html.includes(`<bdi>${textsOf(locale).amount(amount, code)}</bdi>`));
    }),
    { numRuns: 600 },
  );
});
