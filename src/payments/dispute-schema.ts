import { disputeReasons } from "../connectors/disputes.ts";
import { amountOrZero, mode, nullable, objectType, oneOf, timestamp } from "../kernel/fields.ts";
import { Type } from "../kernel/type.ts";
import { responseMetadata } from "../sessions/metadata.ts";

const DisputeFileSchema = Type.Object(
  {
    id: Type.String({ description: "Begins with file_live_ or file_sandbox_." }),
    name: Type.String({ description: "The name that it was uploaded with." }),
    mediaType: Type.String({ description: "The media type, such as application/pdf." }),
    size: Type.Integer({ minimum: 1, description: "The size in bytes." }),
  },
  { additionalProperties: false, title: "DisputeFile" },
);

/** A dispute, alone and inside its payment. */
export const DisputeSchema = Type.Object(
  {
    object: objectType("dispute"),
    id: Type.String({ description: "Begins with dp_live_ or dp_sandbox_." }),
    mode: mode(),
    payment: Type.String({ description: "Id of the disputed payment." }),
    session: Type.String({ description: "Id of the payment's checkout session." }),
    clientReferenceId: nullable(
      Type.String(),
      "The payment's `clientReferenceId`: your own id for the purchase.",
    ),
    metadata: responseMetadata("The payment's metadata."),
    stage: oneOf(
      ["inquiry", "chargeback"],
      "In an inquiry the bank only asks for information and no money moves; in a chargeback it takes the money back.",
    ),
    status: oneOf(
      ["needs_response", "under_review", "won", "lost", "closed"],
      "`closed`: an inquiry that ended without a chargeback. `won` and `lost` can change when the bank decides again.",
    ),
    reason: Type.String({ enum: [...disputeReasons], description: "The customer's reason." }),
    amount: amountOrZero("The disputed amount, in minor units."),
    amountLost: amountOrZero(
      "The amount that the customer keeps by the bank's decision, in minor units: 0 before the decision and for a dispute that was won in full, `amount` for one that was lost in full, and the lost part if the bank split the amount.",
    ),
    amountReturned: amountOrZero(
      "The amount that the PSP returned while the bank reviewed the evidence, in minor units; 0 if it returned nothing before the decision. The bank can take it again: `amountDisputed` of the payment doesn't decrease before the decision.",
    ),
    currency: Type.String({ description: "The payment's currency." }),
    fee: amountOrZero("The PSP's fee for the chargeback, in minor units of the same currency."),
    late: Type.Boolean({
      description:
        "Whether the disputed money is late funds. If so, it isn't counted in the payment's `amountDisputed`.",
    }),
    accepted: Type.Boolean({ description: "Whether you accepted the dispute." }),
    pendingAction: nullable(
      oneOf(["evidence", "accept"]),
      "The action that was sent to the PSP and isn't confirmed yet. No other action is possible before that.",
    ),
    evidence: Type.Record(Type.String(), Type.String(), {
      title: "DisputeEvidence",
      description: "Your texts, by what they prove.",
    }),
    files: Type.Array(DisputeFileSchema, { description: "Your evidence files." }),
    evidenceDueAt: nullable(timestamp(), "The deadline for evidence."),
    evidenceSubmittedAt: nullable(timestamp(), "When evidence was sent to the bank."),
    openedAt: timestamp("When the bank opened it."),
    closedAt: nullable(timestamp(), "When it was won, lost or closed, the last time. Null while it is open."),
    createdAt: timestamp("The same as `openedAt`."),
  },
  { additionalProperties: false, title: "Dispute" },
);
