import type { Database } from "../database/database.ts";
import type { TenantScope } from "../database/transaction.ts";
import { makePage, type Page, readPage } from "../kernel/page.ts";
import type { Problem } from "../kernel/problem.ts";
import { type Result, success } from "../kernel/result.ts";
import type { BankEntry } from "./bank-entry.ts";
import { selectEntries } from "./queries.ts";
import type { ListEntriesQuery } from "./schemas.ts";

/** A page of the movements on a tenant's accounts, those stored last first. */
export async function listEntries(
  database: Database,
  scope: TenantScope,
  query: ListEntriesQuery,
): Promise<Result<Page<BankEntry>, Problem>> {
  const range = readPage("ben", scope, query);
  if (!range.ok) return range;
  const { account, import: importId, status, matchStatus } = query;
  const filter = { accountId: account, importId, status, matchStatus };
  const rows = await database.inTenant(scope, (trx) => selectEntries(trx, range.value, filter));
  return success(makePage(rows, range.value));
}
