import type { Static } from "typebox";
import { declineReasons } from "../connectors/contract.ts";
import {
  amount,
  at,
  captureMethod,
  currency,
  kind,
  mode,
  nullable,
  oneOf,
  pageFields,
  pageOf,
  paymentMethod,
  sum,
  text,
} from "../kernel/fields.ts";
import { Type } from "../kernel/type.ts";
import { answeredMetadata } from "../sessions/metadata.ts";
import { CaptureSchema, VoidSchema } from "./capture-schemas.ts";
import { DisputeSchema } from "./dispute-schema.ts";
import { movementsShown } from "./read/api-payment.ts";
import { RefundSchema } from "./refunds/schemas.ts";
import { reviewDecisions } from "./review/review-payment.ts";
import { attemptStatuses, paymentStatuses } from "./state.ts";

/** Schemas of payments' requests and answers. */

export const CapturePaymentSchema = Type.Object(
  {
    amount: Type.Optional(amount("How much, in minor units. Default: all that can be captured.")),
    final: Type.Optional(
      Type.Boolean({
        description:
          "Whether nothing will be captured after it; what is left is then released. Default: false, unless nothing is left.",
      }),
    ),
  },
  { additionalProperties: false },
);
export type CapturePaymentBody = Static<typeof CapturePaymentSchema>;

export const ReviewPaymentSchema = Type.Object(
  {
    decision: oneOf(
      reviewDecisions,
      "`accept` takes what came instead of what was asked for; `return` sends it back, and the customer can pay again.",
    ),
  },
  { additionalProperties: false },
);
export type ReviewPaymentBody = Static<typeof ReviewPaymentSchema>;

export const ListPaymentsSchema = Type.Object(
  {
    ...pageFields("payment", "payments"),
    status: Type.Optional(oneOf(paymentStatuses, "Only payments that stand so.")),
    amount: Type.Optional(amount("Only payments of this amount, in minor units.")),
    currency: Type.Optional(currency("Only payments in this currency.")),
    session: Type.Optional(
      Type.String({ maxLength: 100, description: "Only the payment of this checkout session." }),
    ),
    clientReferenceId: Type.Optional(text(200, "Only payments with this reference.")),
    customerEmail: Type.Optional(text(254, "Only payments of this customer, in any case.")),
    last4: Type.Optional(
      Type.String({
        pattern: "^[0-9A-Za-z]{4}$",
        "x-expects": "It has to be four digits or letters.",
        description: "Only payments that a card or a bank account ending so was tried for.",
      }),
    ),
    search: Type.Optional(
      Type.String({
        maxLength: 255,
        pattern: "\\S",
        "x-expects": "It has to be a text of at most 255 characters.",
        description:
          "One text, taken for whatever it looks like: an id of Kassa's, a PSP's reference, an e-mail address, your reference, the last four digits of a card or a bank account, or an amount such as 25.99, 25.99 EUR or 2599 (whole numbers are tried as minor and as major units).",
      }),
    ),
  },
  { additionalProperties: false },
);
export type ListPaymentsQuery = Static<typeof ListPaymentsSchema>;

const check = (description: string) => oneOf(["pass", "fail", "unchecked"], description);

const CardSchema = Type.Object(
  {
    brand: Type.String({ description: "Such as `visa`." }),
    last4: Type.String({ description: "The last four digits." }),
    checks: nullable(
      Type.Object(
        {
          cvc: check("Whether the security code was right."),
          postcode: check("Whether the postcode was right."),
          threeDSecure: oneOf(
            ["challenged", "frictionless", "attempted", "none"],
            "Whether the bank made sure of the customer by 3-D Secure, and how.",
          ),
        },
        { additionalProperties: false, title: "CardChecks" },
      ),
      "What the issuer said of the details; null until it has.",
    ),
  },
  { additionalProperties: false, title: "Card" },
);

const TransferSchema = Type.Object(
  {
    iban: Type.String({ description: "The account to send it to." }),
    bic: Type.String({ description: "The account's bank." }),
    accountHolder: Type.String({ description: "Whose account it is." }),
    reference: Type.String({ description: "What the transfer has to name, to be told from others." }),
    simulatorUrl: nullable(
      Type.String(),
      "Sandbox only: the simulated bank, where the transfer can be made up.",
    ),
  },
  { additionalProperties: false, title: "TransferInstructions" },
);

const BankAccountSchema = Type.Object(
  { last4: Type.String({ description: "The last four characters of the IBAN; no more of it is kept." }) },
  { additionalProperties: false, title: "BankAccount" },
);

const AttemptSchema = Type.Object(
  {
    object: kind("attempt"),
    id: Type.String({ description: "Begins with att_live_ or att_sandbox_; the PSP's idempotency key." }),
    mode: mode(),
    status: Type.String({
      enum: [...attemptStatuses],
      description:
        "What came of it. `unknown` until the PSP could be asked; `late`: approved when nobody waited for it any more.",
    }),
    method: paymentMethod("How the customer tried to pay."),
    card: nullable(CardSchema, "Of a card only."),
    bankAccount: nullable(BankAccountSchema, "Of a direct debit only: the account that is debited."),
    transferInstructions: nullable(TransferSchema, "Where the customer sends a bank transfer."),
    amountReceived: nullable(
      sum("Minor units."),
      "What of a bank transfer has come: less than was asked for, or more. Also what came of a payment that needs or needed a review. Null before anything has.",
    ),
    declineReason: nullable(Type.String({ enum: [...declineReasons] }), "Why it was declined."),
    pspReference: nullable(Type.String(), "The PSP's own name of the charge."),
    createdAt: at("When the customer submitted it."),
    decidedAt: nullable(at(), "When it was approved or declined."),
  },
  { additionalProperties: false, title: "Attempt" },
);

const amounts = {
  amount: sum("What was asked for, in minor units."),
  amountAuthorized: sum(
    "What the customer's bank agreed to. Another amount than `amount` only where a review accepted that.",
  ),
  amountCapturable: sum("What can be captured now."),
  amountCaptured: sum("What was taken."),
  amountCapturePending: sum("What is being captured; counted until the PSP has said yes or no."),
  amountRefunded: sum("What of the captured was given back."),
  amountRefundPending: sum(
    "What of the captured is on its way back; counted until the refund succeeds or fails.",
  ),
  amountDisputed: sum(
    "What banks hold back or have kept in chargebacks. Disputes of late money (`late: true`) aren't counted in it.",
  ),
  amountReceived: nullable(
    sum("Minor units."),
    "What of a bank transfer has come, by the attempt that paid, else the newest; of a payment that needs or needed a review what came of any method. Null before anything has, and of other payments.",
  ),
  amountLate: sum(
    "Money that nobody waited for: it came too late, or beyond what was asked for. No part of the other amounts.",
  ),
};

/** The answer of every operation on a payment. */
export const PaymentSchema = Type.Object(
  {
    object: kind("payment"),
    id: Type.String({ description: "Begins with pay_live_ or pay_sandbox_." }),
    mode: mode(),
    session: Type.String({ description: "Id of the checkout session that it pays." }),
    status: oneOf(
      paymentStatuses,
      "Where the taking stands. What was given back since is told by the amounts: there is no status for it.",
    ),
    currency: Type.String({ description: "ISO 4217 code, in upper case." }),
    captureMethod: captureMethod("Whether the money is captured at once or by a call of yours."),
    method: nullable(paymentMethod(), "How the customer last tried to pay, or paid."),
    ...amounts,
    customerEmail: nullable(Type.String(), "As the session has it."),
    clientReferenceId: nullable(Type.String(), "As the session has it."),
    metadata: answeredMetadata(
      "Your own notes: the session's when the payment was made, and what you changed.",
    ),
    captureBefore: nullable(
      at(),
      "Until when what is authorized can be captured; then it lapses. Null when nothing is left to capture.",
    ),
    attempts: Type.Array(AttemptSchema, { description: "Every try to pay, in order." }),
    captures: Type.Array(CaptureSchema, {
      description: `Every try to capture what was authorized, the newest first; of these and the voids together the newest ${movementsShown}. Empty where the money was captured at once.`,
    }),
    voids: Type.Array(VoidSchema, {
      description: "Every try to release what was authorized, the newest first.",
    }),
    refunds: Type.Array(RefundSchema, { description: `The newest ${movementsShown}, the newest first.` }),
    disputes: Type.Array(DisputeSchema, { description: "The newest first." }),
    clock: nullable(Type.String(), "Sandbox only: the clock that it lives by."),
    createdAt: at("When the customer first tried to pay."),
  },
  { additionalProperties: false, title: "Payment" },
);

export const PaymentListSchema = pageOf(PaymentSchema, "PaymentList");
