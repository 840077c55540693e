import type { Database } from "../database/database.ts";
import type { TenantScope, TenantTransaction } from "../database/transaction.ts";
import { makePage, type Page, type PageQuery, readPage } from "../kernel/page.ts";
import type { Problem } from "../kernel/problem.ts";
import { type Result, success } from "../kernel/result.ts";
import type { Account } from "./account.ts";
import { selectAccounts, selectInOrder } from "./queries.ts";

/** A page of a tenant's accounts, newest first. */
export async function listAccounts(
  database: Database,
  scope: TenantScope,
  query: PageQuery,
): Promise<Result<Page<Account>, Problem>> {
  const range = readPage("ca", scope, query);
  if (!range.ok) return range;
  const rows = await database.inTenant(scope, (trx) => selectAccounts(trx, range.value));
  return success(makePage(rows, range.value));
}

/** All accounts of a tenant in a mode, in the order in which new charges use them. */
export const listInOrder = (trx: TenantTransaction): Promise<Account[]> => selectInOrder(trx);
