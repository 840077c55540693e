import type { Collect } from "../../sessions/collect/collect.ts";
import type { OpenPage } from "../view-model.ts";
import { detailGroups } from "./detail-groups.ts";
import { filledIn, parseDetails } from "./parse-details.ts";

const collect: Collect = {
  email: "required",
  name: "required",
  phone: "optional",
  terms: "required",
  customFields: [
    { key: "gift", label: "What shall we write on the card?", type: "text", optional: true, maxLength: 120 },
    { key: "guests", label: "Number of guests", type: "number", minimum: 1, maximum: 8 },
    {
      key: "size",
      label: "Size",
      type: "choice",
      options: [
        { value: "s", label: "Small" },
        { value: "l", label: "Large" },
      ],
    },
  ],
};

/** Views of an open page that asks for more than the payment method's details. */
export function sampleDetails(open: OpenPage): Record<string, OpenPage> {
  const at = (country: string | undefined, language: string = open.locale) => ({
    language,
    countries: { shipping: country, billing: country },
    billingIsSame: true,
    asksForEmail: true,
  });
  const groups = detailGroups(collect, at(undefined));
  const both: Collect = { name: "required", billingAddress: "required", shippingAddress: {} };
  const addresses = (country: string | undefined, billingIsSame = true) => ({
    ...open,
    details: filledIn(
      detailGroups(both, { ...at(country), billingIsSame }),
      new Map(
        country === undefined
          ? []
          : [
              ["shipping_country", country],
              ["billing_country", country],
            ],
      ),
    ),
  });
  const posted = {
    email: "ada@shop",
    full_name: "",
    phone: "12",
    custom_1: "For Grace",
    custom_2: "9",
    custom_3: "s",
  };
  const { values, faults } = parseDetails(groups, posted);
  const addressGroups = detailGroups(both, at("GB"));
  const wrongAddress = parseDetails(addressGroups, {
    full_name: "Ada Lovelace",
    shipping_country: "GB",
    shipping_postal_code: "12",
  });
  return {
    open_details: { ...open, details: groups },
    open_details_with_errors: { ...open, details: filledIn(groups, values, faults) },
    open_details_country: addresses(undefined),
    open_details_address: addresses("US"),
    open_details_addresses: addresses("DE", false),
    open_details_address_jp: addresses("JP"),
    open_details_address_with_errors: {
      ...open,
      details: filledIn(addressGroups, wrongAddress.values, wrongAddress.faults),
    },
    open_details_one_method: { ...open, methods: ["card"], details: groups },
  };
}
