import type { Database } from "../../database/database.ts";
import type { TenantScope } from "../../database/transaction.ts";
import { makePage, type Page, readPage } from "../../kernel/page.ts";
import type { Problem } from "../../kernel/problem.ts";
import { type Result, success } from "../../kernel/result.ts";
import { selectPayments } from "../queries/lists.ts";
import type { ListPaymentsQuery } from "../schemas.ts";
import { type ApiPayment, describePayments } from "./describe-payment.ts";
import { readSearch } from "./read-search.ts";

/** A page of a tenant's payments as the API shows them, newest first. */
export async function listPayments(
  database: Database,
  scope: TenantScope,
  query: ListPaymentsQuery,
): Promise<Result<Page<ApiPayment>, Problem>> {
  const range = readPage("pay", scope, query);
  if (!range.ok) return range;
  const filter = {
    ...range.value,
    status: query.status,
    amount: query.amount,
    currency: query.currency?.toUpperCase(),
    sessionId: query.session,
    clientReferenceId: query.clientReferenceId,
    customerEmail: query.customerEmail,
    last4: query.last4?.toUpperCase(),
    method: query.method,
    connector: query.connector,
    tag: query.tag,
    search: query.search === undefined ? undefined : readSearch(query.search, scope),
  };
  return database.inTenant(scope, async (trx) => {
    const page = makePage(await selectPayments(trx, filter), range.value);
    return success({ data: await describePayments(trx, page.data), hasMore: page.hasMore });
  });
}
