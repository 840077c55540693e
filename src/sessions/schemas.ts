import { type Static, Type } from "typebox";
import { currency } from "../kernel/fields.ts";
import { paymentMethodTypes } from "../kernel/payment-method.ts";

/** Schemas of the checkout session's requests. `x-problem` names the problem that a fault of the field is. */

const url = (description: string) =>
  Type.String({
    minLength: 1,
    "x-problem": "url_invalid",
    "x-expects": "It has to be an absolute address of at most 2048 characters.",
    description,
  });

/** Free text is measured in UTF-16 units, like maxLength in JSON Schema counts characters. */
const text = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, description });

const amount = (description: string) =>
  Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    "x-problem": "amount_invalid",
    "x-expects":
      "It has to be a whole, positive number of minor units, sent as a JSON number without fraction or exponent.",
    description,
  });

const PaymentMethodSchema = Type.Union(
  paymentMethodTypes.map((type) => Type.Literal(type)),
  { "x-expects": `Payment methods are: ${paymentMethodTypes.join(", ")}.` },
);

export const LineItemSchema = Type.Object(
  {
    name: text(250, "What is bought."),
    quantity: Type.Integer({ minimum: 1, maximum: 1_000_000, description: "How many." }),
    unitAmount: amount("Price of one, in minor units."),
    imageUrl: Type.Optional(
      url("A picture of it: PNG, JPEG or WebP of at most 1 MiB. Kassa fetches it; customers never do."),
    ),
  },
  { additionalProperties: false, title: "LineItem" },
);

const metadataLimits = {
  "x-problem": "metadata_invalid",
  "x-expects":
    "Metadata is an object of at most 50 keys; keys have 1 to 40 characters, values are texts of at most 500.",
};

export const MetadataSchema = Type.Record(
  Type.String(),
  Type.String({
    maxLength: 500,
    "x-problem": "metadata_invalid",
    "x-expects": "A metadata value is a text of at most 500 characters.",
  }),
  {
    ...metadataLimits,
    maxProperties: 50,
    propertyNames: { ...metadataLimits, minLength: 1, maxLength: 40 },
    description: "Your own notes, given back with the session and its events. Never put card numbers here.",
  },
);

export const CreateSessionSchema = Type.Object(
  {
    amount: amount("Amount in minor units of the currency (for example cents)."),
    currency: Type.String({
      pattern: "^[A-Za-z]{3}$",
      "x-problem": "currency_invalid",
      "x-expects": "It has to be the three letters of an active ISO 4217 currency.",
      description: "Three-letter ISO 4217 code, in any case.",
    }),
    successUrl: url(
      "Where the consumer goes when the payment completes. {CHECKOUT_SESSION_ID} in it is replaced by the id.",
    ),
    cancelUrl: Type.Optional(
      url("Where the consumer goes on cancelling. {CHECKOUT_SESSION_ID} in it is replaced by the id."),
    ),
    lineItems: Type.Optional(
      Type.Array(LineItemSchema, {
        minItems: 1,
        maxItems: 100,
        description: "What is bought; has to add up to `amount`.",
      }),
    ),
    description: Type.Optional(text(500, "One sentence about the purchase, shown on the payment page.")),
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
      Type.String({
        minLength: 3,
        maxLength: 254,
        pattern: "^[^\\s@]+@[^\\s@]+$",
        "x-expects": "It has to be an e-mail address.",
        description: "The customer's e-mail address.",
      }),
    ),
    clientReferenceId: Type.Optional(text(200, "Your own id of the purchase; lists can be filtered by it.")),
    metadata: Type.Optional(MetadataSchema),
    captureMethod: Type.Optional(
      Type.Union([Type.Literal("automatic"), Type.Literal("manual")], {
        "x-expects": "It has to be automatic or manual.",
        description: "Whether the money is captured at once (the default) or by a later call.",
      }),
    ),
    paymentMethods: Type.Optional(
      Type.Array(PaymentMethodSchema, {
        minItems: 1,
        maxItems: 20,
        uniqueItems: true,
        description:
          "Limits the choice of payment methods, which the page offers in this order: those of them that take the currency and the capture method.",
      }),
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
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: "Sandbox only: id of the clock by which the session lives.",
      }),
    ),
  },
  { additionalProperties: false },
);
export type CreateSessionBody = Static<typeof CreateSessionSchema>;

export const UpdateSessionSchema = Type.Object(
  {
    metadata: Type.Union([MetadataSchema, Type.Null()], {
      description: "Replaces the metadata; null removes it.",
      "x-problem": "metadata_invalid",
      "x-expects": "Metadata is an object, or null.",
    }),
  },
  { additionalProperties: false },
);

const time = (description: string) =>
  Type.Optional(
    Type.String({
      format: "date-time",
      maxLength: 40,
      "x-expects": "It has to be an RFC 3339 time.",
      description,
    }),
  );

export const ListSessionsSchema = Type.Object(
  {
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, default: 10, description: "How many, 1 to 100." }),
    ),
    startingAfter: Type.Optional(
      Type.String({
        maxLength: 100,
        "x-problem": "cursor_invalid",
        description: "Id of the last session of the page before.",
      }),
    ),
    endingBefore: Type.Optional(
      Type.String({
        maxLength: 100,
        "x-problem": "cursor_invalid",
        description: "Id of the first session of the page after.",
      }),
    ),
    status: Type.Optional(
      Type.Union([Type.Literal("open"), Type.Literal("complete"), Type.Literal("expired")], {
        "x-expects": "It has to be open, complete or expired.",
        description: "Only sessions that stand so.",
      }),
    ),
    createdAfter: time("Only sessions created at or after this time."),
    createdBefore: time("Only sessions created before this time."),
    amount: Type.Optional(amount("Only sessions of this amount.")),
    currency: Type.Optional(currency("Only sessions in this currency.")),
    clientReferenceId: Type.Optional(text(200, "Only sessions with this reference.")),
    customerEmail: Type.Optional(text(254, "Only sessions of this customer, in any case.")),
  },
  { additionalProperties: false },
);
export type ListSessionsQuery = Static<typeof ListSessionsSchema>;

const nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(
  schema: Schema,
  description: string,
) => Type.Union([schema, Type.Null()], { description });

const answeredTime = (description: string) => Type.String({ format: "date-time", description });

/** The answer of every operation on a session. */
export const SessionSchema = Type.Object(
  {
    object: Type.Literal("checkout.session", { description: "What kind of object this is." }),
    id: Type.String({ description: "Begins with cs_live_ or cs_sandbox_." }),
    mode: Type.Union([Type.Literal("live"), Type.Literal("sandbox")], {
      description: "The mode of the key that made it. The two never see each other's objects.",
    }),
    status: Type.Union([Type.Literal("open"), Type.Literal("complete"), Type.Literal("expired")], {
      description: "`open` until it is paid for or its time is up. The other two are final.",
    }),
    paymentStatus: Type.Union(
      ["unpaid", "processing", "authorized", "paid"].map((status) => Type.Literal(status)),
      {
        description:
          "`processing` while the outcome isn't known yet; `authorized` while the money is only reserved. Hand over the goods at `paid`.",
      },
    ),
    url: nullable(Type.String(), "The payment page; null once the session is no longer open."),
    amount: Type.Integer({ description: "Amount in minor units of the currency (for example cents)." }),
    currency: Type.String({ description: "Three-letter ISO 4217 code, in upper case." }),
    successUrl: Type.String({
      description: "Where the consumer goes when the payment completes, as you sent it.",
    }),
    cancelUrl: nullable(Type.String(), "Where the consumer goes on cancelling, as you sent it."),
    lineItems: nullable(Type.Array(LineItemSchema), "What is bought; adds up to `amount`."),
    description: nullable(Type.String(), "One sentence about the purchase, shown on the payment page."),
    locale: Type.String({
      description: "Language of the payment page as a BCP 47 tag, or `auto` for the browser's.",
    }),
    customerEmail: nullable(Type.String(), "The customer's e-mail address."),
    clientReferenceId: nullable(Type.String(), "Your own id of the purchase."),
    metadata: nullable(Type.Record(Type.String(), Type.String()), "Your own notes."),
    captureMethod: Type.Union([Type.Literal("automatic"), Type.Literal("manual")], {
      description: "Whether the money is captured at once or by a later call.",
    }),
    paymentMethods: nullable(
      Type.Array(PaymentMethodSchema),
      "The methods that the choice is limited to; null for all there are.",
    ),
    payment: nullable(Type.String(), "Id of the payment; null before the first attempt."),
    clock: nullable(Type.String(), "Sandbox only: the clock by which the session lives; null for real time."),
    createdAt: answeredTime("When it was made."),
    expiresAt: answeredTime("When it expires, or expired, unless it is complete by then."),
    completedAt: nullable(Type.String({ format: "date-time" }), "When it became complete; null if it isn't."),
  },
  { additionalProperties: false, title: "CheckoutSession" },
);

export const SessionListSchema = Type.Object(
  {
    object: Type.Literal("list", { description: "What kind of object this is." }),
    data: Type.Array(SessionSchema, { description: "The sessions, newest first." }),
    hasMore: Type.Boolean({ description: "Whether there are more beyond this page." }),
  },
  { additionalProperties: false, title: "CheckoutSessionList" },
);
