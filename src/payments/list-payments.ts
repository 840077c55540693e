import type { Database } from "../database/database.ts";
import type { Scope } from "../database/transaction.ts";
import { containsCardNumber } from "../kernel/card-number.ts";
import { makePage, type Page, readPage } from "../kernel/page.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { describePayments, type PresentedPayment } from "./describe-payment.ts";
import { selectPayments } from "./queries/lists.ts";
import { readSearch } from "./read-search.ts";
import type { ListPaymentsQuery } from "./schemas.ts";

/** A page of a tenant's payments, newest first, as they are shown. */
export async function listPayments(
  database: Database,
  scope: Scope,
  query: ListPaymentsQuery,
): Promise<Result<Page<PresentedPayment>, Problem>> {
  const range = readPage("pay", scope, query);
  if (!range.ok) return range;
  if (query.search !== undefined && containsCardNumber(query.search)) return failed(searchedCard);
  const filter = {
    ...range.value,
    status: query.status,
    amount: query.amount,
    currency: query.currency?.toUpperCase(),
    sessionId: query.session,
    clientReferenceId: query.clientReferenceId,
    customerEmail: query.customerEmail,
    last4: query.last4?.toUpperCase(),
    search: query.search === undefined ? undefined : readSearch(query.search, scope),
  };
  return database.inScope(scope, async (trx) => {
    const page = makePage(await selectPayments(trx, scope, filter), range.value);
    return success({ data: await describePayments(trx, scope, page.data), hasMore: page.hasMore });
  });
}

const searchedCard = problem(
  "pan_in_field",
  "It seems to hold a card number. Search for its last four digits.",
  "search",
);
