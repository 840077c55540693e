/** What the merchant lets the payment page ask the customer for. A missing field isn't asked for. */
export type Collect = {
  readonly email?: Demand;
  readonly name?: Demand;
  readonly phone?: Demand;
  readonly billingAddress?: "required";
  readonly shippingAddress?: ShippingRequest;
  /** Only the postcode of the billing address, for the card issuer's check. */
  readonly postalCode?: Demand;
  readonly terms?: "required";
  readonly customFields?: readonly CustomField[];
};

/** `countries`: ISO 3166-1 alpha-2 codes; missing for all. */
export type ShippingRequest = { readonly countries?: readonly string[] };

/** Whether the page asks for the e-mail address: not if the merchant has sent it. */
export const asksForEmail = ({
  details,
  customerEmail,
  collected,
}: {
  readonly details: { readonly collect: Collect | null };
  readonly customerEmail: string | null;
  readonly collected: Collected | null;
}): boolean =>
  details.collect?.email !== undefined && (customerEmail === null || customerEmail === collected?.email);

/** Whether the customer may leave a field empty. */
export const demands = ["required", "optional"] as const;
export type Demand = (typeof demands)[number];

export const customFieldTypes = ["text", "number", "choice"] as const;
export type CustomFieldType = (typeof customFieldTypes)[number];
export const customFieldsAtMost = 3;

/** A question of the merchant's own. */
export type CustomField = {
  readonly key: string;
  /** What the customer reads, in the language of the merchant's choice. */
  readonly label: string;
  readonly type: CustomFieldType;
  readonly optional?: boolean;
  /** Of a text: how many characters it may have. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Of a number, which is whole: between which values it may lie. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** Of a choice. */
  readonly options?: readonly CustomFieldOption[];
};

export type CustomFieldOption = { readonly value: string; readonly label: string };

/** The longest text that a custom field takes, and the default of `maxLength`. */
export const customTextAtMost = 255;

/** What the customer entered at the last attempt to pay. Null for what wasn't asked for or was left empty. */
export type Collected = {
  readonly email: string | null;
  readonly name: string | null;
  readonly phone: string | null;
  readonly billingAddress: Address | null;
  readonly shippingAddress: ShippingAddress | null;
  readonly postalCode: string | null;
  /** RFC 3339; when the customer accepted the terms. */
  readonly termsAcceptedAt: string | null;
  /** In the order of the questions; those that were left empty are missing. */
  readonly customFields: readonly CollectedField[];
};

/** Null for what an address of the country doesn't have, and for what was left empty. */
export type Address = {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly line1: string;
  readonly line2: string | null;
  /** A part of the city. */
  readonly district: string | null;
  readonly city: string | null;
  /** A state, province, prefecture or the like: its ISO 3166-2 code without the country's part, where the page has a list of them. */
  readonly region: string | null;
  /** Its name as the country writes it; null where the region was typed. */
  readonly regionName: string | null;
  readonly postalCode: string | null;
};
export type ShippingAddress = Address & { readonly recipient: string };

/** The answer to a custom field. A number is in decimal digits, and a choice is the option's value. */
export type CollectedField = { readonly key: string; readonly label: string; readonly value: string };
