import type { Static } from "typebox";
import { movementRefusals } from "../../connectors/reasons.ts";
import {
  amount,
  amountOrZero,
  currency,
  mode,
  nullable,
  objectType,
  oneOf,
  pageFields,
  pageOf,
  timestamp,
} from "../../kernel/fields.ts";
import { Type } from "../../kernel/type.ts";
import { MetadataSchema, responseMetadata } from "../../sessions/metadata.ts";
import { movementOrigins, shownMovementStatuses } from "../movements/movement.ts";
import { refundReasons } from "./refund.ts";

/** Schemas of refunds' requests and responses. */

export const CreateRefundSchema = Type.Object(
  {
    payment: Type.String({ minLength: 1, maxLength: 100, description: "Id of the payment." }),
    amount: Type.Optional(
      amount(
        "The amount to refund, in minor units of the payment's currency. Default: all that is left to refund.",
      ),
    ),
    reason: Type.Optional(
      nullable(oneOf(refundReasons, undefined, "RefundReason"), "Your reason. Default: null."),
    ),
    metadata: Type.Optional(
      nullable(
        MetadataSchema,
        "Your own notes, merged by key with the payment's metadata. Null: the refund has no metadata.",
      ),
    ),
  },
  { additionalProperties: false },
);
export type CreateRefundBody = Static<typeof CreateRefundSchema>;

export const ListRefundsSchema = Type.Object(
  {
    ...pageFields("refund", "refunds"),
    payment: Type.Optional(Type.String({ maxLength: 100, description: "Only refunds of this payment." })),
    status: Type.Optional(oneOf(shownMovementStatuses, "Only refunds with this status.")),
    amount: Type.Optional(amount("Only refunds of this amount.")),
    currency: Type.Optional(currency("Only refunds in this currency.")),
  },
  { additionalProperties: false },
);
export type ListRefundsQuery = Static<typeof ListRefundsSchema>;

export const RefundSchema = Type.Object(
  {
    object: objectType("refund"),
    id: Type.String({ description: "Begins with re_live_ or re_sandbox_." }),
    mode: mode(),
    payment: Type.String({ description: "Id of the refunded payment." }),
    session: Type.String({ description: "Id of the payment's checkout session." }),
    amount: amountOrZero("The refunded amount, in minor units."),
    currency: Type.String({ description: "The payment's currency." }),
    status: oneOf(
      shownMovementStatuses,
      "`pending` until the PSP has decided. A refund that succeeded can still become `failed` when the customer's bank sends it back.",
    ),
    late: Type.Boolean({
      description: "Whether it returns late funds or a surplus. If so, it isn't counted in `amountRefunded`.",
    }),
    reason: nullable(oneOf(refundReasons, undefined, "RefundReason"), "Your reason, if you gave one."),
    origin: oneOf(
      movementOrigins,
      "Where it was requested: `kassa`, by the API or by Kassa itself, or `psp`, at the PSP's dashboard.",
    ),
    failureReason: nullable(
      Type.String({ enum: [...movementRefusals, "idempotency_key_reused"] }),
      "Why it failed. The codes are the same for all PSPs.",
    ),
    delayedUntil: nullable(
      timestamp(),
      "The PSP refuses the refund until then, and Kassa requests it again afterwards. Mollie takes a second refund of the same amount for a mistake for one hour. Null if nothing is delayed.",
    ),
    clientReferenceId: nullable(
      Type.String(),
      "The payment's `clientReferenceId`: your own id for the purchase.",
    ),
    metadata: responseMetadata(
      "Your own notes: the payment's metadata when the refund was created, with your later changes.",
    ),
    createdAt: timestamp("When it was requested."),
    decidedAt: nullable(timestamp(), "When it succeeded or failed."),
  },
  { additionalProperties: false, title: "Refund" },
);

export const RefundListSchema = pageOf(RefundSchema, "RefundList");
