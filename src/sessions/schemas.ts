import type { Static, TSchema } from "typebox";
import {
  amount,
  amountOrZero,
  captureMethod,
  currency,
  email,
  mode,
  nullable,
  objectType,
  oneOf,
  pageFields,
  pageOf,
  paymentMethod,
  signedAmount,
  text,
  timestamp,
  url,
} from "../kernel/fields.ts";
import { Type } from "../kernel/type.ts";
import {
  AdjustableQuantitySchema,
  AmountDetailsSchema,
  PromotionCodesSchema,
  TipsSchema,
} from "./amounts/schemas.ts";
import { warningTexts } from "./api-session.ts";
import { CollectedSchema, CollectSchema } from "./collect/schemas.ts";
import { MetadataChangeSchema, MetadataSchema, responseMetadata } from "./metadata.ts";
import { adjustmentTypes, sessionStatuses, statementDescriptorRule } from "./session.ts";

/** Schemas of the checkout session's requests and responses. `x-problem` is the problem code for a fault of the field. */

const LineItemSchema = Type.Object(
  {
    name: text(250, "The name of the item."),
    quantity: Type.Integer({ minimum: 1, maximum: 1_000_000, description: "The quantity." }),
    unitAmount: {
      ...amountOrZero("The price of one unit, in minor units of the currency; 0 for a free item."),
      "x-problem": "amount_invalid",
      "x-expects":
        "It has to be a whole number of minor units, 0 or more, sent as a JSON number without fraction or exponent.",
    },
    imageUrl: Type.Optional(
      url(
        "A picture of the item: PNG, JPEG or WebP of at most 1 MiB. Kassa fetches it, and customers' browsers load it from Kassa.",
      ),
    ),
    adjustableQuantity: Type.Optional(AdjustableQuantitySchema),
  },
  { additionalProperties: false, title: "LineItem" },
);

/** An item as it is answered. The customer may have left it out. */
const SessionLineItemSchema = Type.Object(
  {
    ...LineItemSchema.properties,
    quantity: Type.Integer({
      minimum: 0,
      maximum: 1_000_000,
      description: "The quantity, as the customer has chosen it if you let them; 0 for an item left out.",
    }),
  },
  { additionalProperties: false, title: "SessionLineItem" },
);

const AdjustmentSchema = Type.Object(
  {
    type: oneOf(adjustmentTypes, "The type of adjustment."),
    name: text(250, "The name that customers read, such as `Standard shipping` or `VAT 19%`."),
    amount: signedAmount("In minor units: 0 or less for a discount, 0 or more for all others."),
  },
  { additionalProperties: false, title: "Adjustment" },
);

export const CreateSessionSchema = Type.Object(
  {
    amount: amount("Amount in minor units of the currency (for example cents)."),
    currency: currency("Three-letter ISO 4217 code, in any case."),
    successUrl: url(
      "Where the customer goes when the payment completes. {CHECKOUT_SESSION_ID} in it is replaced by the session's id.",
    ),
    cancelUrl: Type.Optional(
      nullable(
        url("An absolute address."),
        "Where the customer goes after cancelling. {CHECKOUT_SESSION_ID} in it is replaced by the session's id.",
      ),
    ),
    lineItems: Type.Optional(
      nullable(
        Type.Array(LineItemSchema, { minItems: 1, maxItems: 100 }),
        "The purchased items. Together with `adjustments` they add up to `amount`.",
      ),
    ),
    adjustments: Type.Optional(
      nullable(
        Type.Array(AdjustmentSchema, { maxItems: 20 }),
        "Discounts, shipping, tax and the like, in the order in which the payment page and the receipt show them. Requires `lineItems`.",
      ),
    ),
    description: Type.Optional(
      nullable(text(500, "One sentence."), "One sentence about the purchase, shown on the payment page."),
    ),
    statementDescriptor: Type.Optional(
      nullable(
        Type.String({
          // What every PSP takes. That one of them has to be a letter is checked apart: few regular expressions can look ahead.
          pattern: "^[A-Za-z0-9][A-Za-z0-9 .,_+/-]{0,20}[A-Za-z0-9.,_+/-]$",
          "x-expects": `${statementDescriptorRule} It begins with a letter or a digit and doesn't end with a space.`,
        }),
        "The text for this purchase on the customer's card or bank statement, if the PSP allows it. Default: the text that is set at the PSP.",
      ),
    ),
    locale: Type.Optional(
      Type.String({
        minLength: 2,
        maxLength: 35,
        "x-problem": "locale_invalid",
        "x-expects": "It has to be a BCP 47 tag such as de or pt-BR, or auto.",
        description:
          "Language of the payment page as a BCP 47 tag, or `auto` (the default) for the browser's.",
      }),
    ),
    customerEmail: Type.Optional(
      nullable(
        email("An address that HTML's `<input type=email>` accepts."),
        "The customer's e-mail address.",
      ),
    ),
    clientReferenceId: Type.Optional(
      nullable(text(200, "Your id."), "Your own id for the purchase; lists can be filtered by it."),
    ),
    metadata: Type.Optional(nullable(MetadataSchema, "Your own notes.")),
    captureMethod: Type.Optional(
      captureMethod("Whether the money is captured at once (the default) or by a later call."),
    ),
    paymentMethods: Type.Optional(
      nullable(
        Type.Array(paymentMethod(), { minItems: 1, maxItems: 20, uniqueItems: true }),
        "The payment methods to offer, in this order. Methods that don't support the currency or the capture method are left out. Default: all methods.",
      ),
    ),
    connectorAccount: Type.Optional(
      nullable(
        Type.String({ minLength: 1, maxLength: 100 }),
        "Id of a connector account of this mode. The session can be paid at this account only, even if it is disabled, so that you can try it. Default: the accounts are chosen by your routing.",
      ),
    ),
    collect: Type.Optional(
      nullable(
        CollectSchema,
        "What the payment page asks the customer for, beside the details of the payment method. Default: nothing.",
      ),
    ),
    promotionCodes: Type.Optional(
      nullable(
        PromotionCodesSchema,
        "The codes with which the customer gets a discount on this purchase. Codes that the customer hasn't entered aren't shown to anybody. Default: none.",
      ),
    ),
    tips: Type.Optional(
      nullable(TipsSchema, "Lets the customer add a tip on the payment page. Default: no tips."),
    ),
    expiresAt: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 40,
        "x-problem": "expires_at_invalid",
        "x-expects": "It has to be an RFC 3339 time, such as 2026-11-22T10:00:00Z.",
        description:
          "When the session expires, as an RFC 3339 time between 30 minutes and 30 days ahead. Default: 24 hours ahead.",
      }),
    ),
    clock: Type.Optional(
      nullable(
        Type.String({ minLength: 1, maxLength: 100 }),
        "Sandbox only: id of the clock that sets the session's time.",
      ),
    ),
  },
  { additionalProperties: false },
);
export type CreateSessionBody = Static<typeof CreateSessionSchema>;

export const UpdateSessionSchema = MetadataChangeSchema;
export type UpdateSessionBody = Static<typeof UpdateSessionSchema>;

export const ListSessionsSchema = Type.Object(
  {
    ...pageFields("session", "sessions"),
    status: Type.Optional(oneOf(sessionStatuses, "Only sessions with this status.")),
    amount: Type.Optional(amount("Only sessions of this amount.")),
    currency: Type.Optional(currency("Only sessions in this currency.")),
    clientReferenceId: Type.Optional(text(200, "Only sessions with this reference.")),
    customerEmail: Type.Optional(
      text(254, "Only sessions of this customer; upper and lower case are equal."),
    ),
    paymentLink: Type.Optional(text(100, "Only sessions of this payment link.")),
  },
  { additionalProperties: false },
);
export type ListSessionsQuery = Static<typeof ListSessionsSchema>;

const WarningSchema = Type.Object(
  {
    code: Type.String({
      enum: Object.keys(warningTexts),
      description: "`live_account_missing`: the tenant can't accept live payments yet.",
    }),
    text: Type.String({ description: "The warning, in a sentence or two." }),
  },
  { additionalProperties: false, title: "Warning" },
);

/** The response of every operation on a session. */
export const SessionSchema = Type.Object(
  {
    object: objectType("checkout.session"),
    id: Type.String({ description: "Begins with cs_live_ or cs_sandbox_." }),
    mode: mode(),
    status: Type.Union([Type.Literal("open"), Type.Literal("complete"), Type.Literal("expired")], {
      description: "`open` until it is paid or expires. `complete` and `expired` are final.",
    }),
    paymentStatus: Type.Union(
      ["unpaid", "processing", "authorized", "paid"].map((status) => Type.Literal(status)),
      {
        description:
          "`processing` while the outcome isn't known yet; `authorized` while the money is only reserved. Deliver the goods once it is `paid`.",
      },
    ),
    url: nullable(Type.String(), "The payment page; null once the session is no longer open."),
    amount: amountOrZero(
      "Amount in minor units of the currency (for example cents): what the customer is to pay or has paid, changed quantities, discount and tip included.",
    ),
    amountDetails: nullable(
      AmountDetailsSchema,
      "The parts of `amount`, which is `subtotal` - `discount` + `tip`; null if the customer can't change it.",
    ),
    currency: Type.String({ description: "Three-letter ISO 4217 code, in upper case." }),
    successUrl: Type.String({
      description: "Where the customer goes when the payment completes, as you sent it.",
    }),
    cancelUrl: nullable(Type.String(), "Where the customer goes after cancelling, as you sent it."),
    lineItems: nullable(
      Type.Array(SessionLineItemSchema),
      "The purchased items. Together with `adjustments` they add up to `amount`, without the discount of a promotion code and the tip.",
    ),
    adjustments: nullable(Type.Array(AdjustmentSchema), "Discounts, shipping, tax and the like."),
    description: nullable(Type.String(), "One sentence about the purchase, shown on the payment page."),
    statementDescriptor: nullable(
      Type.String(),
      "The text for this purchase on the customer's card or bank statement.",
    ),
    locale: Type.String({
      description: "Language of the payment page as a BCP 47 tag, or `auto` for the browser's.",
    }),
    customerEmail: nullable(
      Type.String(),
      "The customer's e-mail address: as you sent it, or as the customer entered it if you let the page ask for it.",
    ),
    clientReferenceId: nullable(Type.String(), "Your own id for the purchase."),
    metadata: responseMetadata("Your own notes."),
    captureMethod: captureMethod("Whether the money is captured at once or by a later call."),
    paymentMethods: nullable(
      Type.Array(paymentMethod()),
      "The payment methods to offer; null for all methods.",
    ),
    connectorAccount: nullable(
      Type.String(),
      "The only connector account at which it can be paid; null if your routing chooses.",
    ),
    collect: nullable(CollectSchema, "What the payment page asks the customer for; null for nothing."),
    collected: nullable(
      CollectedSchema,
      "What the customer entered for `collect` at the last attempt to pay; null before the first attempt and if nothing is asked for.",
    ),
    promotionCodes: nullable(PromotionCodesSchema, "The codes that the customer can enter; null for none."),
    tips: nullable(TipsSchema, "The tips that the payment page offers; null for none."),
    payment: nullable(Type.String(), "Id of the payment; null before the first attempt."),
    clock: nullable(
      Type.String(),
      "Sandbox only: the clock that sets the session's time; null for real time.",
    ),
    paymentLink: nullable(
      Type.String(),
      "The payment link with which the customer started it; null without one.",
    ),
    createdAt: timestamp("When it was created."),
    expiresAt: timestamp("When it expires or expired, unless it was completed before."),
    completedAt: nullable(timestamp(), "When it was completed; null if it isn't complete."),
    warnings: Type.Array(WarningSchema, {
      description: "What needs your attention before the session can be paid; empty if nothing does.",
    }),
  },
  { additionalProperties: false, title: "CheckoutSession" },
);

/** A session that may include its whole payment. `payment` is the payment's schema. */
export const expandedSessionSchema = (payment: TSchema) =>
  Type.Object(
    {
      ...SessionSchema.properties,
      payment: Type.Union([Type.String(), payment, Type.Null()], {
        description: "The payment's id, or with `expand=payment` the payment; null before the first attempt.",
      }),
    },
    { additionalProperties: false, title: "ExpandedCheckoutSession" },
  );

export const GetSessionSchema = Type.Object(
  {
    expand: Type.Optional(
      Type.Literal("payment", {
        "x-expects": "It has to be payment.",
        description:
          "Include the whole payment instead of its id. The key also needs the scope `payments:read`.",
      }),
    ),
  },
  { additionalProperties: false },
);
export type GetSessionQuery = Static<typeof GetSessionSchema>;

export const SessionListSchema = pageOf(SessionSchema, "CheckoutSessionList");
