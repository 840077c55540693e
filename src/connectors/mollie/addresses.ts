import type { HostedRequest } from "../contract.ts";
import {
  type CompleteAddress,
  internationalPhone,
  isComplete,
  regionText,
  secondLine,
  splitName,
} from "../customer-details.ts";

/** The addresses that the customer entered on the payment page, with their name, e-mail address and phone number. */
export function addressesOf({
  customer,
  customerEmail,
}: Pick<HostedRequest, "customer" | "customerEmail">): object {
  if (customer === undefined) return {};
  const { billingAddress, shippingAddress } = customer;
  const phone = internationalPhone(customer.phone);
  const reached = {
    ...(customerEmail === null ? {} : { email: customerEmail }),
    ...(phone === undefined ? {} : { phone }),
  };
  return {
    ...(isComplete(billingAddress)
      ? { billingAddress: { ...nameOf(customer.name), ...reached, ...toMollie(billingAddress) } }
      : {}),
    ...(isComplete(shippingAddress)
      ? {
          shippingAddress: { ...nameOf(shippingAddress.recipient), ...reached, ...toMollie(shippingAddress) },
        }
      : {}),
  };
}

function nameOf(name: string | null): object {
  const split = splitName(name);
  return split ? { givenName: split.given, familyName: split.family } : {};
}

function toMollie(address: CompleteAddress): object {
  const { country, line1, city, postalCode } = address;
  const [streetAdditional, region] = [secondLine(address), regionText(address)];
  return {
    streetAndNumber: line1,
    ...(streetAdditional === "" ? {} : { streetAdditional }),
    postalCode,
    city,
    ...(region === null ? {} : { region }),
    country,
  };
}
