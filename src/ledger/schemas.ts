import type { Static } from "typebox";
import {
  currency,
  mode,
  nullable,
  objectType,
  oneOf,
  pageFields,
  pageOf,
  queryTime,
  signedAmount,
  timestamp,
} from "../kernel/fields.ts";
import { Type } from "../kernel/type.ts";
import { accountNames } from "./accounts.ts";
import { postingKinds } from "./postings.ts";

/** Schemas of requests and responses. */

const filters = {
  account: Type.Optional(oneOf(accountNames, "Only entries of this account.")),
  currency: Type.Optional(currency("Only entries in this currency.")),
  payment: Type.Optional(Type.String({ maxLength: 100, description: "Only entries of this payment." })),
  connectorAccount: Type.Optional(
    Type.String({ maxLength: 100, description: "Only entries of this connector account." }),
  ),
  transaction: Type.Optional(
    Type.String({ maxLength: 100, description: "Only the entries of this transaction." }),
  ),
};

export const ListEntriesSchema = Type.Object(
  { ...pageFields("entry", "entries"), ...filters },
  { additionalProperties: false },
);
export type ListEntriesQuery = Static<typeof ListEntriesSchema>;

export const ExportEntriesSchema = Type.Object(
  {
    ...filters,
    afterTransaction: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          "Only transactions after this one, in the order of the file. If you pass the last transaction of the previous file each time, the files together have every entry exactly once.",
      }),
    ),
    createdAfter: Type.Optional(queryTime("Only entries created at or after this time.")),
    createdBefore: Type.Optional(queryTime("Only entries created before this time.")),
  },
  { additionalProperties: false },
);
export type ExportEntriesQuery = Static<typeof ExportEntriesSchema>;

export const LedgerEntrySchema = Type.Object(
  {
    object: objectType("ledger.entry"),
    id: Type.String({ description: "Begins with lte_live_ or lte_sandbox_." }),
    mode: mode(),
    transaction: Type.String({
      description: "The entry's transaction. Its entries sum to zero and were posted together.",
    }),
    kind: Type.String({
      enum: [...postingKinds],
      description: "The kind of transaction; the guide to the ledger describes each.",
    }),
    source: Type.String({
      description:
        "Id of the object that caused it: an attempt, a capture, a void, a call-off, a refund, a dispute or a settlement line.",
    }),
    reverses: nullable(Type.String(), "The transaction that this one reverses; null if it isn't a reversal."),
    payment: nullable(
      Type.String(),
      "Id of the payment; null for what a PSP booked that belongs to no payment, such as a payout.",
    ),
    connectorAccount: Type.String({
      description:
        "The account at the PSP whose money it moves. In the sandbox, it may be your account at the simulated PSP.",
    }),
    account: oneOf(accountNames, "The account that the amount is posted to."),
    currency: Type.String({ description: "ISO 4217 code." }),
    amount: signedAmount("Minor units. A debit is positive, a credit negative; never 0."),
    createdAt: timestamp("When it was posted, in the clock's time if the session has a clock."),
  },
  { additionalProperties: false, title: "LedgerEntry" },
);

export const LedgerEntryListSchema = pageOf(LedgerEntrySchema, "LedgerEntryList");
