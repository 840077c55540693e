import { amount, amountOrZero, nullable } from "../../kernel/fields.ts";
import { Type } from "../../kernel/type.ts";
import { promotionCodesAtMost, tipsAtMost } from "./adjustable.ts";

/** Schemas of what the customer may change of the amount, and of what came of it. */

const closed = { additionalProperties: false } as const;

/** Text, because numbers with a fraction are read differently by different programs. */
const percentage = (description: string) =>
  Type.String({
    pattern: "^(100(\\.0{1,2})?|[0-9]{1,2}(\\.[0-9]{1,2})?)$",
    "x-expects": 'It has to be a text with a decimal number from 0.01 to 100, such as "10" or "12.5".',
    description,
  });

const quantity = (minimum: number, description: string) =>
  Type.Integer({ minimum, maximum: 1_000_000, description });

export const AdjustableQuantitySchema = Type.Object(
  {
    minimum: quantity(0, "The fewest; with 0 the customer can leave the item out."),
    maximum: quantity(1, "The most."),
  },
  {
    ...closed,
    title: "AdjustableQuantity",
    description: "Lets the customer change the quantity on the payment page, within these bounds.",
  },
);

const PromotionCodeSchema = Type.Object(
  {
    code: Type.String({
      pattern: "^[A-Za-z0-9_-]{1,50}$",
      "x-expects": "It has to have 1 to 50 characters: letters of A to Z, digits, _ and -.",
      description: "What the customer enters. Upper and lower case are equal.",
    }),
    percentOff: Type.Optional(percentage("The discount in percent of the items, with at most two decimals.")),
    amountOff: Type.Optional(amount("The discount in minor units, at most the price of the items.")),
  },
  { ...closed, title: "PromotionCode" },
);

export const PromotionCodesSchema = Type.Array(PromotionCodeSchema, {
  minItems: 1,
  maxItems: promotionCodesAtMost,
  description: "Each with either `percentOff` or `amountOff`.",
});

export const TipsSchema = Type.Object(
  {
    percentages: Type.Optional(
      Type.Array(percentage("In percent of the total after the discount."), {
        minItems: 1,
        maxItems: tipsAtMost,
        uniqueItems: true,
        description: "The suggestions in percent. Not together with `amounts`.",
      }),
    ),
    amounts: Type.Optional(
      Type.Array(amount("In minor units."), {
        minItems: 1,
        maxItems: tipsAtMost,
        uniqueItems: true,
        description: "The suggestions in minor units. Not together with `percentages`.",
      }),
    ),
    custom: Type.Optional(
      Type.Boolean({ description: "Whether the customer can enter another amount. Default: false." }),
    ),
    maximum: Type.Optional(
      amount("The largest tip that the customer can enter, in minor units. Default: the session's `amount`."),
    ),
  },
  { ...closed, title: "Tips" },
);

export const AmountDetailsSchema = Type.Object(
  {
    subtotal: amountOrZero("Items and adjustments, in minor units."),
    discount: amountOrZero("The discount of the promotion code, in minor units."),
    promotionCode: nullable(
      Type.String(),
      "The promotion code that the customer has entered, as you wrote it.",
    ),
    tip: amountOrZero("The tip, in minor units."),
  },
  { ...closed, title: "AmountDetails" },
);
