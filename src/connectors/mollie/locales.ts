/** The languages of Mollie's pages, with the region that stands for a language without one first. */
const locales =
  "en_US en_GB nl_NL nl_BE fr_FR fr_BE de_DE de_AT de_CH es_ES ca_ES pt_PT it_IT nb_NO sv_SE fi_FI da_DK is_IS hu_HU pl_PL lv_LV lt_LT".split(
    " ",
  );

/** Norwegian tags that mean Bokmål on a page that has no other Norwegian. */
const aliases: Readonly<Record<string, string>> = { no: "nb", nn: "nb" };

/** Mollie's locale for a BCP 47 tag; undefined if Mollie has no page in the language, and chooses by itself. */
export function mollieLocale(tag: string | null): string | undefined {
  if (tag === null || !/^[0-9A-Za-z-]{2,35}$/.test(tag)) return undefined;
  const [given = "", ...subtags] = tag.split("-");
  const language = aliases[given.toLowerCase()] ?? given.toLowerCase();
  const region = subtags.find((subtag) => /^[A-Za-z]{2}$/.test(subtag))?.toUpperCase();
  const exact = locales.find((locale) => locale === `${language}_${region}`);
  return exact ?? locales.find((locale) => locale.startsWith(`${language}_`));
}
