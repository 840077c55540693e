import Type, { type Static } from "typebox";
import { Compile } from "typebox/compile";

/**
 * The simulated PSP's answers, as far as the connector relies on them (docs/sandbox.md is the specification). The shapes
 * are written down here once more, and not imported from the PSP: to us it is another company.
 */
const amount = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

export const chargeSchema = Type.Object({
  object: Type.Literal("charge"),
  id: Type.String({ minLength: 1, maxLength: 100 }),
  mode: Type.Literal("sandbox"),
  account: Type.String(),
  idempotencyKey: Type.String(),
  status: Type.Enum(["action_required", "pending", "approved", "declined", "voided"]),
  declineReason: Type.Union([
    Type.Null(),
    Type.Enum([
      "generic_decline",
      "insufficient_funds",
      "expired_card",
      "incorrect_cvc",
      "processing_error",
      "authentication_failed",
      "abandoned",
    ]),
  ]),
  amount,
  currency: Type.String({ pattern: "^[A-Z]{3}$" }),
  capture: Type.Enum(["automatic", "manual"]),
  challengeUrl: Type.Union([Type.Null(), Type.String({ pattern: "^https?://" })]),
});
export type WireCharge = Static<typeof chargeSchema>;

const movementSchema = Type.Object({
  object: Type.Literal("movement"),
  id: Type.String({ minLength: 1, maxLength: 100 }),
  mode: Type.Literal("sandbox"),
  account: Type.String(),
  idempotencyKey: Type.String(),
  charge: Type.String(),
  status: Type.Enum(["succeeded", "refused"]),
  refusal: Type.Union([Type.Null(), Type.String({ minLength: 1, maxLength: 100 })]),
});
export type WireMovement = Static<typeof movementSchema>;

const errorSchema = Type.Object({
  error: Type.Object({
    code: Type.Enum([
      "invalid_request",
      "idempotency_key_required",
      "unknown_test_card",
      "unauthorized",
      "live_account_refused",
      "not_found",
      "idempotency_key_reused",
      "rate_limited",
      "internal_error",
      "unavailable",
    ]),
  }),
});
export type WireErrorCode = Static<typeof errorSchema>["error"]["code"];

const notificationSchema = Type.Object({
  object: Type.Literal("notification"),
  id: Type.String({ minLength: 1, maxLength: 100 }),
  type: Type.Literal("charge.updated"),
  mode: Type.Literal("sandbox"),
  account: Type.String(),
  charge: chargeSchema,
});

export const wireCharge = Compile(chargeSchema);
export const wireChargeList = Compile(
  Type.Object({ object: Type.Literal("list"), data: Type.Array(chargeSchema, { maxItems: 1 }) }),
);
export const wireMovement = Compile(movementSchema);
export const wireError = Compile(errorSchema);
export const wireNotification = Compile(notificationSchema);
