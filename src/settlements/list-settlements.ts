import type { Database } from "../database/database.ts";
import type { TenantScope } from "../database/transaction.ts";
import { makePage, type Page, readPage } from "../kernel/page.ts";
import type { Problem } from "../kernel/problem.ts";
import { type Result, success } from "../kernel/result.ts";
import type { StoredBatch } from "./batch.ts";
import type { StoredLine } from "./line.ts";
import { selectBatches, selectLines } from "./queries.ts";
import type { ListBatchesQuery, ListLinesQuery } from "./schemas.ts";

/** A page of a tenant's payouts, those paid out last first. */
export async function listBatches(
  database: Database,
  scope: TenantScope,
  query: ListBatchesQuery,
): Promise<Result<Page<StoredBatch>, Problem>> {
  const range = readPage("stb", scope, query);
  if (!range.ok) return range;
  const rows = await database.inTenant(scope, (trx) => selectBatches(trx, range.value));
  return success(makePage(rows, range.value));
}

/** A page of a tenant's settlement lines, those booked last first. */
export async function listLines(
  database: Database,
  scope: TenantScope,
  query: ListLinesQuery,
): Promise<Result<Page<StoredLine>, Problem>> {
  const range = readPage("stl", scope, query);
  if (!range.ok) return range;
  const { connectorAccount, batch, payment, status } = query;
  const filter = { connectorAccount, batch, paymentId: payment, status };
  const rows = await database.inTenant(scope, (trx) => selectLines(trx, range.value, filter));
  return success(makePage(rows, range.value));
}
