import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../database/database.ts";
import type { TenantScope } from "../../database/transaction.ts";
import { readPage } from "../../kernel/page.ts";
import { type Problem, problem } from "../../kernel/problem.ts";
import { failed, type Result, success } from "../../kernel/result.ts";
import { closeAll } from "../closing/close-books.ts";
import { csvHeader, csvOf } from "../entry.ts";
import { entryFilter, isWanted } from "../list-entries.ts";
import { type EntryFilter, haveEnded, readPosters } from "../queries.ts";
import type { ExportEntriesQuery } from "../schemas.ts";
import { entriesOf } from "../transaction.ts";
import { firstPosition, isOver, positionOf, selectForExport, type Window } from "./queries.ts";

/** Transactions, each with two entries or more: some 500 KB of text. Few questions to the database, and little to hold for each download. */
const pageSize = 1_000;

/**
 * All entries that a query asks for as the parts of a CSV file, in the order of their transactions' positions. However many
 * there are, one page of them is held at a time, and no connection or snapshot while the reader is slow.
 *
 * The file ends with the newest transaction that is committed when it is begun. So the next file, after this one's last transaction,
 * holds exactly the rest. The same holds for files by time, once their time is over: such a file waits for postings that began earlier.
 *
 * @returns a problem for a time or cursor that can't be read, or when a posting isn't committed in time
 */
export async function exportEntries(
  database: Database,
  scope: TenantScope,
  query: ExportEntriesQuery,
): Promise<Result<AsyncIterable<string>, Problem>> {
  const range = readPage("ltx", scope, query);
  if (!range.ok) return range;
  if (!(await settled(database, scope, query.createdBefore))) return failed(unsettled);
  const last = await closeAll(database, scope);
  const after = await afterOf(database, scope, query.afterTransaction);
  if (after === undefined) return failed(unknownTransaction);
  const { from, before } = range.value;
  const window = { from, before, after: after ?? last, last };
  return success(writeCsv(database, scope, { window, filter: entryFilter(query) }));
}

const unknownTransaction = problem(
  "cursor_invalid",
  "It has to be the id of a transaction of this ledger, such as the last one of an earlier file.",
  "afterTransaction",
);

const unsettled: Problem = {
  ...problem("service_unavailable", "A change of the ledger that began earlier isn't committed yet."),
  retryAfter: 5,
};

/** The position that an export follows: 0 for all; null when it is later than all that are closed; undefined when there is no such transaction. */
async function afterOf(
  database: Database,
  scope: TenantScope,
  id: string | undefined,
): Promise<number | null | undefined> {
  return id === undefined ? 0 : database.inTenant(scope, (trx) => positionOf(trx, id));
}

const settleWithinMs = 5_000;

/**
 * Waits until nothing can appear any more before a time that is over. Postings take milliseconds. A process that was stopped in the
 * middle of one loses its connection after 15 s.
 */
async function settled(database: Database, scope: TenantScope, before: string | undefined): Promise<boolean> {
  if (before === undefined) return true;
  const posting = await database.inTenant(scope, async (trx) =>
    (await isOver(trx, before)) ? readPosters(trx) : [],
  );
  if (posting.length === 0) return true;
  const deadline = performance.now() + settleWithinMs;
  for (let waitMs = 5; performance.now() < deadline; waitMs = Math.min(waitMs * 2, 200)) {
    if (await database.inTenant(scope, (trx) => haveEnded(trx, posting))) return true;
    await sleep(waitMs);
  }
  return false;
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
    const entries = page.flatMap(entriesOf).filter((entry) => isWanted(entry, filter));
    if (entries.length > 0) yield entries.map(csvOf).join("");
    const end = page.at(-1);
    if (!end || page.length < pageSize) return;
    after = end.position;
  }
}
