import type { CustomerDetails } from "../../src/connectors/customer-details.ts";

/** What a customer entered on the payment page, with all that PSPs take differently. */
export const enteredDetails = {
  name: "Ada King Lovelace",
  phone: "+44 20 7946-0958",
  billingAddress: {
    country: "US",
    line1: "1 Main Street",
    line2: "2nd floor",
    district: null,
    city: "Springfield",
    region: "IL",
    regionName: "Illinois",
    postalCode: "62701-1234",
  },
  shippingAddress: {
    recipient: "Grace Hopper",
    country: "MY",
    line1: "5 Jalan Ampang",
    line2: null,
    district: "KLCC",
    city: "Kuala Lumpur",
    region: "14",
    regionName: "Kuala Lumpur",
    postalCode: "50450",
  },
} satisfies CustomerDetails;
