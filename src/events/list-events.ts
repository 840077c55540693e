import type { Database } from "../database/database.ts";
import type { TenantScope } from "../database/transaction.ts";
import { makePage, type Page, readPage } from "../kernel/page.ts";
import type { Problem } from "../kernel/problem.ts";
import { type Result, success } from "../kernel/result.ts";
import type { EventRow } from "./event.ts";
import { selectEvents } from "./queries.ts";
import type { ListEventsQuery } from "./schemas.ts";
import { readTypeFilter } from "./type-patterns.ts";

/** A page of a tenant's events, newest first. */
export async function listEvents(
  database: Database,
  scope: TenantScope,
  query: ListEventsQuery,
): Promise<Result<Page<EventRow>, Problem>> {
  const range = readPage("evt", scope, query);
  if (!range.ok) return range;
  const types = query.type === undefined ? success(undefined) : readTypeFilter(query.type);
  if (!types.ok) return types;
  const filter = { types: types.value, sessionId: query.session };
  const rows = await database.inTenant(scope, (trx) => selectEvents(trx, range.value, filter));
  return success(makePage(rows, range.value));
}
