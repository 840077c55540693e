import { type Html, html } from "../kernel/html.ts";
import type { PageSettings, PageTextName } from "../settings/settings.ts";
import type { Locale } from "./locale.ts";
import type { MerchantNote } from "./view-model.ts";

type Own = Pick<PageSettings, "texts" | "defaultLocale">;

/** The merchant's sentence in the page's language, else in its base language, else in the merchant's own; undefined without any. */
export function findNote(
  { texts, defaultLocale }: Own,
  name: PageTextName,
  locale: Locale,
): MerchantNote | undefined {
  if (Object.keys(texts).length === 0) return undefined;
  for (const tag of [locale, new Intl.Locale(locale).language, defaultLocale]) {
    const text = tag !== null && Object.hasOwn(texts, tag) ? texts[tag]?.[name] : null;
    if (tag !== null && text) return { text, locale: tag };
  }
  return undefined;
}

/** The sentence with its own language and direction. */
export const noteMarkup = ({ text, locale }: MerchantNote): Html =>
  html`<span class="note" lang="${locale}" dir="auto">${text}</span>`;
