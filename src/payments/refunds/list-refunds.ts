import type { Database } from "../../database/database.ts";
import type { TenantScope } from "../../database/transaction.ts";
import { makePage, type Page, readPage } from "../../kernel/page.ts";
import type { Problem } from "../../kernel/problem.ts";
import { type Result, success } from "../../kernel/result.ts";
import { type RefundOfPayment, selectRefunds } from "../queries/refunds.ts";
import type { ListRefundsQuery } from "./schemas.ts";

/** A page of a tenant's refunds, newest first. */
export async function listRefunds(
  database: Database,
  scope: TenantScope,
  query: ListRefundsQuery,
): Promise<Result<Page<RefundOfPayment>, Problem>> {
  const range = readPage("re", scope, query);
  if (!range.ok) return range;
  const filter = {
    ...range.value,
    paymentId: query.payment,
    status: query.status,
    amount: query.amount,
    currency: query.currency?.toUpperCase(),
  };
  const rows = await database.inTenant(scope, (trx) => selectRefunds(trx, filter));
  return success(makePage(rows, range.value));
}
