import type { Static, TSchema } from "typebox";
import { shapeOf } from "../../kernel/shape.ts";
import { Type } from "../../kernel/type.ts";

/**
 * The fields of PayPal's responses that the connector relies on, by PayPal's published specifications. Other fields are ignored. A
 * status that isn't listed here doesn't fit, and what doesn't fit is unknown.
 */
const time = Type.String({
  pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)$",
});
/** Reports may write an offset without a colon. */
const reportTime = Type.String({
  pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:?\\d\\d)$",
});
const money = Type.Object({
  currency_code: Type.String({ pattern: "^[A-Z]{3}$" }),
  value: Type.String({ maxLength: 40 }),
});
/** An amount as PayPal writes it: a decimal in the currency's main unit, such as 10.00 EUR. */
export type WireMoney = Static<typeof money>;

const id = Type.String({ pattern: "^[0-9A-Za-z-]{1,60}$" });
const text = Type.Optional(Type.String());
const link = Type.Object({ href: Type.String(), rel: Type.String() });
export type WireLink = Static<typeof link>;
const links = Type.Optional(Type.Array(link));
const processorResponse = Type.Optional(Type.Object({ response_code: text }));

const authorizationSchema = Type.Object({
  id,
  status: Type.Enum(["CREATED", "CAPTURED", "DENIED", "PARTIALLY_CAPTURED", "VOIDED", "PENDING"]),
  amount: money,
  custom_id: text,
  expiration_time: Type.Optional(time),
  create_time: Type.Optional(time),
  update_time: Type.Optional(time),
  processor_response: processorResponse,
});
export type WireAuthorization = Static<typeof authorizationSchema>;

const captureSchema = Type.Object({
  id,
  status: Type.Enum(["COMPLETED", "DECLINED", "PARTIALLY_REFUNDED", "PENDING", "REFUNDED", "FAILED"]),
  amount: money,
  custom_id: text,
  /** Kassa's key of a capture of an authorization. */
  invoice_id: text,
  final_capture: Type.Optional(Type.Boolean()),
  create_time: Type.Optional(time),
  processor_response: processorResponse,
});
export type WireCapture = Static<typeof captureSchema>;

const refundSchema = Type.Object({
  id,
  status: Type.Enum(["CANCELLED", "FAILED", "PENDING", "COMPLETED"]),
  amount: money,
  custom_id: text,
  /** Kassa's key of the refund. */
  invoice_id: text,
  links,
});
export type WireRefund = Static<typeof refundSchema>;

const list = <Item extends TSchema>(item: Item) => Type.Optional(Type.Array(item));

const unitSchema = Type.Object({
  /** The attempt's id. */
  custom_id: text,
  payments: Type.Optional(
    Type.Object({
      authorizations: list(authorizationSchema),
      captures: list(captureSchema),
      refunds: list(refundSchema),
    }),
  ),
});

const orderSchema = Type.Object({
  id,
  intent: Type.Enum(["CAPTURE", "AUTHORIZE"]),
  status: Type.Enum(["CREATED", "SAVED", "APPROVED", "VOIDED", "COMPLETED", "PAYER_ACTION_REQUIRED"]),
  create_time: time,
  purchase_units: Type.Array(unitSchema, { minItems: 1, maxItems: 1 }),
  links,
});
export type WireOrder = Static<typeof orderSchema>;

const errorSchema = Type.Object({
  name: Type.String({ pattern: "^[A-Z_]+$" }),
  debug_id: Type.String(),
  details: Type.Optional(
    Type.Array(
      Type.Object({ issue: Type.Optional(Type.String({ pattern: "^[0-9A-Z_]{1,255}$" })), field: text }),
    ),
  ),
  links,
});
export type WireError = Static<typeof errorSchema>;

const disputeSchema = Type.Object({
  dispute_id: id,
  disputed_transactions: list(Type.Object({ custom: text })),
  reason: text,
  status: Type.Enum([
    "OPEN",
    "WAITING_FOR_BUYER_RESPONSE",
    "WAITING_FOR_SELLER_RESPONSE",
    "UNDER_REVIEW",
    "RESOLVED",
    "OTHER",
  ]),
  dispute_amount: money,
  dispute_life_cycle_stage: Type.Enum(["INQUIRY", "CHARGEBACK", "PRE_ARBITRATION", "ARBITRATION"]),
  dispute_outcome: Type.Optional(
    Type.Object({
      outcome_code: Type.Optional(
        Type.Enum([
          "RESOLVED_BUYER_FAVOUR",
          "RESOLVED_SELLER_FAVOUR",
          "RESOLVED_WITH_PAYOUT",
          "CANCELED_BY_BUYER",
          "ACCEPTED",
          "DENIED",
          "NONE",
        ]),
      ),
      amount_refunded: Type.Optional(money),
    }),
  ),
  seller_response_due_date: Type.Optional(time),
});
export type WireDispute = Static<typeof disputeSchema>;

/** An event. Its resource is an order, an authorization, a capture, a refund or a dispute. */
const eventSchema = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 100 }),
  event_type: Type.String({ minLength: 1, maxLength: 100 }),
  resource: Type.Object({
    id: Type.Optional(id),
    custom_id: text,
    invoice_id: text,
    links,
    supplementary_data: Type.Optional(
      Type.Object({ related_ids: Type.Optional(Type.Object({ order_id: Type.Optional(id) })) }),
    ),
    purchase_units: list(Type.Object({ custom_id: text })),
    dispute_id: Type.Optional(id),
    disputed_transactions: list(Type.Object({ seller_transaction_id: Type.Optional(id), custom: text })),
  }),
});
export type WireEvent = Static<typeof eventSchema>;

const transactionSchema = Type.Object({
  transaction_id: id,
  /** The transaction that it is about. */
  paypal_reference_id: Type.Optional(id),
  transaction_event_code: Type.String({ pattern: "^T[0-9]{4}$" }),
  transaction_initiation_date: reportTime,
  transaction_amount: money,
  /** Negative if the merchant pays it. */
  fee_amount: Type.Optional(money),
  /** Denied, pending, successful, or successful and reversed since. */
  transaction_status: Type.Enum(["D", "P", "S", "V"]),
  /** Of a withdrawal. */
  bank_reference_id: text,
});
export type WireTransaction = Static<typeof transactionSchema>;

const transactionsSchema = Type.Object({
  transaction_details: Type.Optional(
    Type.Array(Type.Object({ transaction_info: transactionSchema }), { maxItems: 500 }),
  ),
  total_pages: Type.Optional(Type.Integer()),
});

export const wireTransactions = shapeOf(transactionsSchema);
export const wireDispute = shapeOf(disputeSchema);
export const wireEvent = shapeOf(eventSchema);
export const wireOrder = shapeOf(orderSchema);
export const wireCapture = shapeOf(captureSchema);
export const wireRefund = shapeOf(refundSchema);
export const wireError = shapeOf(errorSchema);
