import type { Database } from "../database/database.ts";
import type { TenantScope } from "../database/transaction.ts";
import { makePage, type Page, readPage } from "../kernel/page.ts";
import type { Problem } from "../kernel/problem.ts";
import { type Result, success } from "../kernel/result.ts";
import type { Delivery } from "./delivery.ts";
import { findEndpoint } from "./find-endpoint.ts";
import { selectDeliveries } from "./queries.ts";
import type { ListDeliveriesQuery } from "./schemas.ts";

/** A page of an endpoint's deliveries, newest first; undefined when the caller has no such endpoint. */
export async function listDeliveries(
  database: Database,
  scope: TenantScope,
  endpointId: string,
  query: ListDeliveriesQuery,
): Promise<Result<Page<Delivery> | undefined, Problem>> {
  const range = readPage("del", scope, query);
  if (!range.ok) return range;
  return database.inTenant(scope, async (trx) => {
    if (!(await findEndpoint(trx, endpointId))) return success(undefined);
    const filter = { ...range.value, endpointId, status: query.status, eventId: query.event };
    return success(makePage(await selectDeliveries(trx, filter), range.value));
  });
}
