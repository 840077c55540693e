import type { Static, TSchema } from "typebox";
import { shapeOf } from "../../kernel/shape.ts";
import { Type } from "../../kernel/type.ts";

/**
 * The fields of Mollie's responses that the connector relies on, written by hand from Mollie's documentation. Other fields are
 * ignored. A status that isn't listed here doesn't fit, and what doesn't fit is unknown.
 */
const time = Type.String({
  pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)$",
});
const amount = Type.Object({
  currency: Type.String({ pattern: "^[A-Z]{3}$" }),
  value: Type.String({ maxLength: 40 }),
});
/** An amount as Mollie writes it: a decimal with as many places as its currency has, such as 10.00 EUR. */
export type WireAmount = Static<typeof amount>;

const paymentId = Type.String({ pattern: "^tr_[0-9A-Za-z]{1,60}$" });
const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([Type.Null(), schema]);
/** Mollie leaves fields without a value out, or sets them to null. */
const optional = <Schema extends TSchema>(schema: Schema) => Type.Optional(orNull(schema));
const link = Type.Object({ href: Type.String({ pattern: "^https?://" }) });

const movementFields = {
  paymentId,
  amount,
  createdAt: time,
  metadata: Type.Optional(Type.Unsafe<unknown>({})),
};

const captureSchema = Type.Object({
  id: Type.String({ pattern: "^cpt_[0-9A-Za-z]{1,60}$" }),
  status: Type.Enum(["pending", "succeeded", "failed"]),
  ...movementFields,
});
export type WireCapture = Static<typeof captureSchema>;

const refundSchema = Type.Object({
  id: Type.String({ pattern: "^re_[0-9A-Za-z]{1,60}$" }),
  status: Type.Enum(["queued", "pending", "processing", "refunded", "failed", "canceled"]),
  ...movementFields,
});
export type WireRefund = Static<typeof refundSchema>;

const chargebackSchema = Type.Object({
  id: Type.String({ pattern: "^chb_[0-9A-Za-z]{1,60}$" }),
  paymentId,
  amount,
  createdAt: time,
  reversedAt: optional(time),
  reason: optional(Type.Object({ code: Type.String() })),
});
export type WireChargeback = Static<typeof chargebackSchema>;

const text = optional(Type.String());

const paymentSchema = Type.Object({
  id: paymentId,
  mode: Type.Enum(["test", "live"]),
  status: Type.Enum(["open", "pending", "authorized", "paid", "failed", "canceled", "expired"]),
  amount,
  method: optional(Type.String()),
  metadata: Type.Optional(Type.Unsafe<unknown>({})),
  captureMode: optional(Type.Enum(["manual", "automatic"])),
  isCancelable: optional(Type.Boolean()),
  createdAt: time,
  authorizedAt: optional(time),
  paidAt: optional(time),
  canceledAt: optional(time),
  expiresAt: optional(time),
  expiredAt: optional(time),
  failedAt: optional(time),
  captureBefore: optional(time),
  /** Of a card, of a bank transfer, or of a payment that failed. */
  details: optional(
    Type.Object({
      failureReason: text,
      cardNumber: text,
      cardLabel: text,
      cardSecurity: text,
      bankName: text,
      bankAccount: text,
      bankBic: text,
      transferReference: text,
    }),
  ),
  _embedded: optional(
    Type.Object({
      captures: optional(Type.Array(captureSchema)),
      refunds: optional(Type.Array(refundSchema)),
      chargebacks: optional(Type.Array(chargebackSchema)),
    }),
  ),
  _links: Type.Object({
    checkout: optional(link),
    captures: optional(link),
    refunds: optional(link),
    chargebacks: optional(link),
  }),
});
export type WirePayment = Static<typeof paymentSchema>;

/** A payment in a list, which may be somebody else's: only what tells whose it is and when it changed. */
const listedPaymentSchema = Type.Object({
  id: Type.String(),
  metadata: Type.Optional(Type.Unsafe<unknown>({})),
  status: Type.String(),
  createdAt: time,
  authorizedAt: optional(time),
  paidAt: optional(time),
  canceledAt: optional(time),
  expiredAt: optional(time),
  failedAt: optional(time),
  _links: Type.Object({ captures: optional(link) }),
});
export type WireListedPayment = Static<typeof listedPaymentSchema>;

/** A page of a list. `_links.next` is null on the last one. */
const listOf = <Name extends string, Item extends TSchema>(name: Name, item: Item) =>
  Type.Object({
    _embedded: Type.Object({ [name]: Type.Array(item, { maxItems: 250 }) } as Record<
      Name,
      ReturnType<typeof Type.Array<Item>>
    >),
    _links: Type.Object({ next: optional(link) }),
  });

const balanceSchema = Type.Object({ id: Type.String({ pattern: "^bal_[0-9A-Za-z]{1,60}$" }) });

/** A movement on a balance. */
const transactionSchema = Type.Object({
  id: Type.String({ pattern: "^baltr_[0-9A-Za-z]{1,60}$" }),
  type: Type.String({ pattern: "^[a-z-]{1,60}$" }),
  createdAt: time,
  /** Before and after the deductions. */
  initialAmount: amount,
  resultAmount: amount,
  /** Parts of the deductions; they are negative. Fees and commissions are the rest. */
  deductionDetails: optional(Type.Object({ reservations: optional(amount), repayments: optional(amount) })),
  context: optional(
    Type.Object({
      paymentId: text,
      refundId: text,
      chargebackId: text,
      settlementId: text,
      transferId: text,
    }),
  ),
});
export type WireBalanceTransaction = Static<typeof transactionSchema>;

const settlementSchema = Type.Object({
  id: Type.String({ pattern: "^stl_[0-9A-Za-z]{1,60}$" }),
  /** By which the merchant's bank statement shows it. */
  reference: text,
  createdAt: optional(time),
  settledAt: optional(time),
  status: Type.Enum(["open", "pending", "processing-at-bank", "paidout", "failed"]),
  amount,
});
export type WireSettlement = Static<typeof settlementSchema>;

/** What a settlement pays. */
const settledPaymentSchema = Type.Object({ id: paymentId });

const errorSchema = Type.Object({
  status: Type.Integer(),
  title: Type.String(),
  detail: Type.String(),
  field: optional(Type.String()),
});
export type WireError = Static<typeof errorSchema>;

/** An event of the next generation of webhooks. It names the object; a "simple" one doesn't contain it. */
const eventSchema = Type.Object({
  resource: Type.Literal("event"),
  id: Type.String({ minLength: 1, maxLength: 100 }),
  entityId: Type.String({ minLength: 1, maxLength: 100 }),
  _embedded: optional(Type.Object({ entity: optional(Type.Object({ paymentId: optional(paymentId) })) })),
});
export type WireEvent = Static<typeof eventSchema>;

export const wirePayment = shapeOf(paymentSchema);
export const wireCapture = shapeOf(captureSchema);
export const wireRefund = shapeOf(refundSchema);
export const wirePayments = shapeOf(listOf("payments", listedPaymentSchema));
export const wireRefunds = shapeOf(listOf("refunds", refundSchema));
export const wireChargebacks = shapeOf(listOf("chargebacks", chargebackSchema));
export const wireError = shapeOf(errorSchema);
export const wireEvent = shapeOf(eventSchema);
export const wireBalances = shapeOf(listOf("balances", balanceSchema));
export const wireBalanceTransactions = shapeOf(listOf("balance_transactions", transactionSchema));
export const wireSettlements = shapeOf(listOf("settlements", settlementSchema));
export const wireSettledPayments = shapeOf(listOf("payments", settledPaymentSchema));
export const wireSettledCaptures = shapeOf(listOf("captures", captureSchema));
