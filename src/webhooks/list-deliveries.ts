import type { Database } from "../database/database.ts";
import type { Scope } from "../database/transaction.ts";
import { makePage, type Page, type PageQuery, readPage } from "../kernel/page.ts";
import type { Problem } from "../kernel/problem.ts";
import { type Result, success } from "../kernel/result.ts";
import type { Delivery } from "./delivery.ts";
import { findEndpoint } from "./find-endpoint.ts";
import { selectDeliveries } from "./queries.ts";

/** A page of an endpoint's deliveries, newest first; undefined when the caller has no such endpoint. */
export async function listDeliveries(
  database: Database,
  scope: Scope,
  endpointId: string,
  query: PageQuery,
): Promise<Result<Page<Delivery> | undefined, Problem>> {
  const range = readPage("del", scope, query);
  if (!range.ok) return range;
  return database.inScope(scope, async (trx) => {
    if (!(await findEndpoint(trx, scope, endpointId))) return success(undefined);
    return success(makePage(await selectDeliveries(trx, scope, endpointId, range.value), range.value));
  });
}
