/** The languages of Stripe's page (checkout.session `locale`, API version 2026-08-26.dahlia). */
const languages: ReadonlySet<string> = new Set(
  "bg cs da de el en en-GB es es-419 et fi fil fr fr-CA hr hu id it ja ko lt lv ms mt nb nl pl pt pt-BR ro ru sk sl sv th tr vi zh zh-HK zh-TW".split(
    " ",
  ),
);

const otherNames: Readonly<Record<string, string>> = {
  no: "nb",
  nn: "nb",
  "zh-Hant": "zh-TW",
  "zh-Hans": "zh",
};

/** The page's language for a BCP 47 tag; `auto`, the browser's, if Stripe doesn't have it. */
export function toStripeLocale(tag: string | null): string {
  if (tag === null) return "auto";
  const base = tag.split("-")[0] ?? tag;
  const found = [tag, otherNames[tag], base, otherNames[base]].find(
    (name) => name !== undefined && languages.has(name),
  );
  return found ?? "auto";
}
