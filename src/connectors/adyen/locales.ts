/** The languages of Adyen's page, with the region that stands for a language without one first. */
const locales =
  "en-US da-DK nl-NL fi-FI fr-FR de-DE it-IT nb-NO pl-PL pt-PT pt-BR ru-RU es-ES sv-SE zh-CN zh-TW ja-JP ko-KR cs-CZ el-GR hr-HR hu-HU ro-RO sk-SK sl-SI ar".split(
    " ",
  );

/** Norwegian tags that mean Bokmål on a page that has no other Norwegian. */
const aliases: Readonly<Record<string, string>> = { no: "nb", nn: "nb" };

/** Adyen's locale for a BCP 47 tag; undefined if Adyen has no page in the language, and chooses by itself. */
export function adyenLocale(tag: string | null): string | undefined {
  const parsed = parse(tag);
  if (!parsed) return undefined;
  const language = aliases[parsed.language] ?? parsed.language;
  const exact = locales.find((locale) => locale === `${language}-${parsed.region}`);
  return exact ?? locales.find((locale) => locale === language || locale.startsWith(`${language}-`));
}

/** The country that a BCP 47 tag names; undefined if it names none. */
export const countryOf = (tag: string | null): string | undefined => parse(tag)?.region;

function parse(tag: string | null): { language: string; region: string | undefined } | undefined {
  if (tag === null || !/^[0-9A-Za-z-]{2,35}$/.test(tag)) return undefined;
  const [given = "", ...subtags] = tag.split("-");
  const region = subtags.find((subtag) => /^[A-Za-z]{2}$/.test(subtag))?.toUpperCase();
  return { language: given.toLowerCase(), region };
}
