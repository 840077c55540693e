import type { Page, Payment, PaymentNote } from "@kassa/sdk";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { type Place, request } from "../../api/request.ts";

const pathOf = (payment: string): string => `/api/payments/${encodeURIComponent(payment)}`;

export const notesQuery = (place: Place, payment: string) =>
  infiniteQueryOptions({
    queryKey: ["notes", place, payment],
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ limit: "20" });
      if (pageParam !== "") query.set("startingAfter", pageParam);
      return request<Page<PaymentNote>>(`${pathOf(payment)}/notes?${query}`, { place, signal });
    },
    getNextPageParam: ({ data, hasMore }) => (hasMore ? data.at(-1)?.id : undefined),
  });

export const writeNote = (payment: Payment, text: string) => (place: Place, idempotencyKey: string) =>
  request<PaymentNote>(`${pathOf(payment.id)}/notes`, {
    method: "POST",
    place,
    body: { text },
    idempotencyKey,
  });

export const deleteNote = (place: Place, { id, payment }: PaymentNote) =>
  request(`${pathOf(payment)}/notes/${encodeURIComponent(id)}`, { method: "DELETE", place });

export type TagChange = { readonly add: readonly string[]; readonly remove: readonly string[] };

export const changeTags = (payment: Payment, change: TagChange) => (place: Place, idempotencyKey: string) =>
  request<Payment>(`${pathOf(payment.id)}/tags`, { method: "POST", place, body: change, idempotencyKey });
