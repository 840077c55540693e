import { disputeReasons } from "../connectors/contract.ts";
import { at, kind, mode, nullable, oneOf, sum } from "../kernel/fields.ts";
import { Type } from "../kernel/type.ts";
import { answeredMetadata } from "../sessions/metadata-schemas.ts";

const DisputeFileSchema = Type.Object(
  {
    id: Type.String({ description: "Begins with file_live_ or file_sandbox_." }),
    name: Type.String({ description: "The name it was uploaded by." }),
    mediaType: Type.String({ description: "Such as application/pdf." }),
    size: Type.Integer({ minimum: 1, description: "Bytes." }),
  },
  { additionalProperties: false, title: "DisputeFile" },
);

/** A dispute, alone and inside its payment. */
export const DisputeSchema = Type.Object(
  {
    object: kind("dispute"),
    id: Type.String({ description: "Begins with dp_live_ or dp_sandbox_." }),
    mode: mode(),
    payment: Type.String({ description: "Id of the disputed payment." }),
    session: Type.String({ description: "Id of the payment's checkout session." }),
    clientReferenceId: nullable(Type.String(), "The payment's: your own id of the purchase."),
    metadata: answeredMetadata("The payment's."),
    stage: oneOf(
      ["inquiry", "chargeback"],
      "An inquiry is a bank's question and moves no money; a chargeback takes it back.",
    ),
    status: oneOf(
      ["needs_response", "under_review", "won", "lost", "closed"],
      "`closed`: an inquiry that ended without a chargeback.",
    ),
    reason: Type.String({ enum: [...disputeReasons], description: "What the customer said." }),
    amount: sum("What is disputed, in minor units."),
    currency: Type.String({ description: "The payment's." }),
    fee: sum("What the PSP charges for the chargeback, in minor units of the same currency."),
    late: Type.Boolean({
      description: "Whether it is about money that came too late. It is no part of `amountDisputed` then.",
    }),
    accepted: Type.Boolean({ description: "Whether you gave in." }),
    pendingAction: nullable(
      oneOf(["evidence", "accept"]),
      "What was asked of the PSP and isn't confirmed yet. Meanwhile nothing else can be said.",
    ),
    evidence: Type.Record(Type.String(), Type.String(), {
      title: "DisputeEvidence",
      description: "What you said to it: texts by what they prove.",
    }),
    files: Type.Array(DisputeFileSchema, { description: "What you showed." }),
    evidenceDueAt: nullable(at(), "Until when evidence is taken."),
    evidenceSubmittedAt: nullable(at(), "When evidence was sent to the bank."),
    openedAt: at("When the bank opened it."),
    closedAt: nullable(at(), "When it was won, lost or closed."),
    createdAt: at("The same as `openedAt`."),
  },
  { additionalProperties: false, title: "Dispute" },
);
