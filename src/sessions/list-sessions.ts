import type { Database } from "../database/database.ts";
import type { TenantScope } from "../database/transaction.ts";
import { makePage, type Page, readPage } from "../kernel/page.ts";
import type { Problem } from "../kernel/problem.ts";
import { type Result, success } from "../kernel/result.ts";
import { listSessions as select } from "./queries/list.ts";
import type { ListSessionsQuery } from "./schemas.ts";
import type { Session } from "./session.ts";

/** A page of a tenant's sessions, newest first. */
export async function listSessions(
  database: Database,
  scope: TenantScope,
  query: ListSessionsQuery,
): Promise<Result<Page<Session>, Problem>> {
  const range = readPage("cs", scope, query);
  if (!range.ok) return range;
  const filter = {
    ...range.value,
    status: query.status,
    amount: query.amount,
    currency: query.currency?.toUpperCase(),
    clientReferenceId: query.clientReferenceId,
    customerEmail: query.customerEmail,
    paymentLinkId: query.paymentLink,
  };
  const rows = await database.inTenant(scope, (trx) => select(trx, filter));
  return success(makePage(rows, range.value));
}
