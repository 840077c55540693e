import type { Database } from "../database/database.ts";
import type { TenantScope } from "../database/transaction.ts";
import { makePage, type Page, readPage } from "../kernel/page.ts";
import type { Problem } from "../kernel/problem.ts";
import { type Result, success } from "../kernel/result.ts";
import type { PaymentLink } from "./payment-link.ts";
import { selectLinks } from "./queries.ts";
import type { ListLinksQuery } from "./schemas.ts";

/** A page of a tenant's payment links, newest first. */
export async function listLinks(
  database: Database,
  scope: TenantScope,
  query: ListLinksQuery,
): Promise<Result<Page<PaymentLink>, Problem>> {
  const range = readPage("pl", scope, query);
  if (!range.ok) return range;
  const filter = { ...range.value, active: query.active === undefined ? undefined : query.active === "true" };
  const rows = await database.inTenant(scope, (trx) => selectLinks(trx, filter));
  return success(makePage(rows, range.value));
}
