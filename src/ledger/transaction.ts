import { assert, present } from "../kernel/assert.ts";
import type { Mode } from "../kernel/mode.ts";
import type { PageRange } from "../kernel/page.ts";
import type { Account } from "./accounts.ts";
import type { Entry } from "./entry.ts";

/** A balanced transaction as it is stored: one row, with its entries in two arrays of the same length. */
export type LedgerTransaction = {
  readonly id: string;
  readonly mode: Mode;
  readonly kind: string;
  readonly sourceId: string;
  readonly reverses: string | null;
  /** Null for settlement lines that belong to no payment. */
  readonly paymentId: string | null;
  readonly connectorAccount: string;
  readonly currency: string;
  readonly accounts: readonly Account[];
  /** Minor units; debits positive, credits negative. They sum to zero. */
  readonly amounts: readonly number[];
  readonly createdAt: Date;
};

export const transactionPrefix = "ltx";
export const entryPrefix = "lte";

/** The last digit of every transaction id. An entry's id has the entry's number there, from 1, so entries sort by id. */
export const transactionDigit = "0";

/** The entries of a transaction, in order. */
export function entriesOf({ accounts, amounts, ...transaction }: LedgerTransaction): Entry[] {
  const { id, mode, kind, sourceId, reverses, paymentId, connectorAccount, currency, createdAt } =
    transaction;
  assert(id.endsWith(transactionDigit), "the id of a transaction ends with 0");
  const stem = `${entryPrefix}${id.slice(transactionPrefix.length, -1)}`;
  return accounts.map((account, index) => ({
    id: `${stem}${index + 1}`,
    mode,
    transactionId: id,
    kind,
    sourceId,
    reverses,
    paymentId,
    connectorAccount,
    account,
    currency,
    amount: present(amounts[index], "an amount for each account"),
    createdAt,
  }));
}

/** The length of an id without its last digit. */
const stemLength = (mode: Mode): number => `${entryPrefix}_${mode}_`.length + 7 + 8 + 21;

/** The range of transaction ids whose entries include a range of entry ids. */
export function transactionsAround(range: PageRange, mode: Mode): { from: string; before: string } {
  const toTransaction = (entryId: string): string =>
    `${transactionPrefix}${entryId.slice(entryPrefix.length, stemLength(mode))}`;
  const isWhole = range.before.length > stemLength(mode);
  return {
    from: toTransaction(range.from),
    // Includes the transaction of the entry `before`.
    before: `${toTransaction(range.before)}${isWhole ? "1" : ""}`,
  };
}

/** Whether an entry id is in the range. Ids are compared by code unit, as in the database's "C" collation. */
export const isWithin = (id: string, { from, before }: PageRange): boolean => id >= from && id < before;
