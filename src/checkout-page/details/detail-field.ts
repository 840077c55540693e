import type { TextKey } from "../texts.ts";

/** A field beside those of the payment method, which the merchant lets the page ask for. Plain data, as all of a view. */
export type DetailField = {
  /** Name and id of the input. */
  readonly name: string;
  readonly kind: DetailKind;
  readonly label: DetailLabel;
  readonly optional: boolean;
  /** Autofill tokens; "off" for a question of the merchant's own. */
  readonly autocomplete: string;
  readonly minLength?: number;
  readonly maxLength: number;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Of a choice, a country and a region. */
  readonly options?: readonly DetailOption[];
  /** Of a postcode: a regular expression for the whole of it, and an example. */
  readonly pattern?: string;
  readonly example?: string;
  /** Whether it may stand beside another short one. */
  readonly short?: boolean;
  /** Whether it gets the focus when the page opens. */
  readonly focus?: boolean;
  /** What is filled in; for the terms "yes". */
  readonly value?: string;
  readonly fault?: DetailFault;
};

export type DetailKind =
  | "email"
  | "name"
  | "phone"
  | "text"
  | "number"
  | "choice"
  | "terms"
  | "country"
  | "address_part"
  | "region"
  | "postal_code";
/** A text of the page's, or of the merchant's. */
export type DetailLabel = { readonly key: TextKey } | { readonly text: string };
export type DetailOption = { readonly value: string; readonly label: string };

export type DetailGroup = {
  readonly name: DetailGroupName;
  readonly fields: readonly DetailField[];
  /** Of the billing address beside a shipping address: whether it is the same, so that its fields don't count. */
  readonly same?: boolean;
};
export type DetailGroupName = "contact" | "shipping" | "billing" | "more";

/** The key of a text, `fault.email_missing` and so on, and its values. The text also gets the field's label and the merchant. */
export type DetailFault = {
  readonly key: Extract<TextKey, `fault.${string}`>;
  readonly values?: Readonly<Record<string, number | string>>;
};

/** Texts by the name of the field. */
export type DetailValues = ReadonlyMap<string, string>;

/** What was posted, and what is wrong with it. */
export type PostedDetails = {
  readonly values: DetailValues;
  readonly faults: ReadonlyMap<string, DetailFault>;
};

/** The fields that count. */
export const fieldsOf = (groups: readonly DetailGroup[]): readonly DetailField[] =>
  groups.flatMap(({ fields, same }) => (same === true ? [] : fields));

/** The name of the checkbox by which the billing address is the shipping address. */
export const sameAddressName = "billing_same";
/** The name of the buttons that show the fields of a chosen country; their value is the group. */
export const showCountryName = "show_country";
