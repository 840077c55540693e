import type { Database } from "../database/database.ts";
import type { Scope } from "../database/transaction.ts";
import { makePage, type Page, type PageQuery, readPage } from "../kernel/page.ts";
import type { Problem } from "../kernel/problem.ts";
import { type Result, success } from "../kernel/result.ts";
import type { Endpoint } from "./endpoint.ts";
import { selectEndpoints } from "./queries.ts";

/** A page of a tenant's endpoints, newest first. */
export async function listEndpoints(
  database: Database,
  scope: Scope,
  query: PageQuery,
): Promise<Result<Page<Endpoint>, Problem>> {
  const range = readPage("we", scope, query);
  if (!range.ok) return range;
  const rows = await database.inScope(scope, (trx) => selectEndpoints(trx, range.value));
  return success(makePage(rows, range.value));
}
