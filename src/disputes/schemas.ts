import type { Static } from "typebox";
import { currency, oneOf, pageFields, pageOf } from "../kernel/fields.ts";
import { Type } from "../kernel/type.ts";
import { DisputeSchema } from "../payments/dispute-schema.ts";
import { evidenceNames, evidenceTextLength, evidenceTexts } from "./evidence.ts";
import { filesPerDispute } from "./files/add-file.ts";
import { disputeStages, disputeStatuses } from "./state.ts";

/** Schemas of requests and responses. The dispute's own schema is in `payments`, because payments include disputes. */

export const ListDisputesSchema = Type.Object(
  {
    ...pageFields("dispute", "disputes"),
    status: Type.Optional(oneOf(disputeStatuses, "Only disputes with this status.")),
    stage: Type.Optional(oneOf(disputeStages, "Only disputes in this stage.")),
    currency: Type.Optional(currency("Only disputes in this currency.")),
    payment: Type.Optional(Type.String({ maxLength: 100, description: "Only disputes of this payment." })),
  },
  { additionalProperties: false },
);
export type ListDisputesQuery = Static<typeof ListDisputesSchema>;

const textField = (description: string) =>
  Type.Optional(
    Type.Union([Type.String({ minLength: 1, maxLength: evidenceTextLength }), Type.Null()], {
      "x-expects": `It has to be a text of 1 to ${evidenceTextLength} characters, or null.`,
      description,
    }),
  );

export const EvidenceSchema = Type.Object(
  {
    texts: Type.Optional(
      Type.Object(Object.fromEntries(evidenceNames.map((name) => [name, textField(evidenceTexts[name])])), {
        additionalProperties: false,
        title: "DisputeEvidence",
        description:
          "Texts, by what they prove. Each text that you send replaces the saved one; null removes it.",
      }),
    ),
    files: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), {
        maxItems: filesPerDispute,
        uniqueItems: true,
        description: "Ids of the dispute's files that are part of the evidence. Default: all its files.",
      }),
    ),
    submit: Type.Optional(
      Type.Boolean({
        description:
          "Whether to send the evidence to the bank now: that of this request and what was saved before. The bank accepts evidence only once. Default: false.",
      }),
    ),
  },
  { additionalProperties: false },
);
export type EvidenceBody = Static<typeof EvidenceSchema>;

export const DisputeListSchema = pageOf(DisputeSchema, "DisputeList");
