import type { Static, TProperties, TSchema } from "typebox";
import { shapeOf } from "../../kernel/shape.ts";
import { Type } from "../../kernel/type.ts";

/**
 * The fields of the simulated PSP's responses that the connector relies on, as docs/reference/sandbox.md specifies them. They are
 * not imported from the PSP's code because a real PSP is another company.
 */
const amount = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const amountOrNone = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const currency = Type.String({ pattern: "^[A-Z]{3}$" });
const id = Type.String({ minLength: 1, maxLength: 100 });
const time = Type.String({ pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$" });
const webAddress = Type.String({ pattern: "^https?://" });
const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([Type.Null(), schema]);

const checksSchema = Type.Object({
  cvc: Type.Enum(["pass", "fail", "unchecked"]),
  postcode: Type.Enum(["pass", "fail", "unchecked"]),
  threeDSecure: Type.Object({
    result: Type.Enum(["challenged", "frictionless", "attempted", "none"]),
    version: orNull(Type.String()),
    eci: orNull(Type.String()),
    liabilityShift: Type.Enum(["shifted", "not_shifted"]),
  }),
});

const transferSchema = Type.Object({
  iban: Type.String(),
  bic: Type.String(),
  accountHolder: Type.String(),
  reference: Type.String(),
  pageUrl: webAddress,
});

const declineReason = Type.Enum([
  "generic_decline",
  "insufficient_funds",
  "expired_card",
  "incorrect_cvc",
  "incorrect_postal_code",
  "incorrect_number",
  "lost_card",
  "stolen_card",
  "fraudulent",
  "card_velocity_exceeded",
  "do_not_honor",
  "card_not_supported",
  "currency_not_supported",
  "withdrawal_limit_exceeded",
  "debit_not_authorized",
  "account_closed",
  "processing_error",
  "authentication_failed",
  "authentication_required",
  "abandoned",
]);

const chargeStatuses = ["action_required", "pending", "approved", "declined", "voided", "failed"] as const;

const chargeSchema = Type.Object({
  object: Type.Literal("charge"),
  id,
  mode: Type.Literal("sandbox"),
  account: Type.String(),
  idempotencyKey: Type.String(),
  merchantReference: Type.String(),
  status: Type.Enum(chargeStatuses),
  declineReason: orNull(declineReason),
  amount,
  amountCaptured: amountOrNone,
  amountRefunded: amountOrNone,
  amountReleased: amountOrNone,
  /** For a transfer. Missing if the PSP doesn't accept partial transfers. */
  amountReceived: Type.Optional(amountOrNone),
  currency,
  capture: Type.Enum(["automatic", "manual"]),
  captureBefore: orNull(time),
  method: Type.Enum(["card", "wallet", "bank_debit", "bank_transfer"]),
  /** Whether the customer pays on the PSP's hosted page. */
  hosted: Type.Boolean(),
  card: orNull(Type.Object({ brand: Type.String(), last4: Type.String({ pattern: "^[0-9]{4}$" }) })),
  bankAccount: orNull(Type.Object({ last4: Type.String({ pattern: "^[A-Z0-9]{4}$" }) })),
  checks: orNull(checksSchema),
  actionUrl: orNull(webAddress),
  actionExpiresAt: orNull(time),
  transfer: orNull(transferSchema),
  disputes: Type.Array(id),
  createdAt: time,
});
export type WireCharge = Static<typeof chargeSchema>;

const movementSchema = Type.Object({
  object: Type.Literal("movement"),
  id,
  mode: Type.Literal("sandbox"),
  account: Type.String(),
  idempotencyKey: Type.String(),
  merchantReference: Type.Optional(orNull(Type.String())),
  charge: Type.String(),
  kind: Type.Enum(["capture", "void", "refund"]),
  amount: orNull(amountOrNone),
  final: Type.Boolean(),
  status: Type.Enum(["pending", "succeeded", "refused"]),
  refusal: orNull(
    Type.Enum([
      "charge_not_approved",
      "charge_captured",
      "charge_voided",
      "authorization_lapsed",
      "currency_mismatch",
      "amount_exceeds_authorized",
      "amount_exceeds_captured",
      "charge_disputed",
      "insufficient_balance",
      "account_closed",
      "expired_card",
      "lost_or_stolen_card",
    ]),
  ),
});
export type WireMovement = Static<typeof movementSchema>;

const listedChargeSchema = Type.Intersect([
  chargeSchema,
  Type.Object({ movements: Type.Array(movementSchema), changedAt: time }),
]);
export type WireListedCharge = Static<typeof listedChargeSchema>;

const disputeSchema = Type.Object({
  object: Type.Literal("dispute"),
  id,
  mode: Type.Literal("sandbox"),
  account: Type.String(),
  charge: Type.String(),
  chargeKey: Type.String(),
  stage: Type.Enum(["inquiry", "chargeback"]),
  status: Type.Enum(["needs_response", "under_review", "won", "lost", "closed"]),
  reason: Type.Enum(["fraudulent", "product_not_received", "duplicate", "general"]),
  amount,
  amountLost: amountOrNone,
  currency,
  fee: amountOrNone,
  evidenceDueAt: orNull(time),
});
export type WireDispute = Static<typeof disputeSchema>;

const errorSchema = Type.Object({
  error: Type.Object({
    code: Type.Enum([
      "invalid_request",
      "idempotency_key_required",
      "unknown_test_card",
      "unknown_test_iban",
      "method_captures_at_once",
      "method_currency_unsupported",
      "unauthorized",
      "live_account_refused",
      "not_found",
      "dispute_not_open",
      "idempotency_key_reused",
      "rate_limited",
      "internal_error",
      "unavailable",
    ]),
  }),
});
export type WireErrorCode = Static<typeof errorSchema>["error"]["code"];

const about = <Kind extends string, Fields extends TProperties>(kind: Kind, fields: Fields) =>
  Type.Object({ object: Type.Literal(kind), account: Type.String(), ...fields });

/** Only the fields of a notification that identify the object to look up at the PSP. */
const notificationSchema = Type.Object({
  object: Type.Literal("notification"),
  id,
  type: Type.Enum(["charge.updated", "movement.updated", "dispute.updated"]),
  mode: Type.Literal("sandbox"),
  account: Type.String(),
  data: Type.Union([
    about("charge", { idempotencyKey: Type.String(), status: Type.Optional(Type.String()) }),
    about("movement", { idempotencyKey: Type.String(), charge: id }),
    about("dispute", { id, chargeKey: Type.String() }),
  ]),
});
export type WireNotification = Static<typeof notificationSchema>;

const listOf = <Item extends TSchema>(item: Item, maxItems: number) =>
  Type.Object({ object: Type.Literal("list"), data: Type.Array(item, { maxItems }) });

export const wireCharge = shapeOf(chargeSchema);
export const wireChargeList = shapeOf(listOf(chargeSchema, 1));
export const wireMovement = shapeOf(movementSchema);
export const wireMovementList = shapeOf(listOf(movementSchema, 1));
export const wireHistory = shapeOf(
  Type.Intersect([listOf(listedChargeSchema, 100), Type.Object({ next: orNull(Type.String()) })]),
);
export const wireDispute = shapeOf(disputeSchema);
export const wireDue = shapeOf(Type.Object({ object: Type.Literal("due"), at: orNull(time) }));
export const wireClock = shapeOf(
  Type.Object({ object: Type.Literal("clock"), id: Type.String(), now: time }),
);
export const wireError = shapeOf(errorSchema);
export const wireNotification = shapeOf(notificationSchema);
