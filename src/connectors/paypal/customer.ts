import type { HostedRequest } from "../contract.ts";
import { type CustomerAddress, secondLine, splitName } from "../customer-details.ts";

/** Where the goods go: PayPal shows this address, and the customer can't choose another. Undefined where nothing is shipped. */
export function shippingOf({ customer }: Pick<HostedRequest, "customer">): object | undefined {
  const address = customer?.shippingAddress;
  return address
    ? { type: "SHIPPING", name: { full_name: address.recipient }, address: toPayPal(address) }
    : undefined;
}

/** What PayPal's page fills in for customers who sign in or pay without an account. */
export function payerOf({
  customer,
  customerEmail,
}: Pick<HostedRequest, "customer" | "customerEmail">): object {
  if (customer === undefined) return {};
  const name = splitName(customer.name);
  return {
    ...(customerEmail === null ? {} : { email_address: customerEmail }),
    ...(name ? { name: { given_name: name.given, surname: name.family } } : {}),
    ...(customer.billingAddress ? { address: toPayPal(customer.billingAddress) } : {}),
  };
}

/** Where PayPal names regions by the codes of ISO 3166-2; elsewhere it takes their names. */
const withCodes = new Set(["AU", "BR", "CA", "IT", "US"]);

function toPayPal(address: CustomerAddress): object {
  const { country, line1, city, region, regionName, postalCode } = address;
  const state = withCodes.has(country) ? region : (regionName ?? region);
  const parts = {
    address_line_1: line1,
    address_line_2: secondLine(address) || null,
    admin_area_2: city,
    admin_area_1: state,
    postal_code: postalCode,
    country_code: country,
  };
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== null));
}
