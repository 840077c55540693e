import { queryOptions } from "@tanstack/react-query";
import { type Place, request } from "../api/request.ts";

/** A request of one of the tenant's programs. */
export type LoggedRequest = {
  readonly id: string;
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  /** The id of the API key. */
  readonly key: string;
  readonly requestId: string;
  readonly idempotencyKey: string | null;
  readonly errorCode: string | null;
  readonly userAgent: string | null;
  readonly ip: string;
};

/** With the bodies, redacted; null where none is kept. One that was cut is no JSON any more. */
export type RequestWithBodies = LoggedRequest & {
  readonly requestBody: string | null;
  readonly responseBody: string | null;
};

export const requestsPath = "/dashboard/api/requests";

export const requestQuery = (place: Place, id: string) =>
  queryOptions({
    queryKey: [requestsPath, place, id],
    queryFn: ({ signal }) =>
      request<RequestWithBodies>(`${requestsPath}/${encodeURIComponent(id)}`, { place, signal }),
  });

/** Which requests are shown, as it stands in the address. */
export type RequestFilters = {
  readonly status?: "failed";
  readonly method?: string;
  /** The beginning of the path. */
  readonly path?: string;
  readonly key?: string;
};

export const requestMethods = ["GET", "POST", "DELETE"] as const;

export function readRequestFilters({ status, method, path, key }: Record<string, unknown>): RequestFilters {
  return {
    ...(status === "failed" ? { status } : {}),
    ...(requestMethods.some((each) => each === method) ? { method: String(method) } : {}),
    ...(typeof path === "string" && path !== "" ? { path } : {}),
    ...(typeof key === "string" && key !== "" ? { key } : {}),
  };
}
