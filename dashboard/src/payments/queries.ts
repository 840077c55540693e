import type { ConnectorAccount, Event, LedgerEntry, Page, Payment } from "@kassa/sdk";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { type Place, request } from "../api/request.ts";
import { type Filters, toQuery } from "./filters.ts";

const pageSize = 25;

export const paymentsQuery = (place: Place, filters: Filters) =>
  infiniteQueryOptions({
    queryKey: ["payments", place, filters],
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) => {
      const query = toQuery(filters);
      query.set("limit", String(pageSize));
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

/** What happened in the payment's session, newest first. */
export const eventsQuery = (place: Place, session: string) =>
  queryOptions({
    queryKey: ["events", place, session],
    queryFn: ({ signal }) =>
      request<Page<Event>>(`/api/events?session=${encodeURIComponent(session)}&limit=100`, { place, signal }),
  });

/** The payment's postings, newest first. */
export const postingsQuery = (place: Place, payment: string) =>
  infiniteQueryOptions({
    queryKey: ["postings", place, payment],
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ payment, limit: "100" });
      if (pageParam !== "") query.set("startingAfter", pageParam);
      return request<Page<LedgerEntry>>(`/api/ledger/entries?${query}`, { place, signal });
    },
    getNextPageParam: ({ data, hasMore }) => (hasMore ? data.at(-1)?.id : undefined),
  });

/** The tenant's accounts at PSPs, for their names and what they can do. */
export const accountsQuery = (place: Place) =>
  queryOptions({
    queryKey: ["connector-accounts", place],
    queryFn: ({ signal }) =>
      request<Page<ConnectorAccount>>("/api/connector-accounts?limit=100", { place, signal }),
    staleTime: 60_000,
  });
