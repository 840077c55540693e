/** What the customer entered on the payment page about themselves, for PSPs that take it. Null for what wasn't asked for. */
export type CustomerDetails = {
  readonly name: string | null;
  /** As it was typed. */
  readonly phone: string | null;
  readonly billingAddress: CustomerAddress | null;
  readonly shippingAddress: (CustomerAddress & { readonly recipient: string }) | null;
};

export type CustomerAddress = {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly line1: string;
  readonly line2: string | null;
  readonly district: string | null;
  readonly city: string | null;
  /** The ISO 3166-2 code without the country's part if `regionName` isn't null, otherwise as it was typed. */
  readonly region: string | null;
  readonly regionName: string | null;
  readonly postalCode: string | null;
};

/** An address with what most PSPs refuse to be without: Japan's have no city, and Hong Kong's no postcode. */
export type CompleteAddress = CustomerAddress & { readonly city: string; readonly postalCode: string };

export const isComplete = <Address extends CustomerAddress>(
  address: Address | null | undefined,
): address is Address & CompleteAddress => !!address?.city && !!address.postalCode;

/** What stands below the street: PSPs have no field for a part of the city. Empty if there is nothing. */
export const secondLine = ({ line2, district }: CustomerAddress): string =>
  [line2, district].filter(Boolean).join(", ");

/** The region as mail of the country names it: a code of letters, such as CA, or a name where codes are digits, as in Japan. */
export const regionText = ({ region, regionName }: CustomerAddress): string | null =>
  region !== null && /\d/.test(region) ? (regionName ?? region) : region;

/** Given and family name, for PSPs that have no field for the whole. Undefined for a single word. */
export function splitName(
  name: string | null | undefined,
): { readonly given: string; readonly family: string } | undefined {
  const [, given, family] = /^(.+) (\S+)$/.exec(name ?? "") ?? [];
  return given === undefined || family === undefined ? undefined : { given, family };
}

/** The phone number in the form of E.164; undefined for a national one, whose country isn't known for certain. */
export function internationalPhone(phone: string | null | undefined): string | undefined {
  const digits = (phone ?? "").replace(/[\s()./\u2010-\u2015-]/g, "");
  return /^\+[1-9]\d{6,14}$/.test(digits) ? digits : undefined;
}
