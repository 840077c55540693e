import { match } from "@formatjs/intl-localematcher";
import Negotiator from "negotiator";
import { rememberByKey } from "./remember.ts";

const rightToLeft: ReadonlySet<string> = new Set(["ar", "fa", "he", "ur"]);

/** The value of the `dir` attribute. @param locale a well-formed BCP 47 tag */
export const direction = rememberByKey(
  (locale: string) => locale,
  (locale): "ltr" | "rtl" => (rightToLeft.has(new Intl.Locale(locale).language) ? "rtl" : "ltr"),
);

/** No browser sends a longer header, and parsing one would only fill the matcher's caches. */
const acceptLanguageMaxLength = 500;
const acceptedLanguagesMax = 10;

/** A header that can be read; undefined for one that is too long. */
export const readableHeader = (header: string | undefined): string | undefined =>
  header !== undefined && header.length > acceptLanguageMaxLength ? undefined : header;

/** The tags of an Accept-Language header, in the order of preference. */
export function acceptedLanguages(header: string | undefined): string[] {
  if (readableHeader(header) === undefined) return [];
  return new Negotiator({ headers: { "accept-language": header } })
    .languages()
    .slice(0, acceptedLanguagesMax);
}

/** The supported locale that best matches the tags, which are in order of preference; undefined when none is close. */
export function bestMatch(
  tags: readonly (string | undefined)[],
  supported: readonly string[],
): string | undefined {
  const canonical = tags.flatMap(canonicalTag);
  if (canonical.length === 0) return undefined;
  // The matcher returns "und" when nothing is close enough.
  const best = match(canonical, supported, "und", { algorithm: "best fit" });
  return supported.includes(best) ? best : undefined;
}

const tagMaxLength = 35;

/** A part of a key for what is remembered by a tag: all tags that are too long are equally wrong. */
export const keyOfTag = (tag: string | null | undefined): string =>
  (tag ?? "").length > tagMaxLength ? "" : (tag ?? "");

/** The tag in canonical form. Empty for `*`, `auto` and malformed tags, on which the matcher throws. */
function canonicalTag(tag: string | undefined): string[] {
  if (tag === undefined || tag.length > tagMaxLength) return [];
  try {
    return Intl.getCanonicalLocales(tag);
  } catch {
    return [];
  }
}

/** The numbers of these languages, where CLDR's aren't those of the language's texts: its "pt" is Brazilian. */
const ownNumbers: Readonly<Record<string, string>> = { pt: "pt-PT" };

export type RegionPreferences = {
  /** A BCP 47 tag that the merchant named. */
  readonly sessionLocale?: string;
  /** The browser's raw Accept-Language header. */
  readonly acceptLanguage?: string;
};

/**
 * The locale in which a page writes its numbers: the page's language with the region that the merchant named for the session, or else
 * the first one in the browser's languages. So the amounts of a German page are Swiss in Switzerland. Its digits are those of the
 * page's texts. Always one that CLDR knows, so that no request makes up locales.
 */
export const numberLocaleOf = rememberByKey(
  (locale: string, { sessionLocale, acceptLanguage }: RegionPreferences = {}) =>
    `${locale} ${keyOfTag(sessionLocale)} ${readableHeader(acceptLanguage) ?? ""}`,
  findNumberLocale,
);

function findNumberLocale(locale: string, preferences: RegionPreferences = {}): string {
  const own = ownNumbers[locale] ?? locale;
  const tags = [
    ...canonicalTag(preferences.sessionLocale),
    ...acceptedLanguages(preferences.acceptLanguage).flatMap(canonicalTag),
  ];
  const tag = tags.find((each) => isRegionOf(each, locale));
  return tag === undefined ? own : regionalNumbers(tag, own);
}

/** Whether the tag names a region and the page's language, in the same script. */
function isRegionOf(tag: string, locale: string): boolean {
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
