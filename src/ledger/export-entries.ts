import type { Database } from "../database/database.ts";
import type { Scope } from "../database/transaction.ts";
import { readPage } from "../kernel/page.ts";
import type { Problem } from "../kernel/problem.ts";
import { type Result, success } from "../kernel/result.ts";
import { csvHeader, csvOf } from "./entry.ts";
import { entryFilter } from "./list-entries.ts";
import { type EntryFilter, type ExportPosition, newestTransaction, selectForExport } from "./queries.ts";
import type { ExportEntriesQuery } from "./schemas.ts";

/** Some 250 KB of text: enough for the database to be asked seldom, little enough to be held for each download. */
const pageSize = 1_000;

/**
 * All entries that a query asks for as the parts of a CSV file, oldest transaction first. However many there are, one
 * page of them is held at a time, and no connection or snapshot while the reader is slow.
 *
 * The file ends with the newest transaction that there is when it is begun. Pages follow each other by transaction and
 * entry, and a transaction's entries appear all at once: the file never holds half of one.
 *
 * @returns a problem for times that can't be read
 */
export async function exportEntries(
  database: Database,
  scope: Scope,
  query: ExportEntriesQuery,
): Promise<Result<AsyncIterable<string>, Problem>> {
  const range = readPage("ltx", scope, query);
  if (!range.ok) return range;
  const last = await database.inScope(scope, (trx) => newestTransaction(trx, scope, range.value));
  const from: ExportPosition = { transactionId: range.value.from, entryId: "" };
  return success(writeCsv(database, scope, { from, last, filter: entryFilter(query) }));
}

type Extent = {
  readonly from: ExportPosition;
  readonly last: string | undefined;
  readonly filter: EntryFilter;
};

async function* writeCsv(
  database: Database,
  scope: Scope,
  { from, last, filter }: Extent,
): AsyncGenerator<string> {
  yield csvHeader;
  if (last === undefined) return;
  for (let after = from; ; ) {
    const position = after;
    const page = await database.inScope(scope, (trx) =>
      selectForExport(trx, scope, position, last, filter, pageSize),
    );
    if (page.length > 0) yield page.map(csvOf).join("");
    const end = page.at(-1);
    if (!end || page.length < pageSize) return;
    after = { transactionId: end.transactionId, entryId: end.id };
  }
}
