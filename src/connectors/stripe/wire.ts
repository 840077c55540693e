import type { Static, TSchema } from "typebox";
import { shapeOf } from "../../kernel/shape.ts";
import { Type } from "../../kernel/type.ts";

/** The fields of Stripe's objects that the connector relies on, of API version 2026-08-26.dahlia. */
const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([Type.Null(), schema]);
const optional = <Schema extends TSchema>(schema: Schema) => Type.Optional(orNull(schema));
const text = Type.String({ minLength: 1, maxLength: 5000 });
const amount = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const currency = Type.String({ pattern: "^[a-z]{3}$" });
/** Unix seconds. */
const time = Type.Integer({ minimum: 0, maximum: 8_640_000_000_000 });
const metadata = Type.Record(Type.String(), Type.String());

const errorSchema = Type.Object({
  error: Type.Object({ type: text, code: optional(text), param: optional(text) }),
});

const refundSchema = Type.Object({
  object: Type.Literal("refund"),
  id: text,
  amount,
  currency,
  created: time,
  metadata: orNull(metadata),
  payment_intent: orNull(text),
  status: orNull(text),
  failure_reason: optional(text),
  /** Null for the release of an authorization, which Stripe shows as a refund. */
  balance_transaction: orNull(text),
});

const cardSchema = Type.Object({
  brand: orNull(text),
  last4: orNull(Type.String({ pattern: "^[0-9]{4}$" })),
  capture_before: Type.Optional(time),
  checks: optional(Type.Object({ cvc_check: orNull(text), address_postal_code_check: orNull(text) })),
  three_d_secure: optional(
    Type.Object({
      result: orNull(text),
      authentication_flow: orNull(text),
      version: orNull(text),
      electronic_commerce_indicator: orNull(text),
    }),
  ),
  wallet: optional(Type.Object({ type: text })),
});

const chargeSchema = Type.Object({
  object: Type.Literal("charge"),
  id: text,
  amount,
  amount_captured: amount,
  amount_refunded: amount,
  currency,
  captured: Type.Boolean(),
  created: time,
  disputed: Type.Boolean(),
  status: Type.Enum(["succeeded", "pending", "failed"]),
  failure_code: optional(text),
  outcome: optional(Type.Object({ reason: optional(text) })),
  payment_method_details: optional(Type.Object({ type: text, card: Type.Optional(cardSchema) })),
});

const intentSchema = Type.Object({
  object: Type.Literal("payment_intent"),
  id: text,
  amount,
  amount_capturable: amount,
  amount_received: amount,
  currency,
  created: time,
  livemode: Type.Boolean(),
  metadata,
  status: Type.Enum([
    "canceled",
    "processing",
    "requires_action",
    "requires_capture",
    "requires_confirmation",
    "requires_payment_method",
    "succeeded",
  ]),
  capture_method: Type.Enum(["automatic", "automatic_async", "manual"]),
  canceled_at: orNull(time),
  cancellation_reason: orNull(text),
  last_payment_error: orNull(Type.Object({ code: Type.Optional(text), decline_code: Type.Optional(text) })),
  latest_charge: orNull(Type.Union([text, chargeSchema])),
});

const sessionSchema = Type.Object({
  object: Type.Literal("checkout.session"),
  id: text,
  status: Type.Enum(["open", "complete", "expired"]),
  url: orNull(Type.String({ pattern: "^https?://" })),
  expires_at: time,
  created: time,
  livemode: Type.Boolean(),
  metadata: orNull(metadata),
  payment_intent: orNull(Type.Union([text, intentSchema])),
});

const disputeSchema = Type.Object({
  object: Type.Literal("dispute"),
  id: text,
  amount,
  currency,
  status: Type.Enum([
    "lost",
    "needs_response",
    "prevented",
    "under_review",
    "warning_closed",
    "warning_needs_response",
    "warning_under_review",
    "won",
  ]),
  reason: text,
  evidence_details: Type.Object({ due_by: orNull(time) }),
  balance_transactions: Type.Array(Type.Object({ amount: Type.Integer(), fee: Type.Integer(), currency })),
  payment_intent: orNull(Type.Union([text, intentSchema])),
});

/** What a balance transaction is about, expanded. Refunds and disputes have the currency of their charge. */
const sourceSchema = Type.Object({
  object: text,
  id: text,
  amount: Type.Optional(Type.Integer()),
  amount_captured: Type.Optional(amount),
  currency: Type.Optional(currency),
  payment_intent: optional(Type.Union([text, Type.Object({ id: text })])),
});

const signed = Type.Integer({ minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER });

const balanceTransactionSchema = Type.Object({
  object: Type.Literal("balance_transaction"),
  id: text,
  amount: signed,
  fee: signed,
  net: signed,
  currency,
  created: time,
  available_on: time,
  exchange_rate: orNull(Type.Unsafe<number>({ type: "number" })),
  reporting_category: text,
  source: orNull(Type.Union([text, sourceSchema])),
});

const payoutSchema = Type.Object({
  object: Type.Literal("payout"),
  id: text,
  amount: signed,
  currency,
  created: time,
  arrival_date: time,
  automatic: Type.Boolean(),
  reconciliation_status: Type.Enum(["completed", "in_progress", "not_applicable"]),
  status: text,
  statement_descriptor: orNull(text),
  trace_id: orNull(Type.Object({ value: orNull(text) })),
});

const fileSchema = Type.Object({ object: Type.Literal("file"), id: text });

const listOf = <Schema extends TSchema>(schema: Schema) =>
  Type.Object({ object: Type.Literal("list"), data: Type.Array(schema), has_more: Type.Boolean() });

const eventSchema = Type.Object({
  object: Type.Literal("event"),
  id: text,
  type: text,
  created: time,
  livemode: Type.Boolean(),
  data: Type.Object({
    object: Type.Object({
      object: text,
      id: text,
      payment_intent: optional(text),
      metadata: optional(metadata),
    }),
  }),
});

export type WireCharge = Static<typeof chargeSchema>;
export type WireIntent = Static<typeof intentSchema>;
export type WireSession = Static<typeof sessionSchema>;
export type WireRefund = Static<typeof refundSchema>;
export type WireDispute = Static<typeof disputeSchema>;
export type WireBalanceTransaction = Static<typeof balanceTransactionSchema>;
export type WirePayout = Static<typeof payoutSchema>;
export type WireEvent = Static<typeof eventSchema>;

export const wireError = shapeOf(errorSchema);
export const wireSession = shapeOf(sessionSchema);
export const wireSessions = shapeOf(listOf(sessionSchema));
export const wireIntent = shapeOf(intentSchema);
export const wireIntents = shapeOf(listOf(intentSchema));
export const wireRefund = shapeOf(refundSchema);
export const wireRefunds = shapeOf(listOf(refundSchema));
export const wireDispute = shapeOf(disputeSchema);
export const wireDisputes = shapeOf(listOf(disputeSchema));
export const wireEvent = shapeOf(eventSchema);
export const wireEvents = shapeOf(listOf(eventSchema));
export const wireBalanceTransactions = shapeOf(listOf(balanceTransactionSchema));
export const wirePayouts = shapeOf(listOf(payoutSchema));
export const wireFile = shapeOf(fileSchema);
