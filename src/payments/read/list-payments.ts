import type { Database } from "../../database/database.ts";
import type { TenantScope, TenantTransaction } from "../../database/transaction.ts";
import { makePage, type Page, readPage } from "../../kernel/page.ts";
import type { Problem } from "../../kernel/problem.ts";
import { type Result, success } from "../../kernel/result.ts";
import { type PaymentFilter, selectPayments } from "../queries/lists.ts";
import type { ListPaymentsQuery } from "../schemas.ts";
import { type ApiPayment, describePayments } from "./describe-payment.ts";
import { readSearch } from "./read-search.ts";

/** A page of a tenant's payments as the API shows them, newest first. */
export async function listPayments(
  database: Database,
  scope: TenantScope,
  query: ListPaymentsQuery,
): Promise<Result<Page<ApiPayment>, Problem>> {
  const filter = readPaymentFilter(scope, query);
  if (!filter.ok) return filter;
  return database.inTenant(scope, async (trx) => success(await readPaymentPage(trx, filter.value)));
}

/** What a list's query looks for. Fails with `cursor_invalid`, or `parameter_invalid` for a time. */
export function readPaymentFilter(
  scope: TenantScope,
  query: ListPaymentsQuery,
): Result<PaymentFilter, Problem> {
  const range = readPage("pay", scope, query);
  if (!range.ok) return range;
  return success({
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
    declineReason: query.declineReason,
    search: query.search === undefined ? undefined : readSearch(query.search, scope),
  });
}

/** The payments of one page, as they are in this transaction. */
export async function readPaymentPage(
  trx: TenantTransaction,
  filter: PaymentFilter,
): Promise<Page<ApiPayment>> {
  const page = makePage(await selectPayments(trx, filter), filter);
  return { data: await describePayments(trx, page.data), hasMore: page.hasMore };
}
