import type { Call } from "./call.ts";
import { toMoney } from "./currencies.ts";
import { ApiError } from "./errors.ts";
import { payerId } from "./render-order.ts";
import type { Transaction } from "./state.ts";
import { link, toTime, type World } from "./world.ts";

const day = 86_400;
const rangeMaxSeconds = 31 * day;

/**
 * The transaction report: what was booked at least `reportingLagSeconds` ago, oldest first. It filters by PayPal's own
 * transaction id, by currency and status; never by the merchant's references.
 */
export function listTransactions({ world, query }: Call): object {
  if (!world.settings.mayReadReports) throw new ApiError(403, "NOT_AUTHORIZED");
  const start = secondsOf(query.start_date);
  const end = secondsOf(query.end_date);
  checkRange(start, end);
  const found = reported(world)
    .filter(({ at }) => at >= start && at <= end)
    .filter((one) => matches(one, query));
  if (found.length > world.settings.reportMaxTransactions)
    throw new ApiError(400, "INVALID_REQUEST", [
      {
        issue: "RESULTSET_TOO_LARGE",
        description: "Result set size is over the maximum limit. Change the filter criteria and try again.",
      },
    ]);
  const size = Number(query.page_size ?? 100);
  const page = Number(query.page ?? 1);
  const items = found.slice((page - 1) * size, page * size);
  const fields = String(query.fields ?? "transaction_info").split(",");
  return {
    // The specification wants at least one, so that an empty report has none.
    ...(items.length === 0 ? {} : { transaction_details: items.map((one) => renderDetail(one, fields)) }),
    account_number: world.merchantId,
    start_date: toReportTime(start),
    end_date: toReportTime(end),
    last_refreshed_datetime: toReportTime(refreshedAt(world)),
    page,
    total_items: found.length,
    total_pages: Math.ceil(found.length / size),
    links: [link(world, "self", "/v1/reporting/transactions")],
  };
}

function secondsOf(time: unknown): number {
  return Date.parse(String(time)) / 1000;
}

/** As the reports write times: with an offset instead of Z. */
function toReportTime(seconds: number): string {
  return toTime(Math.floor(seconds)).replace("Z", "+00:00");
}

/** Until when the reports are complete. */
function refreshedAt({ clock, settings }: World): number {
  return clock.now() - settings.reportingLagSeconds;
}

function reported(world: World): readonly Transaction[] {
  const until = refreshedAt(world);
  return world.state.transactions.filter(({ at }) => at <= until);
}

/** What is pending or denied hasn't moved the balance. */
export const isBooked = ({ status = "S" }: Transaction): boolean => status === "S" || status === "V";

function checkRange(start: number, end: number): void {
  if (end - start > rangeMaxSeconds || end < start)
    throw new ApiError(400, "INVALID_REQUEST", [
      {
        issue: "INVALID_DATE_RANGE",
        field: "end_date",
        location: "query",
        description: "Date range is greater than 31 days",
      },
    ]);
}

function matches(
  { id, code, currency, reference, status = "S" }: Transaction,
  query: Call["query"],
): boolean {
  const { transaction_id, transaction_currency, transaction_status, transaction_type } = query;
  return (
    (transaction_id === undefined || id === transaction_id || reference?.id === transaction_id) &&
    (transaction_currency === undefined || currency === transaction_currency) &&
    (transaction_status === undefined || transaction_status === status) &&
    (transaction_type === undefined || transaction_type === code)
  );
}

function renderDetail(transaction: Transaction, fields: readonly string[]): object {
  const all = fields.includes("all");
  return {
    transaction_info: renderInfo(transaction),
    ...(all || fields.includes("payer_info") ? { payer_info: { account_id: payerId } } : {}),
  };
}

function renderInfo({
  id,
  at,
  code,
  currency,
  amount,
  fee,
  reference,
  customId,
  invoiceId,
  status = "S",
}: Transaction): object {
  return {
    transaction_id: id,
    ...(reference === null
      ? {}
      : { paypal_reference_id: reference.id, paypal_reference_id_type: reference.type }),
    transaction_event_code: code,
    transaction_initiation_date: toReportTime(at),
    transaction_updated_date: toReportTime(at),
    transaction_amount: toMoney(amount, currency),
    ...(fee === 0 ? {} : { fee_amount: toMoney(fee, currency) }),
    transaction_status: status,
    ...(invoiceId === undefined ? {} : { invoice_id: invoiceId }),
    ...(customId === undefined ? {} : { custom_field: customId }),
  };
}

/** Balances by currency, with the same lag as the report. */
export function listBalances({ world, query }: Call): object {
  const asOf = query.as_of_time === undefined ? world.clock.now() : secondsOf(query.as_of_time);
  const until = Math.min(asOf, refreshedAt(world));
  const sums = new Map([["EUR", 0]]);
  for (const { at, currency, amount, fee } of reported(world).filter(isBooked))
    if (at <= until) sums.set(currency, (sums.get(currency) ?? 0) + amount + fee);
  const wanted = query.currency_code;
  return {
    balances: [...sums]
      .filter(([currency]) => wanted === undefined || wanted === "ALL" || wanted === currency)
      .map(([currency, sum]) => renderBalance(currency, sum)),
    account_id: world.merchantId,
    as_of_time: toTime(Math.floor(asOf)),
    last_refresh_time: toTime(refreshedAt(world)),
  };
}

function renderBalance(currency: string, sum: number): object {
  const money = toMoney(sum, currency);
  return {
    currency,
    primary: currency === "EUR",
    total_balance: money,
    available_balance: money,
    withheld_balance: toMoney(0, currency),
  };
}
