import type { Event, Page, WebhookDelivery } from "@kassa/sdk";
import { type InfiniteData, infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { type Place, request } from "../api/request.ts";
import type { EventFilters } from "./event-filters.ts";

export type EventPages = InfiniteData<Page<Event>>;

export const eventListQuery = (place: Place, filters: EventFilters) =>
  infiniteQueryOptions({
    queryKey: ["event-list", place, filters],
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ limit: "50", ...filters });
      if (pageParam !== "") query.set("startingAfter", pageParam);
      return request<Page<Event>>(`/api/events?${query}`, { place, signal });
    },
    getNextPageParam: ({ data, hasMore }) => (hasMore ? data.at(-1)?.id : undefined),
  });

export const eventQuery = (place: Place, id: string) =>
  queryOptions({
    queryKey: ["event", place, id],
    queryFn: ({ signal }) => request<Event>(`/api/events/${encodeURIComponent(id)}`, { place, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The deliveries of an event to an endpoint, the newest first. Those under way change by themselves. */
export const eventDeliveriesQuery = (place: Place, event: string, endpoint: string) =>
  queryOptions({
    queryKey: ["event-deliveries", place, event, endpoint],
    queryFn: ({ signal }) =>
      request<Page<WebhookDelivery>>(
        `/api/webhook-endpoints/${encodeURIComponent(endpoint)}/deliveries?${new URLSearchParams({ event, limit: "10" })}`,
        { place, signal },
      ),
    refetchInterval: 5_000,
  });

/** More than this isn't kept in the list while new ones come. */
const shownAtMost = 500;

/** The list with new events in their place. Each stands there once: the stream may send one again. */
export function withNewEvents(
  pages: EventPages | undefined,
  events: readonly Event[],
): EventPages | undefined {
  const [first, ...rest] = pages?.pages ?? [];
  if (!pages || !first) return pages;
  const known = new Set(pages.pages.flatMap(({ data }) => data.map(({ id }) => id)));
  const added = events.filter(({ id }) => !known.has(id));
  if (added.length === 0) return pages;
  const data = [...added, ...first.data].toSorted((one, other) => (one.id < other.id ? 1 : -1));
  const all = [{ ...first, data }, ...rest];
  if (known.size + added.length <= shownAtMost) return { ...pages, pages: all };
  const newest = all.flatMap((page) => page.data).slice(0, shownAtMost);
  return { pages: [{ ...first, data: newest, hasMore: true }], pageParams: [""] };
}
