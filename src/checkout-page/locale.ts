import { acceptedLanguages, bestMatch, keyOfTag, readableHeader } from "../kernel/locales.ts";
import { openMessages } from "../kernel/messages.ts";
import { rememberByKey } from "../kernel/remember.ts";

/** The page's messages, a file for each language. */
export const messages = openMessages(new URL("../../locales/", import.meta.url));

/** A language of the payment page: a BCP 47 tag that has its texts in `locales/<tag>.json`. */
export type Locale = string;

/** All languages, one for each file in `locales/`. */
export const { locales } = messages;

const known: ReadonlySet<Locale> = new Set(locales);
const fallback: Locale = "en";

export function isLocale(text: string): text is Locale {
  return known.has(text);
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
export const negotiateLocale = rememberByKey(
  ({ query, sessionLocale, acceptLanguage, tenantDefault }: LocalePreferences) =>
    `${keyOfTag(query)} ${keyOfTag(sessionLocale)} ${keyOfTag(tenantDefault)} ${readableHeader(acceptLanguage) ?? ""}`,
  negotiate,
);

function negotiate(preferences: LocalePreferences): Locale {
  return (
    bestOf([preferences.query]) ??
    bestOf([preferences.sessionLocale]) ??
    bestOf(acceptedLanguages(preferences.acceptLanguage)) ??
    bestOf([preferences.tenantDefault]) ??
    fallback
  );
}

/**
 * The page's language for a BCP 47 tag: the same one, or one so close that the same people read it ("nb" for "no").
 * Undefined when there is none. English never counts as a match for another language, even where most people read it.
 */
export function supportedLocale(tag: string): Locale | undefined {
  const best = bestOf([tag]);
  const isEnglish = (locale: string): boolean => new Intl.Locale(locale).language === "en";
  return best !== undefined && isEnglish(best) && !isEnglish(tag) ? undefined : best;
}

/** The supported locale that best matches the tags, which are in order of preference. */
const bestOf = (tags: readonly (string | undefined)[]): Locale | undefined => bestMatch(tags, locales);
