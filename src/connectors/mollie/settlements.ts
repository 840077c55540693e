import type { ConnectorAccount } from "../connector-account.ts";
import type { CallOptions } from "../contract.ts";
import type {
  ListBatchesOutcome,
  ListBatchesRequest,
  ListBatchLinesOutcome,
  ListBatchLinesRequest,
  ListLinesOutcome,
  ListLinesRequest,
  Settlements,
  SettlementType,
} from "../settlements.ts";
import { type Client, unclear } from "./client.ts";
import { listPath, nextItem } from "./lists.ts";
import { type Cursor, cursorAfter, readSettlementCursor } from "./settlement-cursor.ts";
import { translateSettlement, translateTransaction } from "./translate-settlement.ts";
import { type Unknown, unknown } from "./unknown.ts";
import {
  wireBalances,
  wireBalanceTransactions,
  wireChargebacks,
  wireRefunds,
  wireSettledCaptures,
  wireSettledPayments,
  wireSettlements,
} from "./wire.ts";

const hourMs = 3_600_000;

/**
 * Lines are Mollie's balance transactions, which alone have the fee of each payment, batches its settlements. A settlement lists its
 * payments, captures, refunds and chargebacks, and nothing else of what it pays.
 */
export function settlements(client: Client): Settlements {
  return {
    lateMs: hourMs,
    delayMs: 0,
    listLines: (request, call) => listLines(client, request, call),
    listBatches: (request, call) => listBatches(client, request, call),
    listBatchLines: (request, call) => listContents(client, request, call),
  };
}

type Read = { readonly kind: "read"; readonly body: unknown };
type Unavailable = { readonly kind: "unavailable"; readonly detail: string };

/** Mollie shows balances and settlements of the whole organization, so not to the API key of a profile. */
async function read(
  client: Client,
  account: ConnectorAccount,
  path: string,
  call: CallOptions,
): Promise<Read | Unknown | Unavailable> {
  const token = account.settings.organizationToken;
  if (token === undefined)
    return {
      kind: "unavailable",
      detail:
        "Mollie shows settlements only to an organization access token. Store one as the account's credential organizationToken.",
    };
  const { mode } = account;
  const query = mode === "sandbox" ? `${path.includes("?") ? "&" : "?"}testmode=true` : "";
  const response = await client(call).send({ account, method: "GET", path: `${path}${query}`, token });
  if (response.kind === "no_response" || response.status !== 200) return unclear(response);
  return { kind: "read", body: response.body };
}

const badShape = unknown("the response has an unexpected shape");
const badAmount = unknown("an amount isn't a whole number of minor units");
const noBeginning = unknown("the list's next page has no beginning");

/** The balances, then each one's transactions, newest first and back to the time. */
async function listLines(
  client: Client,
  { account, bookedAfter, cursor }: ListLinesRequest,
  call: CallOptions,
): Promise<ListLinesOutcome> {
  if (cursor === null) return listBalances(client, account, call);
  const place = readSettlementCursor(cursor);
  const balance = place?.lists[0];
  if (!place || balance === undefined) return unknown("the cursor can't be read");
  const path = listPath(`/balances/${balance}/transactions`, place.from);
  const answer = await read(client, account, path, call);
  if (answer.kind !== "read") return answer;
  if (!wireBalanceTransactions.fits(answer.body)) return badShape;
  const { _embedded: embedded, _links: links } = answer.body;
  const next = nextItem(links);
  if (next === undefined) return noBeginning;
  const afterMs = Date.parse(bookedAfter);
  const transactions = embedded.balance_transactions;
  const recent = transactions.filter(({ createdAt }) => Date.parse(createdAt) >= afterMs);
  const lines = recent.map(translateTransaction);
  if (!lines.every((each) => each !== undefined)) return badAmount;
  const isAtEnd = recent.length < transactions.length;
  return { kind: "page", lines: lines.flat(), next: cursorAfter(place, isAtEnd ? null : next) };
}

async function listBalances(
  client: Client,
  account: ConnectorAccount,
  call: CallOptions,
): Promise<ListLinesOutcome> {
  const answer = await read(client, account, listPath("/balances", null), call);
  if (answer.kind !== "read") return answer;
  if (!wireBalances.fits(answer.body)) return badShape;
  const { _embedded: embedded, _links: links } = answer.body;
  if (nextItem(links) !== null) return unknown("there are more than 250 balances");
  const lists = embedded.balances.map(({ id }) => id);
  return { kind: "page", lines: [], next: cursorAfter({ lists: ["balances", ...lists], from: null }, null) };
}

async function listBatches(
  client: Client,
  { account, createdAfter, cursor }: ListBatchesRequest,
  call: CallOptions,
): Promise<ListBatchesOutcome> {
  const answer = await read(client, account, listPath("/settlements", cursor), call);
  if (answer.kind !== "read") return answer;
  if (!wireSettlements.fits(answer.body)) return badShape;
  const { _embedded: embedded, _links: links } = answer.body;
  const next = nextItem(links);
  if (next === undefined) return noBeginning;
  const closed = embedded.settlements.filter(({ status }) => status !== "open");
  const batches = closed.map(translateSettlement);
  if (!batches.every((each) => each !== undefined)) return badAmount;
  const afterMs = Date.parse(createdAfter);
  const recent = batches.filter(({ createdAt }) => createdAt.getTime() >= afterMs);
  return { kind: "page", batches: recent, next: recent.length < batches.length ? null : next };
}

/** What a settlement lists, in this order. */
const lists = ["payments", "captures", "refunds", "chargebacks"] as const;

/** What no list of a settlement has. Mollie pays it with the next settlement. */
const unlistedTypes: readonly SettlementType[] = [
  "refund_failure",
  "dispute_reversal",
  "fee",
  "reserve",
  "adjustment",
];

async function listContents(
  client: Client,
  { account, batch, cursor }: ListBatchLinesRequest,
  call: CallOptions,
): Promise<ListBatchLinesOutcome> {
  const place: Cursor | undefined =
    cursor === null ? { lists: [...lists], from: null } : readSettlementCursor(cursor);
  const list = lists.find((each) => each === place?.lists[0]);
  if (!place || list === undefined) return unknown("the cursor can't be read");
  const path = listPath(`/settlements/${encodeURIComponent(batch)}/${list}`, place.from);
  const answer = await read(client, account, path, call);
  if (answer.kind !== "read") return answer;
  const page = contentsIn(list, answer.body);
  if (!page) return badShape;
  const next = nextItem(page.links);
  if (next === undefined) return noBeginning;
  const after = cursorAfter(place, next);
  const typesUntilThen = after === null ? unlistedTypes : [];
  return { kind: "contents", contents: { about: page.about, typesUntilThen }, next: after };
}

/** Undefined for a body of another shape. */
function contentsIn(list: (typeof lists)[number], body: unknown) {
  const contents = (
    type: SettlementType,
    about: readonly string[],
    links: Parameters<typeof nextItem>[0],
  ) => ({
    about: about.map((each) => ({ type, about: each })),
    links,
  });
  switch (list) {
    case "payments":
      if (!wireSettledPayments.fits(body)) return undefined;
      return contents(
        "charge",
        body._embedded.payments.map(({ id }) => id),
        body._links,
      );
    case "captures":
      if (!wireSettledCaptures.fits(body)) return undefined;
      return contents(
        "charge",
        body._embedded.captures.map(({ paymentId }) => paymentId),
        body._links,
      );
    case "refunds":
      if (!wireRefunds.fits(body)) return undefined;
      return contents(
        "refund",
        body._embedded.refunds.map(({ id }) => id),
        body._links,
      );
    case "chargebacks":
      if (!wireChargebacks.fits(body)) return undefined;
      return contents(
        "dispute",
        body._embedded.chargebacks.map(({ id, paymentId }) => `${paymentId}/${id}`),
        body._links,
      );
  }
}
