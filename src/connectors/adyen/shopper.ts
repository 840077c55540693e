import {
  type CompleteAddress,
  type CustomerDetails,
  internationalPhone,
  isComplete,
  secondLine,
  splitName,
} from "../customer-details.ts";

/** What the customer entered on the payment page, in Adyen's fields. What doesn't fit into them is left out. */
export function shopperOf({ customer }: { readonly customer?: CustomerDetails }): object {
  if (customer === undefined) return {};
  const { billingAddress, shippingAddress } = customer;
  const name = nameOf(customer.name);
  const telephoneNumber = internationalPhone(customer.phone);
  return {
    ...(name ? { shopperName: name } : {}),
    ...(telephoneNumber === undefined ? {} : { telephoneNumber }),
    ...(isComplete(billingAddress) ? { billingAddress: toAdyen(billingAddress) } : {}),
    ...(isComplete(shippingAddress)
      ? { deliveryAddress: { ...toAdyen(shippingAddress), ...nameOf(shippingAddress.recipient) } }
      : {}),
  };
}

/** Adyen takes up to 80 characters of each. */
function nameOf(name: string | null): { firstName: string; lastName: string } | undefined {
  const split = splitName(name);
  if (split === undefined || split.given.length > 80 || split.family.length > 80) return undefined;
  return { firstName: split.given, lastName: split.family };
}

/** Adyen wants the house number in a field of its own. Kassa doesn't ask for it apart, because many countries have none. */
function toAdyen(address: CompleteAddress): object {
  const { country, line1, city, region, postalCode } = address;
  const hasCode = region !== null && region.length <= 3;
  return {
    country,
    city,
    street: [line1, secondLine(address)].filter(Boolean).join(", "),
    houseNumberOrName: "N/A",
    // Of an American postcode only the first five digits, of any other at most ten characters.
    postalCode: country === "US" ? postalCode.slice(0, 5) : postalCode.slice(0, 10),
    ...(hasCode ? { stateOrProvince: region } : {}),
  };
}
