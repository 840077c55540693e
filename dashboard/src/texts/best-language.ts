/**
 * The first of the wanted languages that is offered, in the variant nearest to it: Traditional Chinese for Taiwan. Undefined if none is.
 *
 * @param wanted BCP 47 tags, the most wanted first; malformed ones are passed over
 */
export function bestLanguage(wanted: readonly string[], offered: readonly string[]): string | undefined {
  for (const locale of wanted.flatMap(parse)) {
    const [nearest] = offered
      .map((language) => ({ language, distance: distanceOf(locale, new Intl.Locale(language)) }))
      .filter(({ distance }) => distance < Infinity)
      .toSorted((one, other) => one.distance - other.distance);
    if (nearest) return nearest.language;
  }
  return undefined;
}

/** Infinite for another language, and for another script: nobody is given letters that they may not read. */
function distanceOf(wanted: Intl.Locale, offered: Intl.Locale): number {
  const [one, other] = [wanted.maximize(), offered.maximize()];
  if (nameOf(one) !== nameOf(other) || one.script !== other.script) return Infinity;
  if (wanted.baseName === offered.baseName) return 0;
  if (offered.region === undefined) return one.region === other.region ? 1 : 3;
  if (one.region === other.region) return 1;
  return offered.region === "419" && latinAmerica.has(one.region ?? "") ? 2 : 4;
}

/** Norwegians ask for `no`, and read Bokmål. */
const nameOf = ({ language }: Intl.Locale): string => (language === "no" ? "nb" : language);

/** Where people read es-419, says CLDR. */
const latinAmerica: ReadonlySet<string> = new Set(
  "AR BO BR BZ CL CO CR CU DO EC GT HN MX NI PA PE PR PY SV US UY VE".split(" "),
);

function parse(tag: string): Intl.Locale[] {
  try {
    return [new Intl.Locale(tag)];
  } catch {
    return [];
  }
}
