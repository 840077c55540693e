import type { Static } from "typebox";
import { shapeOf } from "../../kernel/shape.ts";
import { Type } from "../../kernel/type.ts";
import type { ConnectorAccount } from "../connector-account.ts";
import type { CallOptions } from "../contract.ts";
import type { ListBatchesOutcome, ListLinesOutcome, Settlements } from "../settlements.ts";
import { type Client, refusalIn, unclear } from "./client.ts";
import { payoutCodes } from "./transaction-codes.ts";
import { translateTransaction, translateWithdrawal } from "./translate-settlement.ts";
import { unknown } from "./unknown.ts";
import { type WireTransaction, wireTransactions } from "./wire.ts";

const dayMs = 86_400_000;

/** "It takes a maximum of three hours for executed transactions to appear in the list transactions call." (Transaction Search API) */
const delayMs = 3 * 3_600_000;
/** Longer, because PayPal asks for patience where it is slow. */
const lateMs = dayMs;

/** The most time that a report spans. */
const spanMaxMs = 31 * dayMs;
/** Some transactions within a second are more than a report can have only if PayPal answers wrongly. */
const spanMinMs = 1_000;
const pageSize = 500;

const cursorSchema = Type.Object({
  /** Milliseconds since 1970: the report that is read, and how long the next ones are. */
  fromMs: Type.Integer(),
  toMs: Type.Integer(),
  spanMs: Type.Integer(),
  page: Type.Integer({ minimum: 1 }),
  /** Which of the codes of withdrawals is read; 0 where all transactions are. */
  code: Type.Integer({ minimum: 0 }),
});
type Cursor = Static<typeof cursorSchema>;
const cursorShape = shapeOf(cursorSchema);

type Reader = { readonly client: Client; readonly nowMs: () => number };

/** Lines are the transactions of PayPal's reports, batches the withdrawals among them. */
export function settlements(client: Client, nowMs: () => number): Settlements {
  const reader = { client, nowMs };
  return {
    lateMs,
    delayMs,
    listLines: ({ account, bookedAfter, cursor }, call) =>
      listLines(reader, account, cursorOf(reader, bookedAfter, cursor), call),
    listBatches: ({ account, createdAfter, cursor }, call) =>
      listWithdrawals(reader, account, cursorOf(reader, createdAfter, cursor), call),
    listBatchLines: async () => unknown("PayPal doesn't say what a withdrawal pays"),
  };
}

async function listLines(
  reader: Reader,
  account: ConnectorAccount,
  cursor: Cursor | undefined,
  call: CallOptions,
): Promise<ListLinesOutcome> {
  if (!cursor) return badCursor;
  const read = await readReport(reader, account, cursor, call);
  if (read.kind !== "read") return read;
  const lines = read.transactions.map(translateTransaction);
  if (!lines.every((line) => line !== undefined)) return badAmount;
  const next = read.next ?? nextSpan(reader, cursor);
  return { kind: "page", lines: lines.filter((line) => line !== "none"), next: write(next) };
}

/** PayPal's report is filtered by one code at a time. */
async function listWithdrawals(
  reader: Reader,
  account: ConnectorAccount,
  cursor: Cursor | undefined,
  call: CallOptions,
): Promise<ListBatchesOutcome> {
  const code = cursor && payoutCodes[cursor.code];
  if (!cursor || code === undefined) return badCursor;
  const read = await readReport(reader, account, cursor, call, code);
  if (read.kind !== "read") return read;
  const withdrawals = read.transactions.filter(({ transaction_amount: { value } }) => value.startsWith("-"));
  const batches = withdrawals.map(translateWithdrawal);
  if (!batches.every((batch) => batch !== undefined)) return badAmount;
  const hasMore = cursor.code + 1 < payoutCodes.length;
  const after = hasMore ? { ...cursor, page: 1, code: cursor.code + 1 } : nextSpan(reader, cursor);
  return { kind: "page", batches, next: write(read.next ?? after) };
}

const badCursor = unknown("the cursor can't be read");
const badAmount = unknown("an amount isn't a whole number of minor units");

type Report =
  | {
      readonly kind: "read";
      readonly transactions: readonly WireTransaction[];
      /** Null at the report's end. */
      readonly next: Cursor | null;
    }
  | Exclude<ListLinesOutcome, { kind: "page" }>;

async function readReport(
  { client }: Reader,
  account: ConnectorAccount,
  cursor: Cursor,
  call: CallOptions,
  code?: string,
): Promise<Report> {
  const query = new URLSearchParams({
    start_date: toTime(cursor.fromMs),
    end_date: toTime(cursor.toMs),
    fields: "transaction_info",
    page_size: String(pageSize),
    page: String(cursor.page),
    ...(code === undefined ? {} : { transaction_type: code }),
  });
  const response = await client(call).send({
    account,
    method: "GET",
    path: `/v1/reporting/transactions?${query}`,
  });
  const refusal = refusalIn(response);
  if (refusal?.status === 403) return notPermitted;
  if (refusal?.issue === "RESULTSET_TOO_LARGE" && cursor.spanMs > spanMinMs)
    return { kind: "read", transactions: [], next: half(cursor) };
  if (response.kind === "no_response" || response.status !== 200) return unclear(response);
  if (!wireTransactions.fits(response.body)) return unknown("the response has an unexpected shape");
  const { transaction_details: details = [], total_pages: pages = 1 } = response.body;
  const transactions = details.map(({ transaction_info: info }) => info);
  return {
    kind: "read",
    transactions,
    next: cursor.page < pages ? { ...cursor, page: cursor.page + 1 } : null,
  };
}

const notPermitted: Report = {
  kind: "unavailable",
  detail:
    "PayPal doesn't let the app read transactions. Select the feature Transaction search of the app in PayPal's dashboard.",
};

const toTime = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");

function cursorOf({ nowMs }: Reader, since: string, cursor: string | null): Cursor | undefined {
  if (cursor !== null) return readCursor(cursor);
  const fromMs = Math.floor(Date.parse(since) / 1_000) * 1_000;
  return spanFrom(fromMs, spanMaxMs, nowMs());
}

const spanFrom = (fromMs: number, spanMs: number, nowMs: number): Cursor => ({
  fromMs,
  toMs: Math.max(fromMs, Math.min(fromMs + spanMs, nowMs)),
  spanMs,
  page: 1,
  code: 0,
});

/** The first half of a report with too many transactions. The next ones are as short. */
function half(cursor: Cursor): Cursor {
  const spanMs = Math.max(spanMinMs, Math.floor((cursor.toMs - cursor.fromMs) / 2_000) * 1_000);
  return { ...cursor, spanMs, toMs: cursor.fromMs + spanMs, page: 1 };
}

/** The report after this one, which begins with its last second; null once it has reached the present. */
function nextSpan({ nowMs }: Reader, { toMs, spanMs }: Cursor): Cursor | null {
  const now = nowMs();
  return toMs + 1_000 >= now ? null : spanFrom(toMs, spanMs, now);
}

const write = (cursor: Cursor | null): string | null => (cursor === null ? null : JSON.stringify(cursor));

function readCursor(text: string): Cursor | undefined {
  try {
    const cursor: unknown = JSON.parse(text);
    return cursorShape.fits(cursor) ? cursor : undefined;
  } catch {
    return undefined;
  }
}
