import type { Static } from "typebox";
import { movementRefusals } from "../../connectors/contract.ts";
import {
  amount,
  at,
  currency,
  kind,
  mode,
  nullable,
  oneOf,
  pageFields,
  pageOf,
  sum,
} from "../../kernel/fields.ts";
import { Type } from "../../kernel/type.ts";
import { answeredMetadata, MetadataSchema } from "../../sessions/metadata.ts";
import { movementOrigins } from "../movements/movement.ts";
import { shownMovementStatuses } from "../movements/state.ts";
import { refundReasons } from "./refund.ts";

/** Schemas of refunds' requests and answers. */

export const CreateRefundSchema = Type.Object(
  {
    payment: Type.String({ minLength: 1, maxLength: 100, description: "Id of the payment." }),
    amount: Type.Optional(
      amount("How much, in minor units of the payment's currency. Default: all that hasn't been refunded."),
    ),
    reason: Type.Optional(nullable(oneOf(refundReasons, undefined, "RefundReason"), "Why. Default: null.")),
    metadata: Type.Optional(
      nullable(
        MetadataSchema,
        "Your own notes, merged by key with the payment's, which a refund begins with. Null for none at all.",
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
    status: Type.Optional(oneOf(shownMovementStatuses, "Only refunds that stand so.")),
    amount: Type.Optional(amount("Only refunds of this amount.")),
    currency: Type.Optional(currency("Only refunds in this currency.")),
  },
  { additionalProperties: false },
);
export type ListRefundsQuery = Static<typeof ListRefundsSchema>;

export const RefundSchema = Type.Object(
  {
    object: kind("refund"),
    id: Type.String({ description: "Begins with re_live_ or re_sandbox_." }),
    mode: mode(),
    payment: Type.String({ description: "Id of the payment that it gives back." }),
    session: Type.String({ description: "Id of the payment's checkout session." }),
    amount: sum("How much, in minor units."),
    currency: Type.String({ description: "The payment's." }),
    status: oneOf(
      shownMovementStatuses,
      "`pending` until the PSP has said yes or no. A refund that succeeded can still become `failed`: the customer's bank sent it back.",
    ),
    late: Type.Boolean({
      description:
        "Whether Kassa returned money by it that came too late, or was too much. It is no part of `amountRefunded` then.",
    }),
    reason: nullable(oneOf(refundReasons, undefined, "RefundReason"), "Why, if you said so."),
    origin: oneOf(
      movementOrigins,
      "Where it was asked for: `kassa`, by the API or by Kassa itself, or `psp`, at the PSP's own dashboard.",
    ),
    failureReason: nullable(
      Type.String({ enum: [...movementRefusals, "idempotency_key_reused"] }),
      "Why it failed, in one word for all PSPs.",
    ),
    clientReferenceId: nullable(Type.String(), "The payment's: your own id of the purchase."),
    metadata: answeredMetadata(
      "Your own notes: the payment's when the refund was made, and what you changed.",
    ),
    createdAt: at("When it was asked for."),
    decidedAt: nullable(at(), "When it succeeded or failed."),
  },
  { additionalProperties: false, title: "Refund" },
);

export const RefundListSchema = pageOf(RefundSchema, "RefundList");
