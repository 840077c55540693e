import type {
  BankEntry,
  Dispute,
  ListedExpectedTransfer,
  Page,
  Payment,
  SettlementLine,
  WebhookEndpoint,
} from "@kassa/sdk";
import { type QueryClient, queryOptions, useQueries } from "@tanstack/react-query";
import { type Place, request } from "../../api/request.ts";
import { below } from "../bank/queries.ts";

/** So many of each kind are shown; there may be more. */
const atMost = 20;
/** Of transfers that got too little, so many sessions are looked at. */
const sessionsAtMost = 10;

const refetchInterval = 60_000;

const listOf = <Item>(place: Place, kind: string, path: string) =>
  queryOptions({
    queryKey: ["waiting", place, kind],
    queryFn: ({ signal }) => request<Page<Item>>(`${path}limit=${atMost}`, { place, signal }),
    refetchInterval,
  });

const endpointsQuery = (place: Place) =>
  queryOptions({
    queryKey: ["waiting", place, "endpoints"],
    queryFn: async ({ signal }) => {
      const all = await request<Page<WebhookEndpoint>>("/api/webhook-endpoints?limit=100", { place, signal });
      return { data: all.data.filter(({ status }) => status === "paused"), hasMore: all.hasMore };
    },
    refetchInterval,
  });

/** Open transfers of which a part has arrived. The newest such events lead to them. */
const partsQuery = (place: Place) =>
  queryOptions({
    queryKey: ["waiting", place, "parts"],
    queryFn: async ({ signal }) => {
      const options = { place, signal };
      const path = `/api/events?type=payment.partially_funded&limit=${atMost}`;
      const events = await request<Page<{ session: string }>>(path, options);
      const sessions = [...new Set(events.data.map(({ session }) => session))];
      const found = await Promise.all(
        sessions.slice(0, sessionsAtMost).map(async (session) => {
          const query = new URLSearchParams({ session, limit: "1" });
          return request<Page<ListedExpectedTransfer>>(`/api/expected-transfers?${query}`, options);
        }),
      );
      const open = found
        .flatMap(({ data }) => data)
        .filter(
          ({ status, amount, amountReceived }) =>
            status === "open" && amountReceived > 0 && amountReceived < amount,
        );
      return { data: open, hasMore: events.hasMore || sessions.length > sessionsAtMost };
    },
    refetchInterval,
  });

/** What a payment provider reported that matches nothing in Kassa. */
export type QuarantinedReport = {
  readonly id: string;
  readonly kind: "notification" | "dispute";
  readonly connectorAccount: string;
  readonly reference: string;
  readonly reason: string;
  readonly at: string;
};

const quarantinePath = "/dashboard/api/quarantine/";

const quarantineQuery = (place: Place) =>
  queryOptions({
    queryKey: ["waiting", place, "reports"],
    queryFn: ({ signal }) => request<Page<QuarantinedReport>>(quarantinePath, { place, signal }),
    refetchInterval,
  });

export const endReport = (place: Place, report: QuarantinedReport): Promise<unknown> => {
  const { kind, connectorAccount, reference } = report;
  return request(`${quarantinePath}handled`, {
    method: "POST",
    place,
    body: { kind, connectorAccount, reference },
  });
};

/** Everything that waits for a person, by kind. */
export function useWaiting(place: Place) {
  const [entries, reviews, disputes, parts, lines, reports, endpoints] = useQueries({
    queries: [
      listOf<BankEntry>(place, "entries", "/api/bank-entries?matchStatus=unmatched&"),
      listOf<Payment>(place, "reviews", "/api/payments?status=needs_review&"),
      listOf<Dispute>(place, "disputes", "/api/disputes?status=needs_response&"),
      partsQuery(place),
      listOf<SettlementLine>(place, "lines", "/api/settlement-lines?status=exception&"),
      quarantineQuery(place),
      endpointsQuery(place),
    ],
  });
  return { entries, reviews, disputes, parts, lines, reports, endpoints };
}

type Count = { readonly count: number; readonly hasMore: boolean; readonly isPending: boolean };

/** How much waits for a person, as far as it was looked at. */
export function useWaitingCount(place: Place): Count {
  const waiting = Object.values(useWaiting(place));
  const lists = waiting.flatMap(({ data }) => (data ? [data] : []));
  return {
    isPending: waiting.some(({ isPending }) => isPending),
    count: lists.reduce((sum, { data }) => sum + data.length, 0),
    hasMore: lists.some(({ data, hasMore }) => hasMore && data.length > 0),
  };
}

/** Has everything that waits looked up again. */
export const readWaitingAgain = (queryClient: QueryClient, place: Place): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ["waiting", place] });

export const reviewPayment = (
  place: Place,
  id: string,
  decision: "accept" | "return",
  idempotencyKey: string,
): Promise<Payment> =>
  request(`${below("/api/payments", id)}/review`, {
    method: "POST",
    place,
    body: { decision },
    idempotencyKey,
  });
