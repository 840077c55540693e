import type { Static } from "typebox";
import { mode, nullable, objectType, oneOf, text, timestamp } from "../../kernel/fields.ts";
import { Type } from "../../kernel/type.ts";
import { monthPattern } from "./month.ts";
import { differenceKinds, periodStatuses } from "./period.ts";

/** Schemas of the periods' requests and responses. */

const month = () =>
  Type.String({ pattern: monthPattern, maxLength: 7, description: "A calendar month in UTC, as 2026-11." });

export const ClosePeriodSchema = Type.Object(
  {
    month: month(),
    despiteDifferences: Type.Optional(
      Type.Boolean({
        description:
          "Closes it although there are differences or imports are incomplete, and keeps their list with it.",
      }),
    ),
  },
  { additionalProperties: false },
);
export type ClosePeriodBody = Static<typeof ClosePeriodSchema>;

export const ReopenPeriodSchema = Type.Object(
  { month: month(), reason: text(500, "Why it is reopened, for the audit log.") },
  { additionalProperties: false },
);
export type ReopenPeriodBody = Static<typeof ReopenPeriodSchema>;

export const DifferencesQuerySchema = Type.Object({ month: month() }, { additionalProperties: false });
export type DifferencesQuery = Static<typeof DifferencesQuerySchema>;

const DifferenceSchema = Type.Object(
  {
    kind: oneOf(
      differenceKinds,
      "`exception`: settlement lines that Kassa can't explain. `not_settled`: payments, refunds and disputes that settlement lines haven't cleared.",
    ),
    connectorAccount: Type.String({ description: "The account at the PSP." }),
    currency: Type.String({ description: "ISO 4217 code." }),
    count: Type.Integer({ description: "How many there are." }),
    amount: Type.Integer({
      description: "Minor units: the lines' gross amounts, or what is left in psp_clearing.",
    }),
    examples: Type.Array(Type.String(), {
      description: "The ids of up to 20: settlement lines; attempts, captures, refunds and disputes.",
    }),
  },
  { additionalProperties: false, title: "LedgerDifference" },
);

const IncompleteImportSchema = Type.Object(
  {
    account: Type.String({ description: "The connector account or bank account." }),
    completeUntil: nullable(
      Type.String(),
      "The time up to which all bookings are imported, or for a bank account the last day, such as 2026-10-31. Null if nothing is imported.",
    ),
    detail: Type.String({ description: "What to run or to hand over." }),
  },
  { additionalProperties: false, title: "LedgerIncompleteImport" },
);

const incompleteImports = (description: string) => Type.Array(IncompleteImportSchema, { description });

export const PeriodSchema = Type.Object(
  {
    object: objectType("ledger.period"),
    mode: mode(),
    month: month(),
    status: oneOf(periodStatuses, "`reopened` months can be posted in, until they are closed again."),
    closedAt: timestamp("When it was last closed."),
    differences: Type.Array(DifferenceSchema, { description: "Those despite which it was closed." }),
    incompleteImports: incompleteImports(
      "The accounts whose imports hadn't reached the end of the month when it was closed.",
    ),
    reason: nullable(Type.String(), "Why it was reopened; null if it is closed."),
  },
  { additionalProperties: false, title: "LedgerPeriod" },
);

export const PeriodListSchema = Type.Object(
  { object: objectType("list"), data: Type.Array(PeriodSchema, { description: "The months." }) },
  { additionalProperties: false, title: "LedgerPeriodList" },
);

export const DifferenceListSchema = Type.Object(
  {
    object: objectType("list"),
    data: Type.Array(DifferenceSchema, { description: "The differences." }),
    incompleteImports: incompleteImports(
      "The accounts whose imports haven't reached the month's end. The month can be closed if both lists are empty.",
    ),
  },
  { additionalProperties: false, title: "LedgerDifferenceList" },
);
