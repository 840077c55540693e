import type { Database } from "../database/database.ts";
import type { TenantScope } from "../database/transaction.ts";
import { makePage, type Page, type PageQuery, readPage } from "../kernel/page.ts";
import type { Problem } from "../kernel/problem.ts";
import { type Result, success } from "../kernel/result.ts";
import type { BankAccount } from "./account.ts";
import { selectAccounts } from "./queries.ts";

/** A page of a tenant's accounts, newest first. */
export async function listAccounts(
  database: Database,
  scope: TenantScope,
  query: PageQuery,
): Promise<Result<Page<BankAccount>, Problem>> {
  const range = readPage("bac", scope, query);
  if (!range.ok) return range;
  const rows = await database.inTenant(scope, (trx) => selectAccounts(trx, range.value));
  return success(makePage(rows, range.value));
}
