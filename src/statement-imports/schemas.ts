import type { Static } from "typebox";
import {
  amountOrZero,
  mode,
  nullable,
  objectType,
  oneOf,
  pageFields,
  pageOf,
  signedAmount,
  timestamp,
} from "../kernel/fields.ts";
import { Type } from "../kernel/type.ts";

/** Schemas of the imports' and entries' requests and responses. */

export const ImportQuerySchema = Type.Object(
  {
    name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        pattern: "^[^/\\\\]+$",
        "x-expects": "It has to be a file name of 1 to 255 characters, without a path.",
        description: "The name of the file, for the list of imports.",
      }),
    ),
    account: Type.Optional(
      Type.String({
        maxLength: 100,
        description: "Refuse the file if it has statements of another bank account than this one.",
      }),
    ),
    csvMapping: Type.Optional(
      Type.String({
        maxLength: 4_000,
        description:
          "For a CSV file: a JSON object that says what its columns mean. See the guide on bank statements.",
      }),
    ),
  },
  { additionalProperties: false },
);
export type ImportQuery = Static<typeof ImportQuerySchema>;

export const ListImportsSchema = Type.Object(pageFields("import", "imports"), {
  additionalProperties: false,
});
export type ListImportsQuery = Static<typeof ListImportsSchema>;

const entryStatuses = ["booked", "pending", "information"] as const;
const matchStatuses = ["unmatched", "matched", "ignored", "not_applicable"] as const;

export const ListEntriesSchema = Type.Object(
  {
    ...pageFields("entry", "entries"),
    account: Type.Optional(
      Type.String({ maxLength: 100, description: "Only entries of this bank account." }),
    ),
    import: Type.Optional(
      Type.String({ maxLength: 100, description: "Only entries that this import stored." }),
    ),
    status: Type.Optional(oneOf(entryStatuses, "Only entries with this status.")),
    matchStatus: Type.Optional(
      oneOf(matchStatuses, "Only these entries. `unmatched` is the list of what you have to look at."),
    ),
  },
  { additionalProperties: false },
);
export type ListEntriesQuery = Static<typeof ListEntriesSchema>;

// Responses ---------------------------------------------------------------------------------------------------------

const text = (description: string) => nullable(Type.String(), description);
const count = (description: string) => Type.Integer({ minimum: 0, description });

const BalanceSchema = Type.Object(
  {
    amount: signedAmount("In minor units; negative if the account is overdrawn."),
    currency: Type.String({ description: "The balance's currency." }),
    date: text("The day of the balance."),
  },
  { additionalProperties: false, title: "StatementBalance" },
);

const StatementSchema = Type.Object(
  {
    account: Type.String({ description: "The bank account's id." }),
    statementId: text("The bank's id of the statement."),
    sequence: text("The bank's number of the statement."),
    from: text("The first day of the statement, as the bank wrote it."),
    to: text("The last day of the statement, as the bank wrote it."),
    opening: nullable(BalanceSchema, "The opening balance; null if the file has none."),
    closing: nullable(BalanceSchema, "The closing balance; null if the file has none."),
    addsUp: nullable(
      Type.Boolean(),
      "Whether the opening balance plus the booked entries is the closing balance. If not, entries may be missing. Null if this can't be checked.",
    ),
    entries: count("The number of its entries."),
  },
  { additionalProperties: false, title: "ImportedStatement" },
);

const FindingSchema = Type.Object(
  {
    code: Type.String({ description: "What kind of warning it is, such as balance_differs." }),
    message: Type.String({ description: "What is odd about the file." }),
    line: nullable(Type.Integer({ minimum: 1 }), "The line of the file."),
  },
  { additionalProperties: false, title: "StatementFinding" },
);

export const ImportSchema = Type.Object(
  {
    object: objectType("statement_import"),
    id: Type.String({ description: "Begins with sti_live_ or sti_sandbox_." }),
    mode: mode(),
    status: oneOf(
      ["receiving", "storing", "completed"],
      "`receiving`: the file is being sent, or its sender was interrupted; nothing is stored. `storing`: entries are being stored; after a crash, this continues automatically.",
    ),
    fileName: text("The name of the file."),
    fileSha256: text("The SHA-256 of the file, in hexadecimal digits."),
    format: text("The format with its version, such as camt.053.001.08."),
    bytes: nullable(count("The size of the file."), "The size of the file in bytes."),
    entriesFound: count("The number of entries in the file."),
    entriesNew: count("The number of new entries that were stored."),
    entriesChanged: count(
      "The number of known entries that are now booked, or have more details than in an earlier file.",
    ),
    entriesKnown: count("The number of known entries without a change."),
    statements: Type.Array(StatementSchema, { description: "The first 100 statements of the file." }),
    findings: Type.Array(FindingSchema, { description: "Up to 100 warnings about the file." }),
    createdAt: timestamp("When the import began."),
    completedAt: nullable(timestamp(), "When all entries were stored."),
  },
  { additionalProperties: false, title: "StatementImport" },
);
export const ImportListSchema = pageOf(ImportSchema, "StatementImportList");

const PartySchema = Type.Object(
  {
    name: text("The name, as the bank knows it."),
    account: text("The IBAN, or another identification of the account."),
  },
  { additionalProperties: false, title: "BankParty" },
);

const DetailsSchema = Type.Object(
  {
    amount: nullable(
      amountOrZero("In minor units."),
      "The transaction's amount in minor units; null if the bank gives none.",
    ),
    currency: text("The amount's currency."),
    endToEndId: text("The payer's end-to-end id."),
    transactionId: text("The bank's transaction id or UETR."),
    creditorReferences: Type.Array(
      Type.Object(
        {
          type: text("RF, QRR, or the bank's code."),
          reference: Type.String({ description: "The reference." }),
        },
        { additionalProperties: false, title: "CreditorReference" },
      ),
      { description: "Structured references, such as an RF or QR reference." },
    ),
    remittance: text("The payer's text."),
    debtor: nullable(PartySchema, "The payer. In a reversal, the original payer."),
    creditor: nullable(PartySchema, "The payee. In a reversal, the original payee."),
    returnReason: nullable(
      Type.Object(
        { code: text("The code, such as AC04."), text: text("The bank's text.") },
        { additionalProperties: false, title: "ReturnReason" },
      ),
      "Why the payment was returned.",
    ),
  },
  { additionalProperties: false, title: "BankTransaction" },
);

export const EntrySchema = Type.Object(
  {
    object: objectType("bank_entry"),
    id: Type.String({ description: "Begins with ben_live_ or ben_sandbox_." }),
    mode: mode(),
    account: Type.String({ description: "The bank account's id." }),
    import: Type.String({ description: "The import that stored it." }),
    status: oneOf(entryStatuses, "Only `booked` is money on the account."),
    matchStatus: oneOf(
      matchStatuses,
      "Whether the purpose of the money is known. `unmatched`: it is open for your decision. `not_applicable`: it isn't booked, or you paid it.",
    ),
    creditDebit: oneOf(
      ["credit", "debit"],
      "What it does to the balance. A reversed credit is a debit.",
      "CreditDebit",
    ),
    reversal: Type.Boolean({ description: "Whether it reverses an earlier entry." }),
    amount: amountOrZero("In minor units."),
    currency: Type.String({ description: "The amount's currency." }),
    bookingDate: text("The day on which it was booked."),
    valueDate: text("The day from which it counts for interest."),
    bankReference: text("The bank's reference."),
    entryReference: text("Another reference of the entry; its use differs between countries."),
    statementId: text("The bank's id of the statement."),
    bankTransactionCode: nullable(
      Type.Object(
        {
          domain: text("The domain, such as PMNT."),
          family: text("The family, such as RCDT."),
          subFamily: text("The sub-family, such as ESCT."),
          proprietary: text("The bank's own code."),
          issuer: text("The issuer of the bank's own code."),
        },
        { additionalProperties: false, title: "BankTransactionCode" },
      ),
      "The kind of transaction, according to ISO 20022 and to the bank.",
    ),
    batch: nullable(
      Type.Object(
        {
          messageId: text("The id of the message."),
          paymentInformationId: text("The id of the batch."),
          transactions: nullable(count("How many."), "The number of transactions according to the bank."),
        },
        { additionalProperties: false, title: "BankBatch" },
      ),
      "Set if the entry is one booking of several transactions.",
    ),
    additionalInformation: text("Additional information of the bank about the entry."),
    transactions: count("The number of transactions that the bank lists for it."),
    details: Type.Array(DetailsSchema, { description: "The first 10 of these transactions." }),
    createdAt: timestamp("When it was stored."),
  },
  { additionalProperties: false, title: "BankEntry" },
);
export const EntryListSchema = pageOf(EntrySchema, "BankEntryList");
