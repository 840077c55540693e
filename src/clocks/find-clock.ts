import type { Database } from "../database/database.ts";
import type { TenantScope } from "../database/transaction.ts";
import { isOwnId } from "../kernel/id.ts";
import { makePage, type Page, type PageQuery, readPage } from "../kernel/page.ts";
import type { Problem } from "../kernel/problem.ts";
import { type Result, success } from "../kernel/result.ts";
import type { Clock, Step } from "./clock.ts";
import { getClock, selectClocks, selectSteps } from "./queries.ts";

/** The tenant's clock with this id. */
export async function findClock(
  database: Database,
  scope: TenantScope,
  id: string,
): Promise<Clock | undefined> {
  if (!isOwnId(id, "clk", scope)) return undefined;
  return database.inTenant(scope, (trx) => getClock(trx, id));
}

/** A page of a tenant's clocks, newest first. */
export async function listClocks(
  database: Database,
  scope: TenantScope,
  query: PageQuery,
): Promise<Result<Page<Clock>, Problem>> {
  const range = readPage("clk", scope, query);
  if (!range.ok) return range;
  const rows = await database.inTenant(scope, (trx) => selectClocks(trx, range.value));
  return success(makePage(rows, range.value));
}

/** How many steps of an advance the API returns. */
export const stepsMax = 1_000;

/** The tenant's clock with the steps of its latest advance; no steps before the first advance. */
export async function findAdvance(
  database: Database,
  scope: TenantScope,
  id: string,
): Promise<{ readonly clock: Clock; readonly steps: readonly Step[] } | undefined> {
  if (!isOwnId(id, "clk", scope)) return undefined;
  return database.inTenant(scope, async (trx) => {
    const clock = await getClock(trx, id);
    return clock && { clock, steps: await selectSteps(trx, id, clock.advances, stepsMax) };
  });
}
