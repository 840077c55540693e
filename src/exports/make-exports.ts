import type { Database } from "../database/database.ts";
import type { Lease } from "../database/leases.ts";
import type { TenantTransaction } from "../database/transaction.ts";
import { crashPoint } from "../kernel/crash-point.ts";
import { readPaymentFilter, readPaymentPage } from "../payments/read/list-payments.ts";
import { columnsOf, toRow } from "./columns.ts";
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
import { rowsAtMost, sheetBytesAtMost, sheetRow } from "./xlsx/sheet.ts";

export type ExportDeps = {
  readonly database: Database;
  readonly stopping: () => boolean;
  readonly log: { warn(fields: object, message: string): void };
};

/** Payments of a chunk: some 100 KB, read and stored within some 20 ms. */
export const pageSize = 500;
/** Pages until another export has its turn. */
const pagesInTurn = 20;
/** After this time another process continues the export of one that has died. */
const leaseMs = 30_000;
const failuresAtMost = 5;

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
  readonly rows: readonly StoredRow[];
  readonly last: { readonly id: string; readonly createdAt: string } | undefined;
  readonly hasMore: boolean;
};

async function readRows(trx: TenantTransaction, { filters, columns, cursor }: Export): Promise<RowPage> {
  const query = { ...filters, limit: pageSize, ...(cursor === null ? {} : { startingAfter: cursor }) };
  const filter = readPaymentFilter(trx.scope, query);
  if (!filter.ok) throw new Error(`an export's filters aren't valid any more: ${filter.failure.detail}`);
  const { data, hasMore } = await readPaymentPage(trx, filter.value);
  const wanted = columnsOf(columns);
  return { rows: data.map((payment) => toRow(wanted, payment)), last: data.at(-1), hasMore };
}

async function storePage(
  trx: TenantTransaction,
  made: Export,
  { rows, last, hasMore }: RowPage,
): Promise<boolean> {
  const rowCount = made.rowCount + rows.length;
  const sheetBytes = made.sheetBytes + (made.format === "xlsx" ? bytesOf(made, rows) : 0);
  const tooMuch = tooMuchFor(made, rowCount, sheetBytes);
  if (tooMuch) {
    await failExport(trx, made.id, tooMuch);
    return false;
  }
  if (rows.length > 0) await insertChunk(trx, made.id, made.chunkCount, rows);
  await noteProgress(
    trx,
    made.id,
    {
      rowCount,
      sheetBytes,
      chunkCount: made.chunkCount + (rows.length > 0 ? 1 : 0),
      cursor: last?.id ?? made.cursor,
      reachedAt: last ? new Date(last.createdAt) : made.reachedAt,
    },
    leaseMs,
  );
  if (!hasMore) await completeExport(trx, made.id);
  return hasMore;
}

function tooMuchFor({ format }: Export, rowCount: number, sheetBytes: number) {
  if (format !== "xlsx") return undefined;
  if (rowCount > rowsAtMost) return "too_many_rows";
  return sheetBytes > sheetBytesAtMost ? "too_large" : undefined;
}

function bytesOf(made: Export, rows: readonly StoredRow[]): number {
  const columns = columnsOf(made.columns);
  return rows.reduce(
    (sum, row, at) => sum + Buffer.byteLength(sheetRow(columns, row, made.rowCount + at + 2)),
    0,
  );
}
