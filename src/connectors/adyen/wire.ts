import type { Static, TSchema } from "typebox";
import { shapeOf } from "../../kernel/shape.ts";
import { Type } from "../../kernel/type.ts";

/** The fields of Adyen's messages that the connector relies on. Other fields are ignored, and what doesn't fit is unknown. */
const time = Type.String({
  pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)$",
});
const amount = Type.Object({
  value: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  currency: Type.String({ pattern: "^[A-Z]{3}$" }),
});
const reference = Type.String({ minLength: 1, maxLength: 80 });
/** Adyen leaves fields without a value out, or sets them to null. */
const optional = <Schema extends TSchema>(schema: Schema) => Type.Optional(Type.Union([Type.Null(), schema]));
const text = optional(Type.String({ maxLength: 1_000 }));

const sessionSchema = Type.Object({
  id: reference,
  reference,
  amount,
  expiresAt: time,
  url: Type.String({ pattern: "^https?://" }),
});

const sessionResultSchema = Type.Object({
  id: reference,
  reference,
  status: Type.Enum(["active", "canceled", "completed", "expired", "paymentPending", "refused"]),
  payments: optional(
    Type.Array(
      Type.Object({
        pspReference: reference,
        amount,
        resultCode: Type.Enum(["Authorised", "Received", "Pending"]),
        paymentMethod: optional(Type.Object({ brand: text, type: text })),
      }),
    ),
  ),
});
export type WireSessionResult = Static<typeof sessionResultSchema>;

/** A capture, cancellation or refund that Adyen will decide about. */
const modificationSchema = Type.Object({
  status: Type.Literal("received"),
  pspReference: reference,
  paymentPspReference: reference,
  reference: optional(Type.String()),
});

const errorSchema = Type.Object({
  status: Type.Integer(),
  errorCode: Type.String({ maxLength: 20 }),
  message: Type.String(),
  errorType: Type.String(),
});

const itemSchema = Type.Object({
  eventCode: Type.String({ pattern: "^[0-9A-Z_]{1,60}$" }),
  success: Type.Enum(["true", "false"]),
  eventDate: time,
  // A report's is the name of its file.
  pspReference: Type.String({ minLength: 1, maxLength: 500 }),
  originalReference: text,
  merchantAccountCode: Type.String({ maxLength: 100 }),
  merchantReference: Type.String({ maxLength: 200 }),
  amount,
  paymentMethod: text,
  reason: text,
  additionalData: Type.Object({
    hmacSignature: Type.String({ maxLength: 100 }),
    cardSummary: text,
    cvcResult: text,
    threeDAuthenticated: text,
    threeDOffered: text,
    threeDSVersion: text,
    eci: text,
    liabilityShift: text,
    "modification.action": text,
    disputeStatus: text,
    defendable: text,
    defensePeriodEndsAt: optional(time),
    chargebackReasonCode: text,
  }),
});
export type WireItem = Static<typeof itemSchema>;

const messageSchema = Type.Object({
  live: Type.Enum(["true", "false"]),
  notificationItems: Type.Array(Type.Object({ NotificationRequestItem: itemSchema }), {
    minItems: 1,
    maxItems: 1_000,
  }),
});

/** The dispute service reports most errors with status 200 and `success: false`. */
const disputeResultSchema = Type.Object({
  disputeServiceResult: Type.Object({ success: Type.Boolean(), errorMessage: text }),
});

const defenseReasonsSchema = Type.Object({
  disputeServiceResult: Type.Object({ success: Type.Boolean(), errorMessage: text }),
  defenseReasons: optional(
    Type.Array(
      Type.Object({
        defenseReasonCode: Type.String({ maxLength: 200 }),
        defenseDocumentTypes: optional(
          Type.Array(
            Type.Object({
              defenseDocumentTypeCode: Type.String({ maxLength: 200 }),
              requirementLevel: Type.String(),
            }),
          ),
        ),
      }),
    ),
  ),
});
export type WireDefenseReasons = Static<typeof defenseReasonsSchema>;

export const wireSession = shapeOf(sessionSchema);
export const wireSessionResult = shapeOf(sessionResultSchema);
export const wireModification = shapeOf(modificationSchema);
export const wireError = shapeOf(errorSchema);
export const wireMessage = shapeOf(messageSchema);
export const wireDisputeResult = shapeOf(disputeResultSchema);
export const wireDefenseReasons = shapeOf(defenseReasonsSchema);
