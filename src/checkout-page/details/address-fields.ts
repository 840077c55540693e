import { formatAddress } from "localized-address-format";
import { type AddressRules, addressRules } from "../../kernel/address-rules.ts";
import { regionsOf } from "../../kernel/region-names.ts";
import type { TextKey } from "../texts.ts";
import type { DetailField, DetailOption } from "./detail-field.ts";

/** Which of the two addresses: also the autofill section. */
export type AddressUse = "shipping" | "billing";

/** The letters by which `AddressRules` names the parts. */
type Part = "A" | "C" | "D" | "S" | "Z";

/**
 * The fields of an address. Without a country, only that of the country: its parts follow from it.
 *
 * @param country ISO 3166-1 alpha-2
 * @param language of the page: addresses in East Asia are written in another order there than in Latin letters
 */
export function addressFields(
  use: AddressUse,
  {
    country,
    options,
    language,
  }: {
    readonly country: string | undefined;
    readonly options: readonly DetailOption[];
    readonly language: string;
  },
): DetailField[] {
  const choice: DetailField = {
    name: `${use}_country`,
    kind: "country",
    label: { key: "details.country" },
    optional: false,
    autocomplete: `${use} country`,
    maxLength: 2,
    options,
  };
  const rules = country === undefined ? undefined : addressRules[country];
  if (country === undefined || rules === undefined) return [choice];
  const regions = regionsOf(country, language).map(({ code, name }) => ({ value: code, label: name }));
  const parts = partsOf(country, language).flatMap((part) => partFields(use, part, rules, regions));
  return [choice, ...(use === "shipping" ? [recipientField] : []), ...parts];
}

const recipientField: DetailField = {
  name: "shipping_recipient",
  kind: "name",
  label: { key: "details.recipient" },
  optional: false,
  autocomplete: "shipping name",
  maxLength: 150,
};

/** Characters that no format contains. */
const marks = { A: "\ue001", C: "\ue002", D: "\ue003", S: "\ue004", Z: "\ue005" } as const;

/** The parts of a country's addresses in their order, which the package tells only by what it makes of an address. */
function partsOf(country: string, language: string): Part[] {
  const address = {
    postalCountry: country,
    addressLines: [marks.A],
    locality: marks.C,
    dependentLocality: marks.D,
    administrativeArea: marks.S,
    postalCode: marks.Z,
  };
  const text = formatAddress(address, isWrittenIn(country, language) ? "local" : "latin").join("\n");
  const parts = Object.keys(marks) as Part[];
  return parts
    .filter((part) => text.includes(marks[part]))
    .sort((left, right) => text.indexOf(marks[left]) - text.indexOf(marks[right]));
}

/** The countries with an order of their own in Latin letters, and their language. */
const eastAsian: Readonly<Record<string, string>> = {
  CN: "zh",
  HK: "zh",
  JP: "ja",
  KP: "ko",
  KR: "ko",
  MO: "zh",
  TW: "zh",
};

const isWrittenIn = (country: string, language: string): boolean =>
  (eastAsian[country] ?? language.slice(0, 2)) === language.slice(0, 2);

/** @param regions to choose from; empty where the region is typed */
function partFields(
  use: AddressUse,
  part: Part,
  rules: AddressRules,
  regions: readonly DetailOption[],
): DetailField[] {
  const field = (name: string, token: string, label: TextKey, maxLength: number): DetailField => ({
    name: `${use}_${name}`,
    kind: "address_part",
    label: { key: label },
    optional: !rules.required.includes(part),
    autocomplete: `${use} ${token}`,
    maxLength,
  });
  switch (part) {
    case "A":
      return [
        field("line1", "address-line1", "details.line1", 200),
        { ...field("line2", "address-line2", "details.line2", 200), optional: true },
      ];
    case "C":
      return [
        {
          ...field("city", "address-level2", cityLabels[rules.cityName ?? ""] ?? "details.city", 100),
          short: true,
        },
      ];
    case "D":
      return [
        {
          ...field(
            "district",
            "address-level3",
            districtLabels[rules.districtName ?? ""] ?? "details.suburb",
            100,
          ),
          short: true,
        },
      ];
    case "S":
      return [
        {
          ...field(
            "region",
            "address-level1",
            regionLabels[rules.regionName ?? "province"] ?? "details.region",
            100,
          ),
          short: true,
          ...(regions.length > 0 ? { kind: "region", options: regions } : {}),
        },
      ];
    case "Z":
      return [postalCodeField(`${use}_postal_code`, `${use} postal-code`, rules)];
  }
}

/** @param rules those of the country; undefined if it isn't known */
export function postalCodeField(
  name: string,
  autocomplete: string,
  rules: AddressRules | undefined,
): DetailField {
  return {
    name,
    kind: "postal_code",
    label: { key: postalCodeLabels[rules?.postalCodeName ?? ""] ?? "details.postal_code" },
    optional: rules?.required.includes("Z") === false,
    autocomplete,
    maxLength: 20,
    short: true,
    ...(rules?.postalCode === undefined ? {} : { pattern: rules.postalCode }),
    ...(rules?.postalCodeExample === undefined ? {} : { example: rules.postalCodeExample }),
  };
}

type Labels = Readonly<Record<string, TextKey>>;
const postalCodeLabels: Labels = {
  zip: "details.zip_code",
  pin: "details.pin_code",
  eircode: "details.eircode",
};
const cityLabels: Labels = {
  post_town: "details.town",
  suburb: "details.suburb",
  district: "details.district",
};
const districtLabels: Labels = {
  neighborhood: "details.neighbourhood",
  district: "details.district",
  townland: "details.townland",
  village_township: "details.village",
};
const regionLabels: Labels = {
  state: "details.state",
  province: "details.province",
  prefecture: "details.prefecture",
  county: "details.county",
  emirate: "details.emirate",
  island: "details.island",
  parish: "details.parish",
  district: "details.district",
  department: "details.department",
};
