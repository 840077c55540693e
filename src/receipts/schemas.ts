import type { Static } from "typebox";
import {
  amountOrZero,
  mode,
  nullable,
  objectType,
  paymentMethod,
  signedAmount,
  timestamp,
} from "../kernel/fields.ts";
import type { Mode } from "../kernel/mode.ts";
import type { PaymentMethodType } from "../kernel/payment-method.ts";
import { Type } from "../kernel/type.ts";
import { AmountDetailsSchema } from "../sessions/amounts/schemas.ts";
import { adjustmentTypes } from "../sessions/session.ts";

/** The version of the receipt format. A verifier refuses unknown versions. */
export const receiptVersion = 1;

const MerchantSchema = Type.Object(
  {
    id: Type.String({ description: "The tenant's id. Begins with ten_." }),
    name: Type.String({ description: "The name that customers saw when the receipt was signed." }),
    supportEmail: nullable(Type.String(), "The e-mail address for customers' questions."),
    supportUrl: nullable(Type.String(), "The help page for customers."),
    supportPhone: nullable(Type.String(), "The phone number for customers."),
  },
  { additionalProperties: false, title: "ReceiptMerchant", description: "The merchant that was paid." },
);

const LineItemSchema = Type.Object(
  {
    name: Type.String({ description: "The name of the item." }),
    quantity: Type.Integer({ minimum: 1, description: "The quantity." }),
    unitAmount: amountOrZero("The price of one unit, in minor units of the currency."),
  },
  { additionalProperties: false, title: "ReceiptLineItem" },
);

const AdjustmentSchema = Type.Object(
  {
    type: Type.String({ enum: [...adjustmentTypes], description: "The type of adjustment." }),
    name: Type.String({ description: "The name that customers read." }),
    amount: signedAmount("In minor units: 0 or less for a discount, 0 or more for all others."),
  },
  { additionalProperties: false, title: "ReceiptAdjustment" },
);

const CaptureSchema = Type.Object(
  {
    amount: amountOrZero("The captured amount, in minor units."),
    capturedAt: timestamp("When it was captured."),
  },
  { additionalProperties: false, title: "ReceiptCapture" },
);

const MethodSchema = Type.Object(
  {
    type: paymentMethod("How the customer paid."),
    card: nullable(
      Type.Object(
        {
          brand: Type.String({ description: "The brand, such as `visa`." }),
          last4: Type.String({ description: "The last four digits." }),
        },
        { additionalProperties: false, title: "ReceiptCard" },
      ),
      "For cards only.",
    ),
    bankAccount: nullable(
      Type.Object(
        { last4: Type.String({ description: "The last four characters of the IBAN." }) },
        { additionalProperties: false, title: "ReceiptBankAccount" },
      ),
      "For direct debits only: the debited account.",
    ),
  },
  { additionalProperties: false, title: "ReceiptMethod", description: "How the customer paid." },
);

/** The signed content of a receipt. */
export const ReceiptContentSchema = Type.Object(
  {
    object: objectType("receipt"),
    version: Type.Literal(receiptVersion, { description: "The version of the receipt format." }),
    id: Type.String({ description: "Begins with rct_live_ or rct_sandbox_." }),
    number: Type.String({ description: "The receipt number for people, such as 7XK3-9QPM-2WTA-6HZR." }),
    mode: mode(),
    notice: nullable(Type.String(), "Sandbox only: says that this is a test and that no money was paid."),
    issuer: Type.String({
      description: "The installation that signed it: the origin of its public address.",
    }),
    keyId: Type.String({
      description: "The issuer's key that signed it: the RFC 7638 thumbprint of the key.",
    }),
    session: Type.String({ description: "Id of the checkout session." }),
    payment: Type.String({ description: "Id of the payment." }),
    merchant: MerchantSchema,
    description: nullable(Type.String(), "The description of the session."),
    lineItems: nullable(
      Type.Array(LineItemSchema),
      "The ordered items. Together with `adjustments` they add up to `amountOrdered`, or to the subtotal of `amountDetails`.",
    ),
    adjustments: nullable(Type.Array(AdjustmentSchema), "Discounts, shipping, tax and the like."),
    amountDetails: nullable(
      AmountDetailsSchema,
      "The discount of a promotion code and the tip: `amountOrdered` is `subtotal` - `discount` + `tip`. Null if the customer couldn't change the amount.",
    ),
    amountOrdered: amountOrZero("The amount of the order, in minor units."),
    amount: amountOrZero(
      "The paid amount, in minor units: the sum of all captures. Later refunds are not subtracted.",
    ),
    currency: Type.String({ description: "ISO 4217 code, in upper case." }),
    captures: Type.Array(CaptureSchema, { description: "The captures, oldest first." }),
    method: MethodSchema,
    paidAt: timestamp("When the last capture was made."),
    createdAt: timestamp("When the receipt was signed."),
  },
  { additionalProperties: false },
);

/** A signed receipt. */
export const ReceiptSchema = Type.Object(
  {
    ...ReceiptContentSchema.properties,
    signature: Type.String({
      description:
        "The Ed25519 signature (RFC 8032) in base64url, over all other members as canonical JSON (RFC 8785) in UTF-8.",
    }),
  },
  { additionalProperties: false, title: "Receipt" },
);

type Content = Static<typeof ReceiptContentSchema>;

/** Gives `mode` and `method.type` their exact types, which the schema's enums lose. */
export type ReceiptContent = Omit<Content, "mode" | "method"> & {
  mode: Mode;
  method: Omit<Content["method"], "type"> & { type: PaymentMethodType };
};
export type Receipt = ReceiptContent & { signature: string };
