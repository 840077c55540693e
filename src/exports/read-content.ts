import type { Database } from "../database/database.ts";
import type { TenantScope } from "../database/transaction.ts";
import { isOwnId } from "../kernel/id.ts";
import { notFound } from "../kernel/not-found.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { columnsOf } from "./columns.ts";
import type { Export, StoredRow } from "./export.ts";
import { getChunk, getExport } from "./queries.ts";
import { toCsv } from "./to-csv.ts";
import { toXlsx } from "./to-xlsx.ts";

export type ExportContent = {
  readonly made: Export;
  readonly chunks: AsyncIterable<string> | AsyncIterable<Uint8Array>;
};

/**
 * An export as chunks of its file. One chunk of rows is read at a time, and no connection is held while the reader is slow. Fails with
 * `export_not_ready`.
 */
export async function readContent(
  database: Database,
  scope: TenantScope,
  id: string,
): Promise<Result<ExportContent, Problem>> {
  const made = await findExport(database, scope, id);
  if (!made) return failed(notFound);
  if (made.status !== "completed")
    return failed(problem("export_not_ready", `The export's status is \`${made.status}\`.`));
  const columns = columnsOf(made.columns);
  const rows = readChunks(database, scope, made);
  return success({
    made,
    chunks: made.format === "csv" ? toCsv(columns, rows) : toXlsx(columns, rows, made.rowCount),
  });
}

/** An export of the tenant and mode, or undefined. */
export async function findExport(
  database: Database,
  scope: TenantScope,
  id: string,
): Promise<Export | undefined> {
  return isOwnId(id, "exp", scope) ? database.inTenant(scope, (trx) => getExport(trx, id)) : undefined;
}

/** @throws Error if the export is deleted meanwhile, which breaks the download off: a file without its end mustn't look whole */
async function* readChunks(
  database: Database,
  scope: TenantScope,
  { id, chunkCount }: Export,
): AsyncGenerator<readonly StoredRow[]> {
  for (let number = 0; number < chunkCount; number += 1) {
    const rows = await database.inTenant(scope, (trx) => getChunk(trx, id, number));
    if (!rows) throw new Error(`the export ${id} was deleted while it was downloaded`);
    yield rows;
  }
}
