import { nullable, oneOf, text, timestamp } from "../../kernel/fields.ts";
import { Type } from "../../kernel/type.ts";
import { customFieldsAtMost, customFieldTypes, customTextAtMost, demands } from "./collect.ts";

/** Schemas of what the payment page asks the customer for, and of what the customer entered. */

const demand = (description: string) => Type.Optional(oneOf(demands, description, "CollectDemand"));
const closed = { additionalProperties: false } as const;

const lengthOf = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: customTextAtMost, description }));
const limit = (description: string) =>
  Type.Optional(Type.Integer({ minimum: -999_999_999, maximum: 999_999_999, description }));

const CustomFieldSchema = Type.Object(
  {
    key: Type.String({
      pattern: "^[A-Za-z0-9_-]{1,40}$",
      "x-expects": "It has to have 1 to 40 characters: letters of A to Z, digits, _ and -.",
      description: "Your name for the field, unique in the session.",
    }),
    label: text(100, "What the customer reads above the field, in the language of your choice."),
    type: oneOf(customFieldTypes, "`number` takes whole numbers, `choice` one of `options`."),
    optional: Type.Optional(
      Type.Boolean({ description: "Whether the customer may leave it empty. Default: false." }),
    ),
    minLength: lengthOf("Of a text: the fewest characters."),
    maxLength: lengthOf(`Of a text: the most characters. Default: ${customTextAtMost}.`),
    minimum: limit("Of a number: the least."),
    maximum: limit("Of a number: the greatest."),
    options: Type.Optional(
      Type.Array(
        Type.Object(
          {
            value: text(100, "What you get if the customer chooses it; unique in the field."),
            label: text(100, "What the customer reads."),
          },
          { ...closed, title: "CustomFieldOption" },
        ),
        { minItems: 1, maxItems: 100, description: "Of a choice: what the customer chooses from." },
      ),
    ),
  },
  { ...closed, title: "CustomField" },
);

export const CollectSchema = Type.Object(
  {
    email: demand(
      "The e-mail address, to which the receipt is sent. Not asked for if you send `customerEmail`.",
    ),
    name: demand("The customer's full name."),
    phone: demand("The customer's phone number."),
    billingAddress: Type.Optional(
      Type.Literal("required", {
        "x-expects": "It has to be required.",
        description:
          "The customer's address on invoices and at the card's issuer, in the form of its country.",
      }),
    ),
    shippingAddress: Type.Optional(
      Type.Object(
        {
          countries: Type.Optional(
            Type.Array(
              Type.String({
                pattern: "^[A-Z]{2}$",
                "x-expects": "It has to be the two capital letters of an ISO 3166 country, such as DE.",
              }),
              {
                minItems: 1,
                maxItems: 250,
                uniqueItems: true,
                description: "The countries that you ship to. Default: all.",
              },
            ),
          ),
        },
        {
          ...closed,
          title: "CollectShippingAddress",
          description: "Where the goods go, with the recipient's name, in the form of the country.",
        },
      ),
    ),
    postalCode: demand(
      "Only the postcode of the billing address, for the card issuer's address verification (AVS). Not together with `billingAddress`, which includes it.",
    ),
    terms: Type.Optional(
      Type.Literal("required", {
        "x-expects": "It has to be required.",
        description:
          "A checkbox by which the customer accepts your terms before paying. It links to the terms of the page settings.",
      }),
    ),
    customFields: Type.Optional(
      Type.Array(CustomFieldSchema, {
        maxItems: customFieldsAtMost,
        description: "Questions of your own, in this order.",
      }),
    ),
  },
  { ...closed, title: "Collect" },
);

const addressFields = {
  country: Type.String({ description: "ISO 3166-1 alpha-2, such as DE." }),
  line1: Type.String({ description: "Street and number, or whatever the country has in its place." }),
  line2: nullable(Type.String(), "Apartment, floor or building."),
  district: nullable(Type.String(), "The part of the city, where addresses of the country name it."),
  city: nullable(
    Type.String(),
    "The city or town; null where addresses have none, as in Japan and Singapore.",
  ),
  region: nullable(
    Type.String(),
    "The state, province, prefecture or the like, where addresses name it. Where the page has a list of them, the ISO 3166-2 code without the country's part, such as CA for US-CA; otherwise as it was typed.",
  ),
  regionName: nullable(
    Type.String(),
    "The name of a region from a list, as the country writes it, such as California or 東京都.",
  ),
  postalCode: nullable(Type.String(), "The postcode, where there are any."),
};

export const CollectedSchema = Type.Object(
  {
    email: nullable(Type.String(), "The e-mail address that the customer entered."),
    name: nullable(Type.String(), "The customer's name."),
    phone: nullable(Type.String(), "The customer's phone number, as it was typed."),
    billingAddress: nullable(
      Type.Object(addressFields, { ...closed, title: "Address" }),
      "The billing address.",
    ),
    shippingAddress: nullable(
      Type.Object(
        { recipient: Type.String({ description: "Who gets it." }), ...addressFields },
        { ...closed, title: "ShippingAddress" },
      ),
      "The shipping address.",
    ),
    postalCode: nullable(Type.String(), "The postcode of the billing address, if only that was asked for."),
    termsAcceptedAt: nullable(timestamp(), "When the customer accepted your terms."),
    customFields: Type.Array(
      Type.Object(
        {
          key: Type.String({ description: "The field's key." }),
          label: Type.String({ description: "What the customer read." }),
          value: Type.String({
            description: "The text, the number in decimal digits, or the chosen option's value.",
          }),
        },
        { ...closed, title: "CollectedField" },
      ),
      { description: "The answers to your custom fields. Those left empty are missing." },
    ),
  },
  { ...closed, title: "Collected" },
);
