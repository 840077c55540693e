import { isDeepStrictEqual } from "node:util";
import { regionName } from "../../kernel/region-names.ts";
import type { Address, Collected, CollectedField, CustomField } from "../../sessions/collect/collect.ts";
import type { AddressUse } from "./address-fields.ts";
import { type DetailValues, sameAddressName } from "./detail-field.ts";
import { customFieldName } from "./detail-groups.ts";

/**
 * What is stored of a form without faults.
 *
 * @param now when the terms were accepted, by the session's clock
 */
export function collectedOf(
  customFields: readonly CustomField[],
  values: DetailValues,
  now: Date,
): Collected {
  const text = (name: string): string | null => values.get(name) || null;
  const shipping = addressOf("shipping", text);
  const recipient = text("shipping_recipient");
  const same = values.get(sameAddressName) === "yes";
  const billingAddress = same ? shipping : addressOf("billing", text);
  return {
    email: text("email"),
    name: text("full_name"),
    phone: text("phone"),
    billingAddress,
    shippingAddress: shipping && recipient !== null ? { recipient, ...shipping } : null,
    postalCode: billingAddress === null ? text("billing_postal_code") : null,
    termsAcceptedAt: text("terms") === null ? null : now.toISOString(),
    customFields: customFields.flatMap(({ key, label }, index): CollectedField[] => {
      const value = text(customFieldName(index));
      return value === null ? [] : [{ key, label, value }];
    }),
  };
}

function addressOf(use: AddressUse, text: (name: string) => string | null): Address | null {
  const [country, line1] = [text(`${use}_country`), text(`${use}_line1`)];
  if (country === null || line1 === null) return null;
  const part = (name: string): string | null => text(`${use}_${name}`);
  const region = part("region");
  return {
    country,
    line1,
    line2: part("line2"),
    district: part("district"),
    city: part("city"),
    region,
    regionName: region && (regionName(country, region) ?? null),
    postalCode: part("postal_code"),
  };
}

/** Whether an earlier attempt had one address for both, or there was none. */
export function isSameAddress(collected: Collected | null): boolean {
  if (!collected?.shippingAddress || !collected.billingAddress) return true;
  const { recipient: _recipient, ...shipping } = collected.shippingAddress;
  return isDeepStrictEqual(shipping, collected.billingAddress);
}

/** The values of the fields for what an earlier attempt has stored. */
export function valuesOf(customFields: readonly CustomField[], collected: Collected | null): DetailValues {
  const values = new Map<string, string>();
  if (collected === null) return values;
  const set = (name: string, value: string | null | undefined): void => {
    if (value) values.set(name, value);
  };
  set("email", collected.email);
  set("full_name", collected.name);
  set("phone", collected.phone);
  set("shipping_recipient", collected.shippingAddress?.recipient);
  setAddress("shipping", collected.shippingAddress, set);
  setAddress("billing", collected.billingAddress, set);
  set("billing_postal_code", collected.billingAddress?.postalCode ?? collected.postalCode);
  set("terms", collected.termsAcceptedAt && "yes");
  for (const [index, { key }] of customFields.entries())
    set(customFieldName(index), collected.customFields.find((field) => field.key === key)?.value);
  return values;
}

function setAddress(
  use: AddressUse,
  address: Address | null,
  set: (name: string, value: string | null) => void,
): void {
  if (address === null) return;
  const { country, line1, line2, district, city, region, postalCode } = address;
  const parts = { country, line1, line2, district, city, region, postal_code: postalCode };
  for (const [name, value] of Object.entries(parts)) set(`${use}_${name}`, value);
}
