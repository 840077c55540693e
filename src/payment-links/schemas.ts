import type { Static } from "typebox";
import {
  amountOrZero,
  captureMethod,
  mode,
  nullable,
  objectType,
  oneOf,
  pageFields,
  pageOf,
  paymentMethod,
  text,
  timestamp,
  url,
} from "../kernel/fields.ts";
import { Type } from "../kernel/type.ts";
import { MetadataChangeSchema, responseMetadata } from "../sessions/metadata.ts";
import { CreateSessionSchema, SessionSchema } from "../sessions/schemas.ts";

/** Schemas of the payment links' requests and responses. What is sold is described as for a session. */

const {
  amount,
  currency,
  lineItems,
  adjustments,
  description,
  statementDescriptor,
  locale,
  clientReferenceId,
  metadata,
  captureMethod: capture,
  paymentMethods,
  collect,
  promotionCodes,
  tips,
} = CreateSessionSchema.properties;

const name = text(100, "What you call the link. Customers don't see it.");
const maxPayments = nullable(
  Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  "The number of customers who can pay; null, the default, for any number. Open sessions count, too, and last 30 minutes.",
);
const expiresAt = Type.Union([Type.String({ minLength: 1, maxLength: 40 }), Type.Null()], {
  "x-problem": "expires_at_invalid",
  "x-expects": "It has to be an RFC 3339 time, such as 2026-11-22T10:00:00Z, or null.",
  description:
    "The time until which customers can start to pay, as an RFC 3339 time in the future; null, the default, for no end.",
});

export const CreateLinkSchema = Type.Object(
  {
    name,
    amount,
    currency,
    lineItems,
    adjustments,
    description,
    statementDescriptor,
    locale,
    clientReferenceId,
    metadata,
    captureMethod: capture,
    paymentMethods,
    collect,
    promotionCodes,
    tips,
    successUrl: Type.Optional(
      nullable(
        url("An absolute address."),
        "Where customers go when they have paid. {CHECKOUT_SESSION_ID} in it is replaced by the session's id. Without one, the payment page says that it is paid.",
      ),
    ),
    maxPayments: Type.Optional(maxPayments),
    expiresAt: Type.Optional(expiresAt),
  },
  { additionalProperties: false },
);
export type CreateLinkBody = Static<typeof CreateLinkSchema>;

export const UpdateLinkSchema = Type.Object(
  {
    name: Type.Optional(name),
    active: Type.Optional(
      Type.Boolean({
        description: "Whether customers can start to pay. Customers who have started can always finish.",
      }),
    ),
    maxPayments: Type.Optional(maxPayments),
    expiresAt: Type.Optional(expiresAt),
    metadata: Type.Optional(MetadataChangeSchema.properties.metadata),
  },
  { additionalProperties: false, minProperties: 1, "x-expects": "Send at least one field to change." },
);
export type UpdateLinkBody = Static<typeof UpdateLinkSchema>;

export const ListLinksSchema = Type.Object(
  {
    ...pageFields("payment link", "payment links"),
    active: Type.Optional(oneOf(["true", "false"], "Only links that are active, or only those that aren't.")),
  },
  { additionalProperties: false },
);
export type ListLinksQuery = Static<typeof ListLinksSchema>;

const ofSession = SessionSchema.properties;

export const LinkSchema = Type.Object(
  {
    object: objectType("payment_link"),
    id: Type.String({ description: "Begins with pl_live_ or pl_sandbox_." }),
    mode: mode(),
    url: Type.String({ description: "The page to share. Opening it creates nothing." }),
    name: Type.String({ description: "What you call the link. Customers don't see it." }),
    active: Type.Boolean({ description: "Whether customers can start to pay." }),
    amount: amountOrZero("Amount in minor units of the currency (for example cents)."),
    currency: ofSession.currency,
    lineItems: ofSession.lineItems,
    adjustments: ofSession.adjustments,
    description: ofSession.description,
    statementDescriptor: ofSession.statementDescriptor,
    locale: ofSession.locale,
    captureMethod: captureMethod("Whether the money is captured at once or by a later call."),
    paymentMethods: nullable(
      Type.Array(paymentMethod()),
      "The payment methods to offer; null for all methods.",
    ),
    collect: ofSession.collect,
    promotionCodes: ofSession.promotionCodes,
    tips: ofSession.tips,
    successUrl: nullable(
      Type.String(),
      "Where customers go when they have paid; null if they stay on the payment page.",
    ),
    clientReferenceId: nullable(Type.String(), "Your own id, which all its sessions have."),
    metadata: responseMetadata("Your own notes. New sessions of the link get a copy."),
    maxPayments: nullable(Type.Integer(), "The number of customers who can pay; null for any number."),
    completedSessions: Type.Integer({ description: "The number of its complete sessions." }),
    expiresAt: nullable(timestamp(), "The time until which customers can start to pay; null for no end."),
    createdAt: timestamp("When it was created."),
  },
  { additionalProperties: false, title: "PaymentLink" },
);
export const LinkListSchema = pageOf(LinkSchema, "PaymentLinkList");
