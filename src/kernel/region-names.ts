import { addressRegions, type RegionList } from "./address-regions.ts";

/** A state, province, prefecture or the like. */
export type Region = { readonly code: string; readonly name: string };

/**
 * The regions to choose from in a country's addresses: named in the reader's language if it is one of the country's, otherwise in Latin
 * letters. Empty if there is no list for the country.
 *
 * @param country ISO 3166-1 alpha-2
 * @param language BCP 47
 */
export function regionsOf(country: string, language: string): readonly Region[] {
  const list = Object.hasOwn(addressRegions, country) ? addressRegions[country] : undefined;
  if (list === undefined) return [];
  const [primary = ""] = language.split("-");
  const own = list.names[primary];
  if (own !== undefined || list.latin === undefined) return pairs(list, own ?? firstNames(list));
  const { compare } = new Intl.Collator(language);
  return pairs(list, list.latin).sort((left, right) => compare(left.name, right.name));
}

/** The name of a region as the country itself writes it; undefined if the code isn't one of the country's list. */
export function regionName(country: string, code: string): string | undefined {
  const list = Object.hasOwn(addressRegions, country) ? addressRegions[country] : undefined;
  return list && pairs(list, firstNames(list)).find((region) => region.code === code)?.name;
}

const firstNames = ({ names }: RegionList): string => Object.values(names)[0] ?? "";

function pairs({ codes }: RegionList, names: string): Region[] {
  const each = names.split("~");
  return codes.split("~").map((code, index) => ({ code, name: each[index] ?? code }));
}
