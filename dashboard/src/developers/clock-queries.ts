import type { Page, SandboxClock, SandboxClockAdvance } from "@kassa/sdk";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { type Place, request } from "../api/request.ts";

const clocks = "/api/sandbox/clocks";
const of = (id: string): string => `${clocks}/${encodeURIComponent(id)}`;
const everyMs = 1_000;

/** Clocks, newest first. While one is being advanced, the list is read again and again. */
export const clocksQuery = (place: Place) =>
  infiniteQueryOptions({
    queryKey: ["clocks", place],
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ limit: "25", ...(pageParam && { startingAfter: pageParam }) });
      return request<Page<SandboxClock>>(`${clocks}?${query}`, { place, signal });
    },
    getNextPageParam: ({ data, hasMore }) => (hasMore ? data.at(-1)?.id : undefined),
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some((page) => page.data.some(({ status }) => status === "advancing")) ? everyMs : false,
  });

/** The latest advance of a clock, read again and again until it is over. */
export const advanceQuery = (place: Place, id: string) =>
  queryOptions({
    queryKey: ["clock-advance", place, id],
    queryFn: ({ signal }) => request<SandboxClockAdvance>(`${of(id)}/advance`, { place, signal }),
    refetchInterval: ({ state: { data } }) => (data && data.clock.status === "ready" ? false : everyMs),
    staleTime: 0,
  });

export const createClock = (place: Place, name: string, idempotencyKey: string): Promise<SandboxClock> =>
  request(clocks, { method: "POST", place, body: name === "" ? {} : { name }, idempotencyKey });

export const advanceClock = (
  place: Place,
  id: string,
  by: string,
  idempotencyKey: string,
): Promise<SandboxClockAdvance> =>
  request(`${of(id)}/advance`, { method: "POST", place, body: { by }, idempotencyKey });

export const deleteClock = (place: Place, id: string): Promise<unknown> =>
  request(of(id), { method: "DELETE", place });
