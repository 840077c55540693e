import { type Html, html } from "../kernel/html.ts";
import { direction } from "../kernel/locales.ts";
import { rememberByKey } from "../kernel/remember.ts";
import { contact } from "./contact.ts";
import { icons } from "./icons.ts";
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

/** The merchant's contact, the merchant's legal pages, and the menu of languages. */
export function footer({ merchant, withContact, pageUrl }: Footer, texts: Texts): Html {
  return html`<footer>
    ${merchant && withContact && contact(merchant, texts)}
    ${merchant && legalLinks(merchant, texts)}
    ${languageMenu(pageUrl, texts)}
  </footer>`;
}

/**
 * The page's language, which opens the list of all of them. It is a plain form in a `details`, which works without a script, and
 * whose 75 names cost a browser nothing while it is closed: style and layout leave out what a closed `details` contains.
 */
function languageMenu(pageUrl: string | null, texts: Texts): Html {
  return html`<form class="languages" method="get" action="${pageUrl ?? ""}">${menuIn(texts)}</form>`;
}

/** The menu in a language, in which only the form's address differs from page to page. */
const menuIn = rememberByKey(
  (texts: Texts) => texts.locale,
  (texts) =>
    html`<details>
      <summary>${icons.globe}<span>${texts.rich("language.choose")}</span> ${nativeName(texts.locale)}${icons.chevron}</summary>
      <div>${languages.map((language) => languageButton(language, texts.locale))}</div>
    </details>`.kept(),
);

function languageButton({ locale, name }: (typeof languages)[number], current: Locale): Html {
  const mark = locale === current && html` aria-current="true"`;
  return html`<button name="locale" value="${locale}" lang="${locale}" dir="${direction(locale)}"${mark}>${name}</button>`;
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
