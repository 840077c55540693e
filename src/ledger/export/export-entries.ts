import type { Database } from "../../database/database.ts";
import type { TenantScope } from "../../database/transaction.ts";
import { readPage } from "../../kernel/page.ts";
import { type Problem, problem } from "../../kernel/problem.ts";
import { failed, type Result, success } from "../../kernel/result.ts";
import { closeAll } from "../closing/close-transactions.ts";
import { csvHeader, toCsvLine } from "../entry.ts";
import { entryFilter, matchesFilter } from "../list-entries.ts";
import type { EntryFilter } from "../queries.ts";
import type { ExportEntriesQuery } from "../schemas.ts";
import { entriesOf } from "../transaction.ts";
import { unsettled, waitUntilSettled } from "../wait-until-settled.ts";
import { firstPosition, positionOf, selectForExport, type Window } from "./queries.ts";

/** Transactions per query, each with two entries or more: about 500 KB of text, which keeps queries few and memory small. */
const pageSize = 1_000;

/**
 * Writes the entries that match a query as chunks of a CSV file, in the order of their transactions' positions. Only one page is
 * in memory at a time, and no connection or snapshot is held while the reader is slow.
 *
 * The file ends with the newest transaction that was committed when the export began. So a file that starts after this one's last
 * transaction has exactly the rest. The same is true for a file that ends at a past time: the export first waits for
 * transactions that began posting before that time.
 *
 * @returns a problem for an invalid time or cursor, or if an earlier posting doesn't commit in time
 */
export async function exportEntries(
  database: Database,
  scope: TenantScope,
  query: ExportEntriesQuery,
): Promise<Result<AsyncIterable<string>, Problem>> {
  const range = readPage("ltx", scope, query);
  if (!range.ok) return range;
  if (!(await waitUntilSettled(database, scope, query.createdBefore))) return failed(unsettled);
  const last = await closeAll(database, scope);
  const after = await afterOf(database, scope, query.afterTransaction);
  if (after === undefined) return failed(unknownTransaction);
  const { from, before } = range.value;
  const window = { from, before, after: after ?? last, last };
  return success(writeCsv(database, scope, { window, filter: entryFilter(query) }));
}

const unknownTransaction = problem(
  "cursor_invalid",
  "It has to be the id of a transaction in this ledger, such as the last one of an earlier file.",
  "afterTransaction",
);

/** The position after which an export begins: 0 for all, null if not closed yet, undefined if there is no such transaction. */
async function afterOf(
  database: Database,
  scope: TenantScope,
  id: string | undefined,
): Promise<number | null | undefined> {
  return id === undefined ? 0 : database.inTenant(scope, (trx) => positionOf(trx, id));
}

type Extent = { readonly window: Window; readonly filter: EntryFilter };

async function* writeCsv(
  database: Database,
  scope: TenantScope,
  { window, filter }: Extent,
): AsyncGenerator<string> {
  yield csvHeader;
  const first = await database.inTenant(scope, (trx) => firstPosition(trx, window));
  if (first === undefined) return;
  for (let after = first - 1; ; ) {
    const rest = { ...window, after };
    const page = await database.inTenant(scope, (trx) => selectForExport(trx, rest, filter, pageSize));
    const entries = page.flatMap(entriesOf).filter((entry) => matchesFilter(entry, filter));
    if (entries.length > 0) yield entries.map(toCsvLine).join("");
    const end = page.at(-1);
    if (!end || page.length < pageSize) return;
    after = end.position;
  }
}
