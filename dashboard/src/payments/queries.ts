import type { Event, Page, Payment, Refund } from "@kassa/sdk";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { type Place, request } from "../api/request.ts";
import type { Filters } from "./filters.ts";

const pageSize = 25;

export const paymentsQuery = (place: Place, filters: Filters) =>
  infiniteQueryOptions({
    queryKey: ["payments", place, filters],
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ limit: String(pageSize), ...filters });
      if (pageParam !== "") query.set("startingAfter", pageParam);
      return request<Page<Payment>>(`/api/payments?${query}`, { place, signal });
    },
    getNextPageParam: ({ data, hasMore }) => (hasMore ? data.at(-1)?.id : undefined),
  });

export const paymentQuery = (place: Place, id: string) =>
  queryOptions({
    queryKey: ["payment", place, id],
    queryFn: ({ signal }) => request<Payment>(`/api/payments/${encodeURIComponent(id)}`, { place, signal }),
  });

export const eventsQuery = (place: Place, session: string) =>
  queryOptions({
    queryKey: ["events", place, session],
    queryFn: ({ signal }) =>
      request<Page<Event>>(`/api/events?session=${encodeURIComponent(session)}&limit=100`, { place, signal }),
  });

export type RefundOrder = {
  readonly payment: string;
  readonly amount: number;
  readonly reason?: string;
};

export const refund = (place: Place, order: RefundOrder, idempotencyKey: string): Promise<Refund> =>
  request("/api/refunds", { method: "POST", place, body: order, idempotencyKey });
