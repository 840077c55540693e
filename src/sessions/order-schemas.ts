import { oneOf, sum, text, url } from "../kernel/fields.ts";
import { Type } from "../kernel/type.ts";
import { adjustmentTypes } from "./adjustment.ts";

/** Schemas of what an order is made of, in requests and answers. */

export const LineItemSchema = Type.Object(
  {
    name: text(250, "What is bought."),
    quantity: Type.Integer({ minimum: 1, maximum: 1_000_000, description: "How many." }),
    unitAmount: {
      ...sum("Price of one, in minor units; 0 for a free item."),
      "x-problem": "amount_invalid",
      "x-expects":
        "It has to be a whole number of minor units, 0 or more, sent as a JSON number without fraction or exponent.",
    },
    imageUrl: Type.Optional(
      url("A picture of it: PNG, JPEG or WebP of at most 1 MiB. Kassa fetches it; customers never do."),
    ),
  },
  { additionalProperties: false, title: "LineItem" },
);

export const AdjustmentSchema = Type.Object(
  {
    type: oneOf(adjustmentTypes, "What it is."),
    name: text(250, "What customers read, such as `Standard shipping` or `VAT 19%`."),
    amount: Type.Integer({
      minimum: -Number.MAX_SAFE_INTEGER,
      maximum: Number.MAX_SAFE_INTEGER,
      "x-problem": "amount_invalid",
      "x-expects":
        "It has to be a whole number of minor units, sent as a JSON number without fraction or exponent.",
      description: "In minor units: 0 or less for a discount, 0 or more for all others.",
    }),
  },
  { additionalProperties: false, title: "Adjustment" },
);
