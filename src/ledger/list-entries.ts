import type { Database } from "../database/database.ts";
import type { TenantScope } from "../database/transaction.ts";
import { makePage, type Page, type PageRange, readPage } from "../kernel/page.ts";
import type { Problem } from "../kernel/problem.ts";
import { type Result, success } from "../kernel/result.ts";
import type { Entry } from "./entry.ts";
import { type EntryFilter, selectTransactions } from "./queries.ts";
import type { ExportEntriesQuery, ListEntriesQuery } from "./schemas.ts";
import { entriesOf, isWithin, type LedgerTransaction, transactionsAround } from "./transaction.ts";

/** A page of a tenant's entries, newest first. */
export async function listEntries(
  database: Database,
  scope: TenantScope,
  query: ListEntriesQuery,
): Promise<Result<Page<Entry>, Problem>> {
  const range = readPage("lte", scope, query);
  if (!range.ok) return range;
  const filter = entryFilter(query);
  const around = { ...range.value, ...transactionsAround(range.value, scope.mode) };
  const transactions = await database.inTenant(scope, (trx) => selectTransactions(trx, around, filter));
  return success(makePage(entriesInRange(transactions, range.value, filter), range.value));
}

/** Each transaction has at least one matching entry, so as many transactions as a page has entries are enough. */
function entriesInRange(
  transactions: readonly LedgerTransaction[],
  range: PageRange,
  filter: EntryFilter,
): Entry[] {
  const entries = transactions
    .flatMap((transaction) => {
      const own = entriesOf(transaction);
      return range.direction === "ASC" ? own : own.toReversed();
    })
    .filter((entry) => matchesFilter(entry, filter) && isWithin(entry.id, range));
  return entries.slice(0, range.limit);
}

/** Whether an entry of a matching transaction matches the filter itself. */
export const matchesFilter = ({ account }: Entry, filter: EntryFilter): boolean =>
  filter.account === undefined || account === filter.account;

/** The filter in a query. */
export function entryFilter(query: ExportEntriesQuery): EntryFilter {
  const { account, currency, payment, connectorAccount, transaction } = query;
  return {
    account,
    currency: currency?.toUpperCase(),
    paymentId: payment,
    connectorAccount,
    transactionId: transaction,
  };
}
