import type { Static } from "typebox";
import { batchStatuses, settlementTypes } from "../connectors/settlements.ts";
import { mode, nullable, objectType, oneOf, pageFields, pageOf, timestamp } from "../kernel/fields.ts";
import { Type } from "../kernel/type.ts";
import { exceptionReasons, lineStatuses } from "./line.ts";

/** Schemas of the settlements' requests and responses. */

const filter = (description: string) => Type.Optional(Type.String({ maxLength: 100, description }));

export const ListBatchesSchema = Type.Object(pageFields("settlement", "settlements"), {
  additionalProperties: false,
});
export type ListBatchesQuery = Static<typeof ListBatchesSchema>;

export const ListLinesSchema = Type.Object(
  {
    ...pageFields("line", "lines"),
    connectorAccount: filter("Only lines of this connector account."),
    batch: filter("Only lines that this payout pays: its `pspReference`."),
    payment: filter("Only lines of this payment."),
    status: Type.Optional(oneOf(lineStatuses, "Only lines with this status.")),
  },
  { additionalProperties: false },
);
export type ListLinesQuery = Static<typeof ListLinesSchema>;

// Responses ---------------------------------------------------------------------------------------------------------

const text = (description: string) => nullable(Type.String(), description);
const anyAmount = (description: string) => Type.Integer({ description });

const BatchSchema = Type.Object(
  {
    object: objectType("settlement"),
    id: Type.String({ description: "Begins with stb_live_ or stb_sandbox_." }),
    mode: mode(),
    connectorAccount: Type.String({ description: "The account at the PSP that paid it out." }),
    pspReference: Type.String({ description: "The PSP's reference of the payout." }),
    status: oneOf(
      batchStatuses,
      "`paid` and `failed` are the PSP's statements. Only the bank statement shows whether the money arrived.",
    ),
    currency: Type.String({ description: "ISO 4217 code." }),
    amount: anyAmount("Minor units; negative if the PSP collected money."),
    lines: nullable(
      Type.Integer(),
      "The number of lines that it contains; null until all of them are known.",
    ),
    difference: nullable(
      Type.Integer(),
      "The amount less the net amounts of its lines, in minor units: 0 if it adds up; null until all its lines are known.",
    ),
    paidOutAt: timestamp("When the PSP paid it out."),
    arrivesOn: text("The day on which the PSP expects it at the bank, as 2026-11-30."),
    bankEntry: text("The entry of an imported bank statement that shows its arrival."),
  },
  { additionalProperties: false, title: "Settlement" },
);

/** What the import of a report has done. */
export const ImportedReportSchema = Type.Object(
  {
    object: objectType("settlement_report_import"),
    connectorAccount: Type.String({ description: "The account at the PSP that the report is of." }),
    lines: Type.Integer({ description: "Lines of the report." }),
    stored: Type.Integer({ description: "Those that weren't known yet." }),
    exceptions: Type.Integer({ description: "New lines that Kassa can't explain." }),
    matchedLater: Type.Integer({ description: "Earlier exceptions that are explained now." }),
    batches: Type.Array(Type.String(), { description: "The PSP's references of the payouts in the report." }),
  },
  { additionalProperties: false, title: "SettlementReportImport" },
);

const LineSchema = Type.Object(
  {
    object: objectType("settlement.line"),
    id: Type.String({
      description: "Begins with stl_live_ or stl_sandbox_. The ledger's entries name it as `source`.",
    }),
    mode: mode(),
    connectorAccount: Type.String({ description: "The account at the PSP." }),
    pspReference: Type.String({ description: "The PSP's reference of the line." }),
    type: oneOf(settlementTypes, "The booking of the PSP."),
    category: Type.String({ description: "The PSP's own name of the type." }),
    about: text("The PSP's reference of the charge, refund, dispute or payout."),
    batch: text("The PSP's reference of the payout that pays it; null as long as that isn't known."),
    payment: text("The payment that it belongs to."),
    source: text("The attempt, capture, refund or dispute that it settles; null unless it is matched."),
    orderReference: text("`clientReferenceId` of the payment's checkout session."),
    currency: Type.String({ description: "ISO 4217 code of the settlement." }),
    gross: anyAmount("Minor units; positive if you get money."),
    fee: anyAmount("The PSP's fee, in minor units."),
    net: anyAmount("`gross` less `fee`."),
    exchanged: nullable(
      Type.Object(
        {
          currency: Type.String({ description: "The currency that the customer paid in." }),
          amount: anyAmount("The gross amount in that currency, in minor units."),
          rate: text("The PSP's rate, as a decimal number."),
        },
        { additionalProperties: false, title: "SettlementExchange" },
      ),
      "The amount that the PSP exchanged; null if it exchanged nothing.",
    ),
    status: oneOf(
      lineStatuses,
      "`matched`: Kassa has it, of the same amount. `booked`: nothing to match. `exception`: not explained; the gross amount is in `adjustments`.",
    ),
    exceptionReason: nullable(
      oneOf(exceptionReasons, "Why it is an exception."),
      "Null unless it is an exception.",
    ),
    bookedAt: timestamp("When the PSP booked it."),
    availableAt: nullable(
      timestamp(),
      "The time from which it can be paid out; null if the PSP doesn't report it.",
    ),
  },
  { additionalProperties: false, title: "SettlementLine" },
);

export const BatchListSchema = pageOf(BatchSchema, "SettlementList");
export const LineListSchema = pageOf(LineSchema, "SettlementLineList");
