import { type Html, html } from "../kernel/html.ts";
import { contact } from "./contact.ts";
import { localizedPath } from "./links.ts";
import { direction, type Locale, locales } from "./locale.ts";
import type { Texts } from "./texts.ts";
import type { Merchant } from "./view-model.ts";

/** The merchant's contact and the languages: plain links, for they work everywhere. */
export function footer(merchant: Merchant | null, pageUrl: string | null, texts: Texts): Html {
  return html`<footer>
    ${merchant && contact(merchant, texts)}
    <nav aria-label="${texts.plain("language.choose")}">
      <ul class="languages">${locales.map((locale) => languageLink(locale, pageUrl ?? "", texts))}</ul>
    </nav>
  </footer>`;
}

function languageLink(locale: Locale, pageUrl: string, texts: Texts): Html {
  const current = locale === texts.locale && html` aria-current="true"`;
  return html`<li><a href="${localizedPath(pageUrl, locale)}" lang="${locale}" hreflang="${locale}" dir="${direction(locale)}"${current}>${ownName(locale)}</a></li>`;
}

const ownNames = new Map(locales.map((locale) => [locale, nameInItself(locale)]));

function ownName(locale: Locale): string {
  return ownNames.get(locale) ?? locale;
}

/** "Deutsch", "Français", "العربية": what a reader of the language looks for. */
function nameInItself(locale: Locale): string {
  const name = new Intl.DisplayNames(locale, { type: "language" }).of(locale) ?? locale;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}
