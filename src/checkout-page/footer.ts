import { type Html, html } from "../kernel/html.ts";
import { direction } from "../kernel/locales.ts";
import { contact } from "./contact.ts";
import { legalLinks } from "./legal-links.ts";
import { type Locale, locales } from "./locale.ts";
import type { Merchant } from "./merchant.ts";
import type { Texts } from "./texts.ts";

type Footer = {
  readonly merchant: Merchant | null;
  /** Whether the contact belongs here, because the page doesn't show it elsewhere. */
  readonly withContact: boolean;
  readonly pageUrl: string | null;
};

/** The merchant's contact, the merchant's legal pages, and the choice of language (a plain form, which works without a script). */
export function footer({ merchant, withContact, pageUrl }: Footer, texts: Texts): Html {
  return html`<footer>
    ${merchant && withContact && contact(merchant, texts)}
    ${merchant && legalLinks(merchant, texts)}
    <form class="languages" method="get" action="${pageUrl ?? ""}">
      <label for="locale">${texts.rich("language.choose")}</label>
      <select id="locale" name="locale" autocomplete="off">${languageOptions(texts.locale)}</select>
      <button type="submit">${texts.rich("language.apply")}</button>
    </form>
  </footer>`;
}

const optionsByLocale = new Map<Locale, Html>();

/** Each language by its own name, with the current one selected. There are many and they never change, so they are cached. */
function languageOptions(current: Locale): Html {
  const kept = optionsByLocale.get(current);
  if (kept) return kept;
  const options = html`${languages.map(
    ({ locale, name }) =>
      html`<option value="${locale}" lang="${locale}" dir="${direction(locale)}"${locale === current && html` selected`}>${name}</option>`,
  )}`.kept();
  optionsByLocale.set(current, options);
  return options;
}

/** In alphabetical order, other scripts after the Latin one, so that readers find their own language. */
const languages = locales
  .map((locale) => ({ locale, name: nativeName(locale) }))
  .toSorted((left, right) => left.name.localeCompare(right.name, "en"));

/** The language's name in the language itself: "Deutsch", "Français", "العربية". */
function nativeName(locale: Locale): string {
  const names = new Intl.DisplayNames(locale, { type: "language", languageDisplay: "standard" });
  const name = names.of(locale) ?? locale;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}
