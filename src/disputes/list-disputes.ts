import type { Database } from "../database/database.ts";
import type { TenantScope } from "../database/transaction.ts";
import { makePage, type Page, readPage } from "../kernel/page.ts";
import type { Problem } from "../kernel/problem.ts";
import { type Result, success } from "../kernel/result.ts";
import type { StoredDispute } from "./dispute.ts";
import { selectDisputes } from "./queries.ts";
import type { ListDisputesQuery } from "./schemas.ts";

/** A page of a tenant's disputes, newest first. */
export async function listDisputes(
  database: Database,
  scope: TenantScope,
  query: ListDisputesQuery,
): Promise<Result<Page<StoredDispute>, Problem>> {
  const range = readPage("dp", scope, query);
  if (!range.ok) return range;
  const { status, stage, currency, payment: paymentId } = query;
  const filter = { ...range.value, status, stage, currency, paymentId };
  const rows = await database.inTenant(scope, (trx) => selectDisputes(trx, filter));
  return success(makePage(rows, range.value));
}
