import type { Database } from "../database/database.ts";
import type { TenantScope } from "../database/transaction.ts";
import { makePage, type Page, type PageQuery, readPage } from "../kernel/page.ts";
import type { Problem } from "../kernel/problem.ts";
import { type Result, success } from "../kernel/result.ts";
import type { Endpoint } from "./endpoint.ts";
import { selectEndpoints } from "./queries.ts";

/** A page of a tenant's endpoints, newest first. */
export async function listEndpoints(
  database: Database,
  scope: TenantScope,
  query: PageQuery,
): Promise<Result<Page<Endpoint>, Problem>> {
  const range = readPage("we", scope, query);
  if (!range.ok) return range;
  const rows = await database.inTenant(scope, (trx) => selectEndpoints(trx, range.value));
  return success(makePage(rows, range.value));
}
