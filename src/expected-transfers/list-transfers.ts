import type { Database } from "../database/database.ts";
import type { TenantScope } from "../database/transaction.ts";
import { makePage, type Page, readPage } from "../kernel/page.ts";
import type { Problem } from "../kernel/problem.ts";
import { type Result, success } from "../kernel/result.ts";
import { selectTransfers } from "./queries.ts";
import type { ListTransfersQuery } from "./schemas.ts";
import type { ExpectedTransfer } from "./transfer.ts";

/** A page of a tenant's expected transfers, newest first. */
export async function listTransfers(
  database: Database,
  scope: TenantScope,
  query: ListTransfersQuery,
): Promise<Result<Page<ExpectedTransfer>, Problem>> {
  const range = readPage("etr", scope, query);
  if (!range.ok) return range;
  const filter = { sessionId: query.session };
  const rows = await database.inTenant(scope, (trx) => selectTransfers(trx, range.value, filter));
  return success(makePage(rows, range.value));
}
