import { readdirSync, readFileSync } from "node:fs";
import { match } from "@formatjs/intl-localematcher";
import Negotiator from "negotiator";

const folder = new URL("../../locales/", import.meta.url);

/** A language of the payment page: a BCP 47 tag that has its texts in `locales/<tag>.json`. */
export type Locale = string;

/** All of them. A language is added by adding its file. */
export const locales: readonly Locale[] = readdirSync(folder)
  .filter((file) => file.endsWith(".json"))
  .map((file) => file.slice(0, -".json".length))
  .toSorted();

const known: ReadonlySet<Locale> = new Set(locales);
const fallback: Locale = "en";
const rightToLeft: ReadonlySet<string> = new Set(["ar", "fa", "he", "ur"]);

export function isLocale(text: string): text is Locale {
  return known.has(text);
}

/** The messages of a language, by key. */
export function readMessages(locale: Locale): Record<string, string> {
  return JSON.parse(readFileSync(new URL(`${locale}.json`, folder), "utf8"));
}

/** The value of the `dir` attribute. */
export function direction(locale: Locale): "ltr" | "rtl" {
  return rightToLeft.has(new Intl.Locale(locale).language) ? "rtl" : "ltr";
}

export type LocalePreferences = {
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
export function negotiateLocale(wishes: LocalePreferences): Locale {
  return (
    bestOf([wishes.query]) ??
    bestOf([wishes.explicit]) ??
    bestOf(acceptedLanguages(wishes.acceptLanguage)) ??
    bestOf([wishes.tenantDefault]) ??
    fallback
  );
}

/**
 * The page's language for a BCP 47 tag: itself, or one so near that its readers read it ("no" is read by who reads "nb").
 * Undefined when there is none: that most readers of a small language also read English is no reason to call it one.
 */
export function spokenLocale(tag: string): Locale | undefined {
  const best = bestOf([tag]);
  const isEnglish = (locale: string): boolean => new Intl.Locale(locale).language === "en";
  return best !== undefined && isEnglish(best) && !isEnglish(tag) ? undefined : best;
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
