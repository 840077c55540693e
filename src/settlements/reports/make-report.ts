import type { Database } from "../../database/database.ts";
import type { TenantScope } from "../../database/transaction.ts";
import { idFloor } from "../../kernel/id.ts";
import { type Problem, problem } from "../../kernel/problem.ts";
import { failed, type Result, success } from "../../kernel/result.ts";
import { rowsOfSheet } from "../../kernel/xlsx/sheet.ts";
import { unsettled, waitUntilSettled } from "../../ledger/wait-until-settled.ts";
import { type Closing, countReported, type IdRange, selectClosings, selectReported } from "./queries.ts";
import { type RangeQuery, readRange, type TimeRange } from "./read-range.ts";
import type { Report, ReportedTransaction, ReportFormat, ReportName } from "./report.ts";
import { toCsv } from "./to-csv.ts";
import { toJson } from "./to-json.ts";
import { toXlsx } from "./to-xlsx.ts";

/** Transactions per query: about 500 KB of text, which keeps queries few and memory small. */
const pageSize = 1_000;

export type ReportQuery = RangeQuery & { readonly format?: ReportFormat };

/** The chunks of a file. */
export type ReportFile = AsyncIterable<string> | AsyncIterable<Uint8Array>;

/**
 * A report as chunks of a file, which is read and written page by page; no connection or snapshot is held while the reader is slow. A
 * report that ends in the past first waits for postings that began before its end.
 *
 * Fails with `parameter_invalid`, with `report_too_large` for an XLSX file of more lines than a sheet has, and with `service_unavailable`
 * if an earlier posting doesn't commit in time.
 */
export async function makeReport(
  database: Database,
  scope: TenantScope,
  name: ReportName,
  { format = "json", ...query }: ReportQuery,
  xlsxLinesAtMost = rowsOfSheet,
): Promise<Result<ReportFile, Problem>> {
  const range = readRange(query);
  if (!range.ok) return range;
  if (!(await waitUntilSettled(database, scope, range.value.end))) return failed(unsettled);
  const report = await openReport(database, scope, name, range.value);
  if (format === "csv") return success(toCsv(report));
  if (format === "json") return success(toJson(report, scope.mode));
  const ids = idsOf(scope, range.value);
  const lines = await database.inTenant(scope, (trx) => countReported(trx, name, ids, xlsxLinesAtMost + 1));
  return lines > xlsxLinesAtMost ? failed(tooLarge) : success(toXlsx(report));
}

const tooLarge = problem(
  "report_too_large",
  `An XLSX file has at most ${rowsOfSheet} lines. Send format=csv, or a shorter period.`,
  "format",
);

const idsOf = ({ mode, tenantId }: TenantScope, { start, end }: TimeRange): IdRange => ({
  from: idFloor("ltx", mode, tenantId, Date.parse(start)),
  before: idFloor("ltx", mode, tenantId, Date.parse(end)),
});

async function openReport(
  database: Database,
  scope: TenantScope,
  name: ReportName,
  range: TimeRange,
): Promise<Report> {
  // Read once, so that a report doesn't change its mind when a month is closed meanwhile.
  const closings = await database.inTenant(scope, selectClosings);
  return {
    name,
    range,
    isClosed: closings.some(({ endsAt }) => endsAt.getTime() >= Date.parse(range.end)),
    pages: () => readPages(database, scope, { name, ids: idsOf(scope, range), closings }),
  };
}

type Reading = { readonly name: ReportName; readonly ids: IdRange; readonly closings: readonly Closing[] };

async function* readPages(
  database: Database,
  scope: TenantScope,
  { name, ids, closings }: Reading,
): AsyncGenerator<readonly ReportedTransaction[]> {
  for (let { from } = ids; ; ) {
    const rest = { ...ids, from };
    const page = await database.inTenant(scope, (trx) => selectReported(trx, name, rest, closings, pageSize));
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    // The smallest text above an id.
    from = `${last.id}0`;
  }
}
