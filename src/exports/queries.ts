import { inEachTenant } from "../database/in-each-tenant.ts";
import { type Lease, leasesOf } from "../database/leases.ts";
import type { TenantTransaction, Transaction } from "../database/transaction.ts";
import { idTimeMs } from "../kernel/id.ts";
import type { PageRange } from "../kernel/page.ts";
import type { Export, FailureReason, StoredRow } from "./export.ts";

const columns = `id, mode, resource, format, filters, columns, status, failure_reason AS "failureReason", row_count AS "rowCount",
  chunk_count AS "chunkCount", cursor, reached_at AS "reachedAt", sheet_bytes AS "sheetBytes", created_at AS "createdAt",
  completed_at AS "completedAt"`;

/** The right to make an export's next pages. */
export const exportLeases = leasesOf({
  table: "exports",
  due: "status IN ('pending', 'running')",
  orderBy: "touched_at",
});

/** Counts the exports that are being made, in this mode. Serializes their creation until the commit, so that the count stays correct. */
export async function lockUnfinishedCount(trx: TenantTransaction): Promise<number> {
  await trx.run("SELECT pg_advisory_xact_lock(hashtextextended('exports', $1))", [trx.tenantId]);
  const row = await trx.one<{ count: number }>(
    "SELECT count(*) AS count FROM exports WHERE tenant_id = $1 AND mode = $2 AND status IN ('pending', 'running')",
    [trx.tenantId, trx.mode],
  );
  return row?.count ?? 0;
}

export type NewExport = Pick<Export, "id" | "resource" | "format" | "filters" | "columns">;

export function insertExport(trx: TenantTransaction, made: NewExport): Promise<Export | undefined> {
  return trx.one<Export>(
    `INSERT INTO exports (tenant_id, id, mode, resource, format, filters, columns, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${columns}`,
    [
      trx.tenantId,
      made.id,
      trx.mode,
      made.resource,
      made.format,
      JSON.stringify(made.filters),
      made.columns,
      new Date(idTimeMs(made.id)),
    ],
  );
}

export function getExport(trx: TenantTransaction, id: string): Promise<Export | undefined> {
  return trx.one<Export>(`SELECT ${columns} FROM exports WHERE tenant_id = $1 AND id = $2`, [
    trx.tenantId,
    id,
  ]);
}

export function selectExports(trx: TenantTransaction, range: PageRange): Promise<Export[]> {
  return trx.query<Export>(
    `SELECT ${columns} FROM exports WHERE tenant_id = $1 AND id >= $2 AND id < $3
     ORDER BY id ${range.direction} LIMIT $4`,
    [trx.tenantId, range.from, range.before, range.limit],
  );
}

/** Deletes an export with its rows, made or being made; how many there were. */
export function deleteExport(trx: TenantTransaction, id: string): Promise<number> {
  return trx.run("DELETE FROM exports WHERE tenant_id = $1 AND id = $2", [trx.tenantId, id]);
}

export type Progress = Pick<Export, "rowCount" | "chunkCount" | "cursor" | "reachedAt" | "sheetBytes">;

/** Notes how far the export is, under the lock of its row; its lease lasts for so long from now. */
export async function noteProgress(
  trx: TenantTransaction,
  id: string,
  progress: Progress,
  leaseMs: number,
): Promise<void> {
  await trx.run(
    `UPDATE exports SET status = 'running', row_count = $3, chunk_count = $4, cursor = $5, reached_at = $6, sheet_bytes = $7,
       failures = 0, touched_at = statement_timestamp(), lease_until = statement_timestamp() + make_interval(secs => $8)
     WHERE tenant_id = $1 AND id = $2`,
    [
      trx.tenantId,
      id,
      progress.rowCount,
      progress.chunkCount,
      progress.cursor,
      progress.reachedAt,
      progress.sheetBytes,
      leaseMs / 1000,
    ],
  );
}

/** Ends an export of which everything is stored. */
export async function completeExport(trx: TenantTransaction, id: string): Promise<void> {
  await trx.run(
    "UPDATE exports SET status = 'completed', completed_at = statement_timestamp() WHERE tenant_id = $1 AND id = $2",
    [trx.tenantId, id],
  );
}

/** Ends the export without a file. What was stored of it goes with it, after its days. */
export async function failExport(trx: TenantTransaction, id: string, reason: FailureReason): Promise<void> {
  await trx.run(
    "UPDATE exports SET status = 'failed', failure_reason = $3 WHERE tenant_id = $1 AND id = $2",
    [trx.tenantId, id, reason],
  );
}

/** Gives the lease back, if it is still held, so that the next export has its turn. */
export async function release(trx: TenantTransaction, { id, fence }: Lease): Promise<void> {
  await trx.run(
    "UPDATE exports SET lease_until = NULL WHERE tenant_id = $1 AND id = $2 AND lease_fence = $3",
    [trx.tenantId, id, fence],
  );
}

/** Notes that a page couldn't be made, and ends the export at the last of so many times. The lease stays until it ends. */
export async function noteFailure(
  trx: TenantTransaction,
  { id, fence }: Lease,
  atMost: number,
): Promise<void> {
  await trx.run(
    `UPDATE exports SET failures = failures + 1, touched_at = statement_timestamp(),
       status = CASE WHEN failures + 1 >= $4 THEN 'failed' ELSE status END,
       failure_reason = CASE WHEN failures + 1 >= $4 THEN 'internal_error' END
     WHERE tenant_id = $1 AND id = $2 AND lease_fence = $3 AND status IN ('pending', 'running')`,
    [trx.tenantId, id, fence, atMost],
  );
}

/** @param pieces JSON arrays of rows, none of them empty, which are stored as one */
export async function insertChunk(
  trx: TenantTransaction,
  exportId: string,
  number: number,
  pieces: readonly string[],
): Promise<void> {
  const rows = `[${pieces.map((piece) => piece.slice(1, -1)).join()}]`;
  await trx.run(
    "INSERT INTO export_chunks (tenant_id, export_id, number, mode, rows) VALUES ($1, $2, $3, $4, $5)",
    [trx.tenantId, exportId, number, trx.mode, rows],
  );
}

export async function getChunk(
  trx: TenantTransaction,
  exportId: string,
  number: number,
): Promise<readonly StoredRow[] | undefined> {
  const chunk = await trx.one<{ rows: StoredRow[] }>(
    "SELECT rows FROM export_chunks WHERE tenant_id = $1 AND export_id = $2 AND number = $3",
    [trx.tenantId, exportId, number],
  );
  return chunk?.rows;
}

/** Deletes some exports that are older, with their rows; how many. */
export async function deleteOldExports(trx: Transaction, days: number, limit: number): Promise<number> {
  const old = await trx.query<{ tenantId: number; id: string }>(
    `SELECT tenant_id AS "tenantId", id FROM exports
     WHERE created_at < statement_timestamp() - make_interval(days => $1) ORDER BY created_at LIMIT $2`,
    [days, limit],
  );
  const counts = await inEachTenant(old, async (tenantId, own) => [
    await trx.run("DELETE FROM exports WHERE tenant_id = $1 AND id = ANY ($2::text[])", [
      tenantId,
      own.map(({ id }) => id),
    ]),
  ]);
  return counts.reduce((sum, count) => sum + count, 0);
}
