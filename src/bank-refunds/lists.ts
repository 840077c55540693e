import type { Database } from "../database/database.ts";
import type { TenantScope } from "../database/transaction.ts";
import { makePage, type Page, readPage } from "../kernel/page.ts";
import type { Problem } from "../kernel/problem.ts";
import { type Result, success } from "../kernel/result.ts";
import type { BankRefund } from "./bank-refund.ts";
import { selectFiles, selectRefunds } from "./queries.ts";
import type { RefundFile } from "./refund-file.ts";
import type { ListFilesQuery, ListRefundsQuery } from "./schemas.ts";

/** A page of a tenant's bank refunds, newest first. */
export async function listRefunds(
  database: Database,
  scope: TenantScope,
  query: ListRefundsQuery,
): Promise<Result<Page<BankRefund>, Problem>> {
  const range = readPage("brf", scope, query);
  if (!range.ok) return range;
  const filter = { status: query.status };
  const rows = await database.inTenant(scope, (trx) => selectRefunds(trx, range.value, filter));
  return success(makePage(rows, range.value));
}

/** A page of a tenant's files of bank refunds, newest first. */
export async function listFiles(
  database: Database,
  scope: TenantScope,
  query: ListFilesQuery,
): Promise<Result<Page<RefundFile>, Problem>> {
  const range = readPage("brx", scope, query);
  if (!range.ok) return range;
  const rows = await database.inTenant(scope, (trx) => selectFiles(trx, range.value));
  return success(makePage(rows, range.value));
}
