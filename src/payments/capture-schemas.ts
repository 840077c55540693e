import { movementRefusals } from "../connectors/reasons.ts";
import { amountOrZero, mode, nullable, objectType, oneOf, timestamp } from "../kernel/fields.ts";
import { Type } from "../kernel/type.ts";
import { voidReasons } from "./capture.ts";
import { movementOrigins, shownMovementStatuses } from "./movements/movement.ts";

/** Captures and voids inside a payment. */

const status = () =>
  oneOf(shownMovementStatuses, "`pending` until the PSP has accepted or refused it.", "MovementStatus");

const end = {
  origin: oneOf(
    movementOrigins,
    "Where it was requested: `kassa`, by the API or by Kassa itself, or `psp`, at the PSP's own dashboard.",
    "MovementOrigin",
  ),
  failureReason: nullable(
    Type.String({ enum: [...movementRefusals, "idempotency_key_reused"] }),
    "Why it failed. The codes are the same for all PSPs.",
  ),
  createdAt: timestamp("When it was requested."),
  decidedAt: nullable(timestamp(), "When it succeeded or failed."),
};

export const CaptureSchema = Type.Object(
  {
    object: objectType("capture"),
    id: Type.String({ description: "Begins with cap_live_ or cap_sandbox_." }),
    mode: mode(),
    amount: amountOrZero("In minor units of the payment's currency."),
    status: status(),
    final: Type.Boolean({
      description: "Whether it is the last capture; the rest of the authorization is released.",
    }),
    ...end,
  },
  { additionalProperties: false, title: "Capture" },
);

export const VoidSchema = Type.Object(
  {
    object: objectType("void"),
    id: Type.String({
      description:
        "Begins with vd_live_ or vd_sandbox_; for an attempt that was called off, with co_live_ or co_sandbox_.",
    }),
    mode: mode(),
    amount: amountOrZero("The amount that it releases, in minor units of the payment's currency."),
    status: status(),
    reason: nullable(
      oneOf(voidReasons),
      "`requested`: by your API call. `lapsed`: the authorization wasn't captured in time. `called_off`: the customer confirmed an attempt that Kassa was already cancelling at the PSP. Null if the void was made at the PSP.",
    ),
    ...end,
  },
  { additionalProperties: false, title: "Void" },
);
