import type { Database } from "../database/database.ts";
import type { Lease } from "../database/leases.ts";
import type { TenantTransaction } from "../database/transaction.ts";
import { crashPoint } from "../kernel/crash-point.ts";
import { rowsOfSheet } from "../kernel/xlsx/sheet.ts";
import type { ApiPayment } from "../payments/read/describe-payment.ts";
import { readPaymentFilter, readPaymentPage } from "../payments/read/list-payments.ts";
import { collectedOf } from "../sessions/collected-of.ts";
import type { Column } from "./column.ts";
import { columnsOf, showsCollected, toRow } from "./columns.ts";
import type { Export, StoredRow } from "./export.ts";
import {
  completeExport,
  exportLeases,
  failExport,
  getExport,
  insertChunk,
  noteFailure,
  noteProgress,
  release,
} from "./queries.ts";
import { toSheetRow } from "./to-xlsx.ts";

export type ExportDeps = {
  readonly database: Database;
  readonly stopping: () => boolean;
  readonly log: { warn(fields: object, message: string): void };
};

/** Payments of a chunk: some 100 KB, read and stored within some 20 ms. */
export const pageSize = 500;
/** Payments that are read at once: nothing else is done while they are parsed, and what they take is freed before it grows old. */
const readSize = 100;
/** Pages until another export has its turn. */
const pagesInTurn = 20;
/** After this time another process continues the export of one that has died. */
const leaseMs = 30_000;
const failuresAtMost = 5;
/** Of the sheets of an XLSX file together: below what a ZIP archive without ZIP64 can hold. */
const sheetBytesAtMost = 4_000_000_000;

/**
 * Makes some pages of the export that has waited the longest; whether there may be more to do at once. One page is one transaction: its
 * rows are stored with the cursor that they reach, so that whoever continues begins exactly after them.
 */
export async function makeExports(deps: ExportDeps): Promise<boolean> {
  const { database } = deps;
  const [lease] = await database.inWorker((trx) => exportLeases.takeDue(trx, 1, leaseMs));
  if (!lease) return false;
  crashPoint("export:leased");
  try {
    for (let pages = 0; pages < pagesInTurn && !deps.stopping(); pages += 1) {
      if (!(await makePage(database, lease))) return true;
    }
  } catch (error) {
    // Its lease goes on for a while, so that others come first.
    await database.inTenant(lease, (trx) => noteFailure(trx, lease, failuresAtMost));
    deps.log.warn({ err: error, export: lease.id }, "a page of an export couldn't be made");
    return true;
  }
  await database.inTenant(lease, (trx) => release(trx, lease));
  crashPoint("export:released");
  return !deps.stopping();
}

/** Makes the next page of the export. False if there is none: it is completed or has failed, was deleted, or the lease is lost. */
async function makePage(database: Database, lease: Lease): Promise<boolean> {
  const hasMore = await database.inTenant(lease, async (trx) => {
    // First of all: who erases a customer waits for this lock, and then deletes what was read before.
    if (!(await exportLeases.holds(trx, lease))) return false;
    const made = await getExport(trx, lease.id);
    if (!made || made.status === "completed" || made.status === "failed") return false;
    const page = await readRows(trx, made);
    crashPoint("export:page-read");
    return storePage(trx, made, page);
  });
  crashPoint("export:page-stored");
  return hasMore;
}

type RowPage = {
  /** JSON arrays of rows, as they are stored: rows themselves would grow old until the page is stored, and fill the memory. */
  readonly pieces: readonly string[];
  readonly rowCount: number;
  /** Of an XLSX file. */
  readonly sheetBytes: number;
  readonly last: { readonly id: string; readonly createdAt: string } | undefined;
  readonly hasMore: boolean;
};

async function readRows(trx: TenantTransaction, made: Export): Promise<RowPage> {
  const columns = columnsOf(made.columns);
  const shown = showsCollected(made.columns);
  const pieces: string[] = [];
  let { rowCount, sheetBytes } = { rowCount: 0, sheetBytes: 0 };
  let last: RowPage["last"];
  let hasMore = true;
  while (hasMore && rowCount < pageSize) {
    const read = await readPayments(trx, made, last?.id ?? made.cursor);
    const collected = shown ? await collectedOf(trx, read.data.map(sessionOf)) : undefined;
    const rows = read.data.map((payment) =>
      toRow(columns, payment, collected?.get(sessionOf(payment)) ?? null),
    );
    if (rows.length > 0) pieces.push(JSON.stringify(rows));
    if (made.format === "xlsx") sheetBytes += bytesOf(columns, rows, made.rowCount + rowCount);
    rowCount += rows.length;
    const end = read.data.at(-1);
    last = end ? { id: end.id, createdAt: end.createdAt } : last;
    hasMore = read.hasMore;
  }
  return { pieces, rowCount, sheetBytes, last, hasMore };
}

const sessionOf = ({ session }: ApiPayment): string => session;

function readPayments(trx: TenantTransaction, { filters }: Export, after: string | null) {
  const query = { ...filters, limit: readSize, ...(after === null ? {} : { startingAfter: after }) };
  const filter = readPaymentFilter(trx.scope, query);
  if (!filter.ok) throw new Error(`an export's filters aren't valid any more: ${filter.failure.detail}`);
  return readPaymentPage(trx, filter.value);
}

/** The size of rows in an XLSX sheet. @param position the number of rows before them */
const bytesOf = (columns: readonly Column[], rows: readonly StoredRow[], position: number): number =>
  rows.reduce(
    (sum, row, at) => sum + Buffer.byteLength(toSheetRow(columns, row, ((position + at) % rowsOfSheet) + 2)),
    0,
  );

async function storePage(trx: TenantTransaction, made: Export, page: RowPage): Promise<boolean> {
  const { pieces, last, hasMore } = page;
  const sheetBytes = made.sheetBytes + page.sheetBytes;
  if (sheetBytes > sheetBytesAtMost) {
    await failExport(trx, made.id, "too_large");
    return false;
  }
  if (pieces.length > 0) await insertChunk(trx, made.id, made.chunkCount, pieces);
  await noteProgress(
    trx,
    made.id,
    {
      rowCount: made.rowCount + page.rowCount,
      sheetBytes,
      chunkCount: made.chunkCount + (pieces.length > 0 ? 1 : 0),
      cursor: last?.id ?? made.cursor,
      reachedAt: last ? new Date(last.createdAt) : made.reachedAt,
    },
    leaseMs,
  );
  if (!hasMore) await completeExport(trx, made.id);
  return hasMore;
}
