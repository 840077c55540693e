import {
  asksForEmail,
  type Collect,
  type CustomField,
  customTextAtMost,
} from "../../sessions/collect/collect.ts";
import type { Session } from "../../sessions/session.ts";
import { type AddressUse, addressFields, postalCodeField } from "./address-fields.ts";
import { countryOptions } from "./country-options.ts";
import type { DetailField, DetailGroup, DetailOption } from "./detail-field.ts";

/** The fields that a session's page asks for, in their order. Empty for most sessions. */
export function detailGroupsOf(session: Session, chosen: ChosenDetails): DetailGroup[] {
  const { collect } = session.details;
  return collect === null ? [] : detailGroups(collect, { ...chosen, asksForEmail: asksForEmail(session) });
}

/** What of the page depends on what was chosen on it before. */
export type ChosenDetails = {
  /** The language of the page. */
  readonly language: string;
  /** The country of each address; undefined if it isn't known. */
  readonly countries: Readonly<Record<AddressUse, string | undefined>>;
  /** Whether the billing address is the shipping address, if both are asked for. */
  readonly billingIsSame: boolean;
};

type Asked = ChosenDetails & {
  /** Whether the page asks for the e-mail address, if `collect` does: not where the merchant has sent it. */
  readonly asksForEmail: boolean;
};

export function detailGroups(collect: Collect, asked: Asked): DetailGroup[] {
  const groups: readonly DetailGroup[] = [
    { name: "contact", fields: contactFields(collect, asked) },
    { name: "shipping", fields: shippingFields(collect, asked) },
    {
      name: "billing",
      fields: billingFields(collect, asked),
      ...(collect.shippingAddress && collect.billingAddress ? { same: asked.billingIsSame } : {}),
    },
    { name: "more", fields: [...(collect.customFields ?? []).map(customField), ...termsField(collect)] },
  ];
  return groups.filter(({ fields }) => fields.length > 0);
}

function contactFields({ email, name, phone }: Collect, asked: Asked): DetailField[] {
  const fields: DetailField[] = [];
  if (email !== undefined && asked.asksForEmail)
    fields.push({
      name: "email",
      kind: "email",
      label: { key: "details.email" },
      optional: email === "optional",
      autocomplete: "email",
      maxLength: 254,
    });
  // Not "name": a form's own property of that name would be hidden by the input.
  if (name !== undefined)
    fields.push({
      name: "full_name",
      kind: "name",
      label: { key: "details.name" },
      optional: name === "optional",
      autocomplete: "name",
      maxLength: 150,
    });
  if (phone !== undefined)
    fields.push({
      name: "phone",
      kind: "phone",
      label: { key: "details.phone" },
      optional: phone === "optional",
      autocomplete: "tel",
      maxLength: 40,
    });
  return fields;
}

function shippingFields({ shippingAddress }: Collect, { countries, language }: Asked): DetailField[] {
  if (shippingAddress === undefined) return [];
  const options = countryOptions(language, shippingAddress.countries);
  return addressFields("shipping", { country: knownCountry(options, countries.shipping), options, language });
}

function billingFields(
  { billingAddress, postalCode }: Collect,
  { countries, language }: Asked,
): DetailField[] {
  if (billingAddress !== undefined) {
    const options = countryOptions(language);
    return addressFields("billing", { country: knownCountry(options, countries.billing), options, language });
  }
  if (postalCode === undefined) return [];
  const field = postalCodeField("billing_postal_code", "billing postal-code", undefined);
  return [{ ...field, optional: postalCode === "optional" }];
}

/** The chosen country if it is one of the options, or the only option. */
const knownCountry = (options: readonly DetailOption[], chosen: string | undefined): string | undefined =>
  options.length === 1 ? options[0]?.value : options.find(({ value }) => value === chosen)?.value;

/** The name of the input of a custom field. Not its key, which could be the name of another input. */
export const customFieldName = (index: number): string => `custom_${index + 1}`;

/** A number of nine digits, with a sign and spaces between its groups. */
const numberAtMost = 15;

function customField(field: CustomField, index: number): DetailField {
  const { type, label, optional = false, minimum, maximum, minLength, options } = field;
  return {
    name: customFieldName(index),
    kind: type,
    label: { text: label },
    optional,
    autocomplete: "off",
    maxLength: type === "number" ? numberAtMost : (field.maxLength ?? customTextAtMost),
    ...(minLength === undefined ? {} : { minLength }),
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
    ...(options === undefined ? {} : { options }),
  };
}

function termsField({ terms }: Collect): DetailField[] {
  if (terms === undefined) return [];
  const label = { key: "details.terms" } as const;
  return [{ name: "terms", kind: "terms", label, optional: false, autocomplete: "off", maxLength: 3 }];
}
