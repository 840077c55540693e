import type { Page, WebhookDelivery, WebhookEndpoint, WebhookEndpointWithSecret } from "@kassa/sdk";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { type Place, request } from "../api/request.ts";

const endpoints = "/api/webhook-endpoints";
const of = (id: string): string => `${endpoints}/${encodeURIComponent(id)}`;

export const endpointsQuery = (place: Place) =>
  queryOptions({
    queryKey: ["endpoints", place],
    queryFn: ({ signal }) => request<Page<WebhookEndpoint>>(`${endpoints}?limit=100`, { place, signal }),
  });

/** An endpoint. Kassa may pause or disable it by itself. */
export const endpointQuery = (place: Place, id: string) =>
  queryOptions({
    queryKey: ["endpoints", place, id],
    queryFn: ({ signal }) => request<WebhookEndpoint>(of(id), { place, signal }),
    refetchInterval: 5_000,
  });

/** Deliveries to an endpoint, newest first. Those under way change by themselves. */
export const deliveriesQuery = (place: Place, id: string) =>
  infiniteQueryOptions({
    queryKey: ["deliveries", place, id],
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({
        limit: "25",
        ...(pageParam === "" ? {} : { startingAfter: pageParam }),
      });
      return request<Page<WebhookDelivery>>(`${of(id)}/deliveries?${query}`, { place, signal });
    },
    getNextPageParam: ({ data, hasMore }) => (hasMore ? data.at(-1)?.id : undefined),
    refetchInterval: 5_000,
  });

export const createEndpoint = (place: Place, url: string, key: string): Promise<WebhookEndpointWithSecret> =>
  request(endpoints, { method: "POST", place, body: { url }, idempotencyKey: key });

export const deleteEndpoint = (place: Place, id: string): Promise<unknown> =>
  request(of(id), { method: "DELETE", place });

/** Paused and disabled endpoints are sent nothing; only Kassa pauses one. */
export const setEndpointStatus = (
  place: Place,
  id: string,
  status: "enabled" | "disabled",
): Promise<WebhookEndpoint> => request(of(id), { method: "POST", place, body: { status } });

export const testEndpoint = (place: Place, id: string): Promise<unknown> =>
  request(`${of(id)}/test`, { method: "POST", place, body: {} });

/** Sends an event again, to the endpoints that want its type, or to one. */
export const resendEvent = (
  place: Place,
  event: string,
  idempotencyKey: string,
  endpoint?: string,
): Promise<unknown> =>
  request(`/api/events/${encodeURIComponent(event)}/resend`, {
    method: "POST",
    place,
    body: endpoint === undefined ? {} : { endpoint },
    idempotencyKey,
  });
