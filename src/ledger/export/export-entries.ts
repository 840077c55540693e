import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../database/database.ts";
import type { TenantScope } from "../../database/transaction.ts";
import { present } from "../../kernel/assert.ts";
import { readPage } from "../../kernel/page.ts";
import { type Problem, problem } from "../../kernel/problem.ts";
import { failed, type Result, success } from "../../kernel/result.ts";
import { csvHeader, csvOf } from "../entry.ts";
import { entryFilter } from "../list-entries.ts";
import type { EntryFilter } from "../queries.ts";
import type { ExportEntriesQuery } from "../schemas.ts";
import {
  type ExportPosition,
  firstPosition,
  type Horizon,
  isSettled,
  positionOf,
  readHorizon,
  selectForExport,
  type Window,
} from "./queries.ts";

/** Some 250 KB of text: enough for the database to be asked seldom, little enough to be held for each download. */
const pageSize = 1_000;

/**
 * All entries that a query asks for as the parts of a CSV file, in the order of their transactions' positions. However many
 * there are, one page of them is held at a time, and no connection or snapshot while the reader is slow.
 *
 * The file ends with the newest transaction that there is when it is begun, after all that were being committed then have
 * ended. So the next file, after this one's last transaction or from this one's end in time, holds exactly the rest.
 *
 * @returns a problem for a time or cursor that can't be read, or when a transaction of the database doesn't end
 */
export async function exportEntries(
  database: Database,
  scope: TenantScope,
  query: ExportEntriesQuery,
): Promise<Result<AsyncIterable<string>, Problem>> {
  const range = readPage("ltx", scope, query);
  if (!range.ok) return range;
  const after = await afterOf(database, scope, query.afterTransaction);
  if (after === undefined) return failed(unknownTransaction);
  const horizon = await database.inTenant(scope, (trx) => readHorizon(trx, query.createdBefore));
  const { last, isPast } = present(horizon, "the row of a SELECT without FROM");
  if (!(await settled(database, scope, present(horizon, "the horizon")))) return failed(unsettled);
  const { from, before } = range.value;
  const window = { from, before, after, last: isPast ? Number.MAX_SAFE_INTEGER : last };
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

/** The position that an export follows: 0 for all; undefined when there is no such transaction. */
async function afterOf(
  database: Database,
  scope: TenantScope,
  id: string | undefined,
): Promise<number | undefined> {
  return id === undefined ? 0 : database.inTenant(scope, (trx) => positionOf(trx, id));
}

const settleWithinMs = 5_000;

/** Postings take milliseconds. A process that was stopped in the middle of one loses its connection after 15 s. */
async function settled(database: Database, scope: TenantScope, horizon: Horizon): Promise<boolean> {
  const deadline = performance.now() + settleWithinMs;
  for (let waitMs = 5; performance.now() < deadline; waitMs = Math.min(waitMs * 2, 200)) {
    if (await database.inTenant(scope, (trx) => isSettled(trx, horizon))) return true;
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
  for (let after: ExportPosition = { position: first, entryId: "" }; ; ) {
    const position = after;
    const page = await database.inTenant(scope, (trx) =>
      selectForExport(trx, window, position, filter, pageSize),
    );
    if (page.length > 0) yield page.map(csvOf).join("");
    const end = page.at(-1);
    if (!end || page.length < pageSize) return;
    after = { position: end.position, entryId: end.id };
  }
}
