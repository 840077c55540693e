import type { Database } from "../database/database.ts";
import type { TenantScope, TenantTransaction } from "../database/transaction.ts";
import { isOwnId } from "../kernel/id.ts";
import { makePage, type Page, type PageQuery, readPage } from "../kernel/page.ts";
import type { Problem } from "../kernel/problem.ts";
import { type Result, success } from "../kernel/result.ts";
import type { StatementImport } from "./import.ts";
import { getImport, selectImports } from "./queries.ts";

/** A page of a tenant's imports, newest first. */
export async function listImports(
  database: Database,
  scope: TenantScope,
  query: PageQuery,
): Promise<Result<Page<StatementImport>, Problem>> {
  const range = readPage("sti", scope, query);
  if (!range.ok) return range;
  const rows = await database.inTenant(scope, (trx) => selectImports(trx, range.value));
  return success(makePage(rows, range.value));
}

/** The caller's import, or undefined. Ids of other tenants are recognised without a query. */
export async function findImport(trx: TenantTransaction, id: string): Promise<StatementImport | undefined> {
  return isOwnId(id, "sti", trx.scope) ? getImport(trx, id) : undefined;
}
