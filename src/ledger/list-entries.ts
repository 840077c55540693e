import type { Database } from "../database/database.ts";
import type { TenantScope } from "../database/transaction.ts";
import { makePage, type Page, readPage } from "../kernel/page.ts";
import type { Problem } from "../kernel/problem.ts";
import { type Result, success } from "../kernel/result.ts";
import type { Entry } from "./entry.ts";
import { type EntryFilter, selectEntries } from "./queries.ts";
import type { ExportEntriesQuery, ListEntriesQuery } from "./schemas.ts";

/** A page of a tenant's entries, newest first. */
export async function listEntries(
  database: Database,
  scope: TenantScope,
  query: ListEntriesQuery,
): Promise<Result<Page<Entry>, Problem>> {
  const range = readPage("lte", scope, query);
  if (!range.ok) return range;
  const rows = await database.inTenant(scope, (trx) => selectEntries(trx, range.value, entryFilter(query)));
  return success(makePage(rows, range.value));
}

/** What a query asks to be narrowed to. */
export function entryFilter({ account, currency, payment, transaction }: ExportEntriesQuery): EntryFilter {
  return { account, currency: currency?.toUpperCase(), paymentId: payment, transactionId: transaction };
}
