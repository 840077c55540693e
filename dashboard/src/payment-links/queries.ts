import type { PaymentLink } from "@kassa/sdk";
import { queryOptions } from "@tanstack/react-query";
import { type Place, request } from "../api/request.ts";

export const linksPath = "/api/payment-links";

const pathOf = (id: string): string => `${linksPath}/${encodeURIComponent(id)}`;

export const linkQuery = (place: Place, id: string) =>
  queryOptions({
    queryKey: [linksPath, place, id],
    queryFn: ({ signal }) => request<PaymentLink>(pathOf(id), { place, signal }),
  });

export type LinkTerms = {
  readonly name: string;
  readonly maxPayments: number | null;
  readonly expiresAt: string | null;
};

export type NewLink = LinkTerms & {
  readonly amount: number;
  readonly currency: string;
  readonly description?: string;
  readonly successUrl?: string;
};

export const createLink = (place: Place, body: NewLink, idempotencyKey: string) =>
  request<PaymentLink>(linksPath, { method: "POST", place, body, idempotencyKey });

export type LinkChange = Partial<LinkTerms> & { readonly active?: boolean };

export const changeLink = (place: Place, id: string, body: LinkChange, idempotencyKey: string) =>
  request<PaymentLink>(pathOf(id), { method: "POST", place, body, idempotencyKey });
