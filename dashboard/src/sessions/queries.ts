import type { CheckoutSession } from "@kassa/sdk";
import { queryOptions } from "@tanstack/react-query";
import { type Place, request } from "../api/request.ts";

export const sessionsPath = "/api/checkout/sessions";

export const sessionQuery = (place: Place, id: string) =>
  queryOptions({
    queryKey: [sessionsPath, place, id],
    queryFn: ({ signal }) =>
      request<CheckoutSession>(`${sessionsPath}/${encodeURIComponent(id)}`, { place, signal }),
  });

export type NewSession = {
  readonly amount: number;
  readonly currency: string;
  readonly successUrl: string;
  readonly description?: string;
  readonly customerEmail?: string;
  readonly clientReferenceId?: string;
  readonly expiresAt?: string;
  readonly connectorAccount?: string;
};

export const createSession = (place: Place, body: NewSession, idempotencyKey: string) =>
  request<CheckoutSession>(sessionsPath, { method: "POST", place, body, idempotencyKey });

export const expireSession = (place: Place, id: string, idempotencyKey: string) =>
  request<CheckoutSession>(`${sessionsPath}/${encodeURIComponent(id)}/expire`, {
    method: "POST",
    place,
    body: {},
    idempotencyKey,
  });
