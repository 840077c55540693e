import type english from "../../locales/sandbox-psp/en.json";
import { present } from "../kernel/assert.ts";
import { findCurrency } from "../kernel/currency.ts";
import { acceptedLanguages, bestMatch, numberLocaleOf } from "../kernel/locales.ts";
import { type Messages, openMessages } from "../kernel/messages.ts";
import { formatAmount } from "../kernel/money.ts";

/** The texts of the pages of the simulated PSP, bank and wallet, a file for each language. */
export const messages = openMessages(new URL("../../locales/sandbox-psp/", import.meta.url));

export type TextKey = keyof typeof english;

export type PageTexts = Messages<TextKey> & {
  readonly locale: string;
  /** An amount of minor units, such as "€25.99". */
  readonly amount: (amountMinor: number, currencyCode: string) => string;
};

/**
 * The texts for a browser: in the requested language, else in the best of those that it accepts, else in English.
 *
 * @param requested a BCP 47 tag, such as that of the payment page
 */
export function pageTextsFor(requested: string | undefined, acceptLanguage: string | undefined): PageTexts {
  const { locales } = messages;
  const locale =
    bestMatch([requested], locales) ?? bestMatch(acceptedLanguages(acceptLanguage), locales) ?? "en";
  const numbers = numberLocaleOf(locale, {
    ...(requested === undefined ? {} : { sessionLocale: requested }),
    ...(acceptLanguage === undefined ? {} : { acceptLanguage }),
  });
  return {
    ...messages.in(locale),
    locale,
    amount: (amountMinor, code) =>
      formatAmount(amountMinor, present(findCurrency(code), `currency ${code}`), numbers),
  };
}
