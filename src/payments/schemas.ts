import type { Static } from "typebox";
import { connectorNames } from "../connectors/names.ts";
import { declineReasons } from "../connectors/reasons.ts";
import { liabilityShifts, threeDSecureResults } from "../connectors/three-d-secure.ts";
import {
  amount,
  amountOrZero,
  captureMethod,
  currency,
  mode,
  nullable,
  objectType,
  oneOf,
  pageFields,
  pageOf,
  paymentMethod,
  text,
  timestamp,
} from "../kernel/fields.ts";
import { paymentMethodTypes } from "../kernel/payment-method.ts";
import { Type } from "../kernel/type.ts";
import { responseMetadata } from "../sessions/metadata.ts";
import { CaptureSchema, VoidSchema } from "./capture-schemas.ts";
import { DisputeSchema } from "./dispute-schema.ts";
import { tag } from "./notes/schemas.ts";
import { movementsShown } from "./read/api-payment.ts";
import { RefundSchema } from "./refunds/schemas.ts";
import { reviewDecisions } from "./review/review-payment.ts";
import { attemptStatuses, paymentStatuses } from "./state.ts";

/** Schemas of payments' requests and responses. */

export const CapturePaymentSchema = Type.Object(
  {
    amount: Type.Optional(
      amount("The amount to capture, in minor units. Default: all that can be captured."),
    ),
    final: Type.Optional(
      Type.Boolean({
        description:
          "Whether this is the last capture; the rest of the authorization is then released. Default: false, unless nothing is left.",
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
      "`accept` accepts the charge that the PSP approved instead of the requested one; `return` returns the money, and the customer can pay again.",
    ),
  },
  { additionalProperties: false },
);
export type ReviewPaymentBody = Static<typeof ReviewPaymentSchema>;

/** What narrows a list of payments, beside its page. */
const paymentFilters = {
  status: Type.Optional(oneOf(paymentStatuses, "Only payments with this status.")),
  amount: Type.Optional(amount("Only payments of this amount, in minor units.")),
  currency: Type.Optional(currency("Only payments in this currency.")),
  session: Type.Optional(
    Type.String({ maxLength: 100, description: "Only the payment of this checkout session." }),
  ),
  clientReferenceId: Type.Optional(text(200, "Only payments with this reference.")),
  customerEmail: Type.Optional(text(254, "Only payments of this customer; upper and lower case are equal.")),
  last4: Type.Optional(
    Type.String({
      pattern: "^[0-9A-Za-z]{4}$",
      "x-expects": "It has to be four digits or letters.",
      description:
        "Only payments with an attempt by a card or bank account whose number ends with these characters.",
    }),
  ),
  method: Type.Optional(oneOf(paymentMethodTypes, "Only payments with an attempt by this method.")),
  connector: Type.Optional(
    oneOf(["sandbox", ...connectorNames], "Only payments with an attempt through this connector."),
  ),
  tag: Type.Optional(tag("Only payments with this tag.")),
  declineReason: Type.Optional(
    oneOf(
      declineReasons,
      "Only payments with an attempt that was declined for this reason, even if they were paid later.",
    ),
  ),
  search: Type.Optional(
    Type.String({
      maxLength: 255,
      pattern: "\\S",
      "x-expects": "It has to be a text of at most 255 characters.",
      description:
        "A text, interpreted by its form: a Kassa id, a PSP's reference, an e-mail address, the beginning of it, of the last word before its @ (`lovelace` of ada.lovelace@shop.example) or of its domain (`@shop`), your reference, the last four digits of a card or a bank account, or an amount such as 25.99, 25.99 EUR or 2599 (whole numbers are tried as minor and as major units).",
    }),
  ),
};

export const ListPaymentsSchema = Type.Object(
  { ...pageFields("payment", "payments"), ...paymentFilters },
  { additionalProperties: false },
);
export type ListPaymentsQuery = Static<typeof ListPaymentsSchema>;

const { createdAfter, createdBefore } = pageFields("payment", "payments");
/** The same filters in a body, where there is no page. */
export const PaymentFiltersSchema = Type.Object(
  { createdAfter, createdBefore, ...paymentFilters },
  {
    additionalProperties: false,
    title: "PaymentFilters",
    description: "The filters of `GET /api/payments`. Left out: all payments.",
  },
);
export type PaymentFilters = Static<typeof PaymentFiltersSchema>;

const check = (description: string) => oneOf(["pass", "fail", "unchecked"], description);

const ThreeDSecureSchema = Type.Object(
  {
    result: oneOf(
      threeDSecureResults,
      "Whether and how the issuer authenticated the customer: `challenged` or `frictionless`, `authenticated` if the PSP doesn't say how, `attempted` if only the attempt was confirmed, or `none`.",
    ),
    version: nullable(
      Type.String(),
      "The version of 3-D Secure, such as `2.2.0`; null if the PSP doesn't say.",
    ),
    eci: nullable(
      Type.String(),
      "The electronic commerce indicator, two digits such as `05`; null if the PSP doesn't say.",
    ),
    liabilityShift: oneOf(
      liabilityShifts,
      "Whether the issuer bears the loss if the customer disputes the payment as fraud, according to the PSP. The card schemes' rules have exceptions.",
    ),
  },
  { additionalProperties: false, title: "ThreeDSecure" },
);

const CardSchema = Type.Object(
  {
    brand: Type.String({ description: "The brand, such as `visa`." }),
    last4: Type.String({ description: "The last four digits." }),
    checks: nullable(
      Type.Object(
        {
          cvc: check("Whether the security code was correct."),
          postcode: check("Whether the postcode was correct."),
          threeDSecure: ThreeDSecureSchema,
        },
        { additionalProperties: false, title: "CardChecks" },
      ),
      "The issuer's checks of the card's details; null before it has responded.",
    ),
  },
  { additionalProperties: false, title: "Card" },
);

const TransferSchema = Type.Object(
  {
    iban: nullable(Type.String(), "The IBAN of the account to send the transfer to; null if it has none."),
    bic: nullable(Type.String(), "The BIC of the account's bank."),
    sortCode: nullable(Type.String(), "The sort code of a British account."),
    accountNumber: nullable(Type.String(), "The number of a British account."),
    pixKey: nullable(Type.String(), "The Pix key."),
    upiId: nullable(Type.String(), "The UPI id."),
    address: nullable(
      Type.Object(
        {
          street: Type.String({ description: "The street; empty if there is none." }),
          buildingNumber: Type.String({ description: "The building number; empty if there is none." }),
          postalCode: Type.String({ description: "The postal code." }),
          town: Type.String({ description: "The town." }),
          country: Type.String({ description: "The country's ISO 3166-1 code." }),
        },
        { additionalProperties: false, title: "TransferAddress" },
      ),
      "The account holder's address, if it is known.",
    ),
    accountHolder: Type.String({ description: "The holder of the account." }),
    reference: Type.String({
      description: "The reference that the transfer must carry, so that it can be matched.",
    }),
    payBefore: nullable(timestamp(), "The time by which the transfer must arrive, if there is a limit."),
    simulatorUrl: nullable(
      Type.String(),
      "Sandbox only: the simulated bank, where you can make the transfer.",
    ),
  },
  { additionalProperties: false, title: "TransferInstructions" },
);

const BankAccountSchema = Type.Object(
  {
    last4: Type.String({ description: "The last four characters of the IBAN. Kassa stores no more of it." }),
  },
  { additionalProperties: false, title: "BankAccount" },
);

const PassedOverSchema = Type.Object(
  {
    connectorAccount: Type.String({ description: "The account that wasn't used." }),
    reason: Type.String({
      enum: ["begin_failed", "circuit_open", "other_account"],
      description:
        "`begin_failed`: the PSP created no payment page; see the previous attempt. `circuit_open`: the PSP didn't answer several times in a row, so the account is used last for 30 seconds. `other_account`: the session names another account.",
    }),
  },
  { additionalProperties: false, title: "PassedOverAccount" },
);

const AttemptSchema = Type.Object(
  {
    object: objectType("attempt"),
    id: Type.String({ description: "Begins with att_live_ or att_sandbox_; the PSP's idempotency key." }),
    mode: mode(),
    status: Type.String({
      enum: [...attemptStatuses],
      description:
        "`unknown`: the PSP hasn't reported an outcome yet. `late`: approved after Kassa had declined the attempt or the session was over; its money is late funds. `failed`: it was approved and captured, and its money failed later.",
    }),
    connector: Type.String({
      description: "The PSP's connector, such as `stripe`; `sandbox` is the simulated PSP.",
    }),
    connectorAccount: Type.String({ description: "The account at the PSP that holds the charge." }),
    passedOver: Type.Array(PassedOverSchema, {
      description: "The accounts that come before this one by your routing and weren't used.",
    }),
    method: paymentMethod("How the customer tried to pay."),
    card: nullable(CardSchema, "For cards only."),
    bankAccount: nullable(BankAccountSchema, "For direct debits only: the debited account."),
    transferInstructions: nullable(TransferSchema, "Where the customer sends a bank transfer."),
    amountReceived: nullable(
      amountOrZero("Minor units."),
      "The amount of a bank transfer that has arrived; it can be less or more than was requested. For a payment that needs or needed a review, the approved amount. Null before anything has arrived.",
    ),
    declineReason: nullable(
      Type.String({ enum: [...declineReasons] }),
      "Why it was declined, or failed later.",
    ),
    pspReference: nullable(Type.String(), "The PSP's reference of the charge."),
    createdAt: timestamp("When the customer submitted it."),
    decidedAt: nullable(timestamp(), "When it was approved or declined, or last decided otherwise."),
  },
  { additionalProperties: false, title: "Attempt" },
);

const amounts = {
  amount: amountOrZero("The requested amount, in minor units."),
  amountAuthorized: amountOrZero(
    "The amount that the customer's bank authorized. It differs from `amount` only if you accepted that in a review.",
  ),
  amountCapturable: amountOrZero("The amount that can be captured now."),
  amountCaptured: amountOrZero("The captured amount."),
  amountCapturePending: amountOrZero("The amount of captures that the PSP hasn't decided yet."),
  amountRefunded: amountOrZero("The refunded part of the captured amount."),
  amountRefundPending: amountOrZero("The amount of refunds that haven't succeeded or failed yet."),
  amountDisputed: amountOrZero(
    "The amount that banks hold back or have kept in chargebacks. Disputes of late funds (`late: true`) aren't counted in it.",
  ),
  amountReceived: nullable(
    amountOrZero("Minor units."),
    "The amount of a bank transfer that has arrived, for the attempt that paid, or otherwise for the newest one. For a payment that needs or needed a review, the approved amount, for any method. In all other cases, and before any money has arrived, null.",
  ),
  amountLate: amountOrZero(
    "Late funds, and the surplus of a transfer that exceeded the requested amount. Not part of the other amounts.",
  ),
};

/** The response of every operation on a payment. */
export const PaymentSchema = Type.Object(
  {
    object: objectType("payment"),
    id: Type.String({ description: "Begins with pay_live_ or pay_sandbox_." }),
    mode: mode(),
    session: Type.String({ description: "Id of the checkout session that it pays." }),
    status: oneOf(
      paymentStatuses,
      "The state of the payment. Refunds don't change it; the amounts show them.",
    ),
    currency: Type.String({ description: "ISO 4217 code, in upper case." }),
    captureMethod: captureMethod("Whether the money is captured at once or by a later call."),
    method: nullable(paymentMethod(), "How the customer last tried to pay, or paid."),
    ...amounts,
    customerEmail: nullable(Type.String(), "The session's `customerEmail`."),
    clientReferenceId: nullable(
      Type.String(),
      "The session's `clientReferenceId`: your own id for the purchase.",
    ),
    metadata: responseMetadata(
      "Your own notes: the session's metadata when the payment was created, with your later changes.",
    ),
    tags: Type.Array(Type.String(), { description: "What your staff has marked the payment with, sorted." }),
    captureBefore: nullable(
      timestamp(),
      "The deadline for captures, after which the authorization lapses. Null when nothing is left to capture.",
    ),
    attempts: Type.Array(AttemptSchema, { description: "All attempts to pay, oldest first." }),
    captures: Type.Array(CaptureSchema, {
      description: `Captures of the authorization, including failed ones, newest first. \`captures\` and \`voids\` together hold the newest ${movementsShown}. Empty if the money was captured at once.`,
    }),
    voids: Type.Array(VoidSchema, {
      description: "Releases of the authorization, including failed ones, newest first.",
    }),
    refunds: Type.Array(RefundSchema, { description: `The newest ${movementsShown} refunds, newest first.` }),
    disputes: Type.Array(DisputeSchema, { description: "Newest first." }),
    clock: nullable(Type.String(), "Sandbox only: the id of its clock."),
    createdAt: timestamp("When the customer first tried to pay."),
  },
  { additionalProperties: false, title: "Payment" },
);

export const PaymentListSchema = pageOf(PaymentSchema, "PaymentList");
