import type { Static } from "typebox";
import { at, kind, mode, nullable, paymentMethod, sum } from "../kernel/fields.ts";
import type { Mode } from "../kernel/mode.ts";
import type { PaymentMethodType } from "../kernel/payment-method.ts";
import { Type } from "../kernel/type.ts";
import { adjustmentTypes } from "../sessions/adjustment.ts";

/** What a receipt of this form says it is of. A verifier refuses those that it doesn't know. */
export const receiptVersion = 1;

const MerchantSchema = Type.Object(
  {
    id: Type.String({ description: "The tenant's id. Begins with ten_." }),
    name: Type.String({ description: "As customers knew it when the receipt was made." }),
    supportEmail: nullable(Type.String(), "Whom the customer could ask."),
    supportUrl: nullable(Type.String(), "Where the customer could find help."),
    supportPhone: nullable(Type.String(), "Where the customer could call."),
  },
  { additionalProperties: false, title: "ReceiptMerchant", description: "Who took the money." },
);

const LineItemSchema = Type.Object(
  {
    name: Type.String({ description: "What was bought." }),
    quantity: Type.Integer({ minimum: 1, description: "How many." }),
    unitAmount: sum("Price of one, in minor units."),
  },
  { additionalProperties: false, title: "ReceiptLineItem" },
);

const AdjustmentSchema = Type.Object(
  {
    type: Type.String({ enum: [...adjustmentTypes], description: "What it is." }),
    name: Type.String({ description: "What customers read." }),
    amount: Type.Integer({
      description: "In minor units: 0 or less for a discount, 0 or more for all others.",
    }),
  },
  { additionalProperties: false, title: "ReceiptAdjustment" },
);

const CaptureSchema = Type.Object(
  { amount: sum("How much, in minor units."), capturedAt: at("When it was taken.") },
  { additionalProperties: false, title: "ReceiptCapture" },
);

const MethodSchema = Type.Object(
  {
    type: paymentMethod("How the customer paid."),
    card: nullable(
      Type.Object(
        {
          brand: Type.String({ description: "Such as `visa`." }),
          last4: Type.String({ description: "The last four digits." }),
        },
        { additionalProperties: false, title: "ReceiptCard" },
      ),
      "Of a card only.",
    ),
    bankAccount: nullable(
      Type.Object(
        { last4: Type.String({ description: "The last four characters of the IBAN." }) },
        { additionalProperties: false, title: "ReceiptBankAccount" },
      ),
      "Of a direct debit only.",
    ),
  },
  { additionalProperties: false, title: "ReceiptMethod", description: "How it was paid." },
);

/** What is signed: everything that the receipt says. */
export const ReceiptContentSchema = Type.Object(
  {
    object: kind("receipt"),
    version: Type.Literal(receiptVersion, { description: "The form of the receipt." }),
    id: Type.String({ description: "Begins with rct_live_ or rct_sandbox_." }),
    number: Type.String({ description: "What people call it by, such as 7XK3-9QPM-2WTA-6HZR." }),
    mode: mode(),
    notice: nullable(
      Type.String(),
      "Sandbox only: says that it is of a test, and that nobody paid anything.",
    ),
    issuer: Type.String({ description: "The Kassa that signed it: the origin of its address." }),
    keyId: Type.String({
      description: "Which of the issuer's keys signed it: the key's thumbprint by RFC 7638.",
    }),
    session: Type.String({ description: "Id of the checkout session." }),
    payment: Type.String({ description: "Id of the payment." }),
    merchant: MerchantSchema,
    description: nullable(Type.String(), "As the session has it."),
    lineItems: nullable(
      Type.Array(LineItemSchema),
      "What was ordered; together with `adjustments` it adds up to `amountOrdered`.",
    ),
    adjustments: nullable(Type.Array(AdjustmentSchema), "What changed the price beside the items."),
    amountOrdered: sum("What the order came to, in minor units."),
    amount: sum(
      "What was paid, in minor units: all captures together. Refunds are made later and aren't part of it.",
    ),
    currency: Type.String({ description: "ISO 4217 code, in upper case." }),
    captures: Type.Array(CaptureSchema, { description: "When how much was taken, in order." }),
    method: MethodSchema,
    paidAt: at("When the last of the money was taken."),
    createdAt: at("When the receipt was signed."),
  },
  { additionalProperties: false },
);

/** A signed receipt. */
export const ReceiptSchema = Type.Object(
  {
    ...ReceiptContentSchema.properties,
    signature: Type.String({
      description:
        "Ed25519 (RFC 8032), in base64url, over all the other members in canonical JSON (RFC 8785) and UTF-8.",
    }),
  },
  { additionalProperties: false, title: "Receipt" },
);

type Content = Static<typeof ReceiptContentSchema>;

/** The compiler can't see through the lists of words that two fields are one of. */
export type ReceiptContent = Omit<Content, "mode" | "method"> & {
  mode: Mode;
  method: Omit<Content["method"], "type"> & { type: PaymentMethodType };
};
export type Receipt = ReceiptContent & { signature: string };
