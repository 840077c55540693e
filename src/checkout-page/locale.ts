import { readdirSync, readFileSync } from "node:fs";
import { match } from "@formatjs/intl-localematcher";
import Negotiator from "negotiator";

const folder = new URL("../../locales/", import.meta.url);

/** A language of the payment page: a BCP 47 tag that has its texts in `locales/<tag>.json`. */
export type Locale = string;

/** All languages, one for each file in `locales/`. */
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

/** The messages of a language, by their keys. */
export function readMessages(locale: Locale): Record<string, string> {
  return JSON.parse(readFileSync(new URL(`${locale}.json`, folder), "utf8"));
}

/** The value of the `dir` attribute. */
export function direction(locale: Locale): "ltr" | "rtl" {
  return rightToLeft.has(new Intl.Locale(locale).language) ? "rtl" : "ltr";
}

export type LocalePreferences = {
  /** The session's `locale`: a BCP 47 tag, or "auto" for no preference. */
  readonly sessionLocale?: string;
  /** The language that the customer chose on the page. */
  readonly query?: string;
  /** The browser's raw Accept-Language header. */
  readonly acceptLanguage?: string;
  readonly tenantDefault?: string;
};

/**
 * The language of the page. Never fails, whatever the preferences contain. The customer's choice on the page comes first;
 * otherwise it would have no effect on sessions with a `locale`. Then come the session's locale, the browser's languages,
 * the tenant's default, and English.
 */
export function negotiateLocale(preferences: LocalePreferences): Locale {
  return (
    bestMatch([preferences.query]) ??
    bestMatch([preferences.sessionLocale]) ??
    bestMatch(acceptedLanguages(preferences.acceptLanguage)) ??
    bestMatch([preferences.tenantDefault]) ??
    fallback
  );
}

/**
 * The page's language for a BCP 47 tag: the same one, or one so close that the same people read it ("nb" for "no").
 * Undefined when there is none. English never counts as a match for another language, even where most people read it.
 */
export function supportedLocale(tag: string): Locale | undefined {
  const best = bestMatch([tag]);
  const isEnglish = (locale: string): boolean => new Intl.Locale(locale).language === "en";
  return best !== undefined && isEnglish(best) && !isEnglish(tag) ? undefined : best;
}

/** The numbers of these languages, where CLDR's aren't those of the language's texts: its "pt" is Brazilian. */
const ownNumbers: Readonly<Record<Locale, string>> = { pt: "pt-PT" };

export type RegionPreferences = Pick<LocalePreferences, "sessionLocale" | "acceptLanguage">;

/**
 * The locale in which a page writes its numbers: the page's language with the region that the merchant named for the session, or else
 * the first one in the browser's languages. So the amounts of a German page are Swiss in Switzerland. Its digits are those of the
 * page's texts. Always one that CLDR knows, so that no request makes up locales.
 */
export function numberLocaleOf(locale: Locale, preferences: RegionPreferences = {}): string {
  const own = ownNumbers[locale] ?? locale;
  const tags = [
    ...canonicalTag(preferences.sessionLocale),
    ...acceptedLanguages(preferences.acceptLanguage).flatMap(canonicalTag),
  ];
  const tag = tags.find((each) => isRegionOf(each, locale));
  return tag === undefined ? own : regionalNumbers(tag, own);
}

/** Whether the tag names a region and the page's language, in the same script. */
function isRegionOf(tag: string, locale: Locale): boolean {
  const its = new Intl.Locale(tag);
  const ours = new Intl.Locale(locale);
  return (
    its.region !== undefined &&
    its.language === ours.language &&
    its.maximize().script === ours.maximize().script
  );
}

function regionalNumbers(tag: string, own: string): string {
  const { language, script, region } = new Intl.Locale(tag);
  const wanted = [language, script, region].filter((part) => part !== undefined).join("-");
  const known = new Intl.NumberFormat(wanted).resolvedOptions();
  if (new Intl.Locale(known.locale).region === undefined) return own;
  const { numberingSystem } = new Intl.NumberFormat(own).resolvedOptions();
  return numberingSystem === known.numberingSystem ? known.locale : `${known.locale}-u-nu-${numberingSystem}`;
}

/** No browser sends a longer header, and parsing one would only fill the matcher's caches. */
const acceptLanguageMaxLength = 500;
const acceptedLanguagesMax = 10;

function acceptedLanguages(header: string | undefined): string[] {
  if (header === undefined || header.length > acceptLanguageMaxLength) return [];
  return new Negotiator({ headers: { "accept-language": header } })
    .languages()
    .slice(0, acceptedLanguagesMax);
}

/** The supported locale that best matches the tags, which are in order of preference. */
function bestMatch(tags: readonly (string | undefined)[]): Locale | undefined {
  const canonical = tags.flatMap(canonicalTag);
  if (canonical.length === 0) return undefined;
  // The matcher returns "und" when nothing is close enough.
  const best = match(canonical, locales, "und", { algorithm: "best fit" });
  return isLocale(best) ? best : undefined;
}

/** The tag in canonical form. Empty for `*`, `auto` and malformed tags, on which the matcher throws. */
function canonicalTag(tag: string | undefined): string[] {
  if (tag === undefined || tag.length > 35) return [];
  try {
    return Intl.getCanonicalLocales(tag);
  } catch {
    return [];
  }
}
