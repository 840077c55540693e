import type {
  BankTransactionCode,
  Batch,
  CreditDebit,
  EntryDetails,
  EntryStatus,
  Money,
  Party,
  StatementEntry,
} from "../bank-statements/entry.ts";
import type { Mode } from "../kernel/mode.ts";
import { storableTexts } from "./storable-texts.ts";

/** What a bank says of an entry beside the fields that have columns of their own. */
export type MoreOfEntry = {
  readonly statementId: string | null;
  readonly entryReference: string | null;
  readonly bankTransactionCode: BankTransactionCode | null;
  readonly batch: Batch | null;
  readonly additionalInformation: string | null;
  readonly charges: readonly Money[];
};

/** An entry of a statement, ready to be stored. */
export type NewBankEntry = {
  readonly bankAccountId: string;
  readonly entryKey: string;
  readonly status: EntryStatus;
  readonly creditDebit: CreditDebit;
  readonly reversal: boolean;
  readonly amountMinor: number;
  readonly currency: string;
  readonly bookingDate: string | null;
  readonly valueDate: string | null;
  readonly bankReference: string | null;
  readonly details: readonly EntryDetails[];
  readonly more: MoreOfEntry;
};

/**
 * Whether it is known what the money is for. `not_applicable`: nothing has to be found out, because it isn't booked, or the tenant
 * paid it.
 */
export type MatchStatus = "unmatched" | "matched" | "ignored" | "not_applicable";

/** The status of an entry before anybody has looked for what it is for. A reversed credit takes a customer's money back. */
export const initialMatchStatus = ({
  status,
  creditDebit,
  reversal,
}: Pick<NewBankEntry, "status" | "creditDebit" | "reversal">): MatchStatus =>
  status === "booked" && (creditDebit === "credit" || reversal) ? "unmatched" : "not_applicable";

/** A movement on one of the tenant's accounts. */
export type BankEntry = Omit<NewBankEntry, "entryKey"> & {
  readonly id: string;
  readonly mode: Mode;
  readonly importId: string;
  readonly matchStatus: MatchStatus;
  /** The number of transactions that the bank lists for it. `details` has only the first of them where entries are listed. */
  readonly transactions: number;
  readonly createdAt: Date;
};

/** What is stored of an entry. Its place in the file isn't. */
export function toNewBankEntry(bankAccountId: string, entry: StatementEntry): NewBankEntry {
  const { entryKey, status, creditDebit, reversal, amountMinor, currency, bookingDate, valueDate } = entry;
  const { statementId, entryReference, bankTransactionCode, batch, additionalInformation, charges } = entry;
  return {
    bankAccountId,
    entryKey,
    status,
    creditDebit,
    reversal,
    amountMinor,
    currency,
    bookingDate,
    valueDate,
    bankReference: storableTexts(entry.bankReference),
    details: storableTexts(entry.details),
    more: storableTexts({
      statementId,
      entryReference,
      bankTransactionCode,
      batch,
      additionalInformation,
      charges,
    }),
  };
}

/** An entry as the API shows it. */
export function toApiBankEntry(entry: BankEntry) {
  return {
    object: "bank_entry",
    id: entry.id,
    mode: entry.mode,
    account: entry.bankAccountId,
    import: entry.importId,
    status: entry.status,
    matchStatus: entry.matchStatus,
    creditDebit: entry.creditDebit,
    reversal: entry.reversal,
    amount: entry.amountMinor,
    currency: entry.currency,
    bookingDate: entry.bookingDate,
    valueDate: entry.valueDate,
    bankReference: entry.bankReference,
    entryReference: entry.more.entryReference,
    statementId: entry.more.statementId,
    bankTransactionCode: entry.more.bankTransactionCode,
    batch: entry.more.batch,
    additionalInformation: entry.more.additionalInformation,
    transactions: entry.transactions,
    details: entry.details.map(toApiDetails),
    createdAt: entry.createdAt.toISOString(),
  };
}

function toApiDetails(details: EntryDetails) {
  return {
    amount: details.amount?.amountMinor ?? null,
    currency: details.amount?.currency ?? null,
    endToEndId: details.endToEndId,
    transactionId: details.transactionId,
    creditorReferences: details.creditorReferences,
    remittance: details.remittance,
    debtor: toApiParty(details.debtor),
    creditor: toApiParty(details.creditor),
    returnReason: details.returnReason,
  };
}

const toApiParty = (party: Party | null) =>
  party === null ? null : { name: party.name, account: party.account?.iban ?? party.account?.other ?? null };
