import { match } from "@formatjs/intl-localematcher";
import Negotiator from "negotiator";

/** The languages of the payment page. Each has its texts in `locales/<locale>.json`. */
export const locales = ["en", "de", "fr", "es", "ar"] as const;
export type Locale = (typeof locales)[number];

const fallback: Locale = "en";
const rightToLeft: ReadonlySet<Locale> = new Set<Locale>(["ar"]);

export function isLocale(text: string): text is Locale {
  return (locales as readonly string[]).includes(text);
}

/** The value of the `dir` attribute. */
export function direction(locale: Locale): "ltr" | "rtl" {
  return rightToLeft.has(locale) ? "rtl" : "ltr";
}

export type LocaleWishes = {
  /** The session's `locale`: a BCP 47 tag, or "auto" for no wish. */
  readonly explicit?: string;
  /** What the customer chose in the page's language switcher. */
  readonly query?: string;
  /** The browser's Accept-Language header, raw. */
  readonly acceptLanguage?: string;
  readonly tenantDefault?: string;
};

/**
 * The language to answer in; never fails, whatever the wishes hold. The customer's own choice on the page comes first,
 * else the switcher would do nothing on sessions made with a `locale`; then the session's locale, the browser's
 * languages, the tenant's default, English.
 */
export function negotiateLocale(wishes: LocaleWishes): Locale {
  return (
    bestOf([wishes.query]) ??
    bestOf([wishes.explicit]) ??
    bestOf(acceptedLanguages(wishes.acceptLanguage)) ??
    bestOf([wishes.tenantDefault]) ??
    fallback
  );
}

/** Longer headers come from no browser; reading them would only fill the matcher's caches. */
const acceptLanguageMaxLength = 500;
const acceptedLanguagesMax = 10;

function acceptedLanguages(header: string | undefined): string[] {
  if (header === undefined || header.length > acceptLanguageMaxLength) return [];
  return new Negotiator({ headers: { "accept-language": header } })
    .languages()
    .slice(0, acceptedLanguagesMax);
}

/** The supported locale nearest to the wished tags, in their order of preference. */
function bestOf(tags: readonly (string | undefined)[]): Locale | undefined {
  const canonical = tags.flatMap(canonicalTag);
  if (canonical.length === 0) return undefined;
  // "und" is what the matcher answers when nothing is near enough.
  const best = match(canonical, locales, "und", { algorithm: "best fit" });
  return isLocale(best) ? best : undefined;
}

/** The tag in canonical form, or nothing for `*`, `auto` and malformed tags, on which the matcher throws. */
function canonicalTag(tag: string | undefined): string[] {
  if (tag === undefined || tag.length > 35) return [];
  try {
    return Intl.getCanonicalLocales(tag);
  } catch {
    return [];
  }
}
