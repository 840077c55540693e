import type { CheckoutSession, Page, Payment, Refund } from "@kassa/sdk";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { type Place, request } from "../api/request.ts";

const pageSize = 25;

/** A customer's payments, newest first. */
export const paymentsOfQuery = (place: Place, email: string) =>
  infiniteQueryOptions({
    queryKey: ["payments", place, "of", email],
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ customerEmail: email, limit: String(pageSize) });
      if (pageParam !== "") query.set("startingAfter", pageParam);
      return request<Page<Payment>>(`/api/payments?${query}`, { place, signal });
    },
    getNextPageParam: ({ data, hasMore }) => (hasMore ? data.at(-1)?.id : undefined),
  });

export type Customer = { readonly email: string; readonly latest: Payment };

/** The addresses of the newest payments that a text finds; each once. */
export const customersQuery = (place: Place, search: string) =>
  queryOptions({
    queryKey: ["customers", place, search],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ limit: "100", ...(search === "" ? {} : { search }) });
      const { data } = await request<Page<Payment>>(`/api/payments?${query}`, { place, signal });
      const found = new Map<string, Payment>();
      for (const payment of data) {
        const email = payment.customerEmail?.toLowerCase();
        if (email && !found.has(email)) found.set(email, payment);
      }
      return [...found].map(([email, latest]): Customer => ({ email, latest }));
    },
  });

export type Erased = {
  readonly sessions: number;
  readonly payments: number;
  readonly kept: {
    readonly receipts: number;
    readonly evidenceFiles: number;
    readonly bankRefunds: number;
  };
};

export const eraseCustomer = (place: Place, email: string): Promise<Erased> =>
  request("/dashboard/api/customers/erase", { method: "POST", place, body: { email } });

/** Everything that Kassa knows of a customer in this mode, for who asks for their data: sessions, payments and refunds. */
export async function exportCustomer(place: Place, email: string): Promise<Blob> {
  const query = { customerEmail: email };
  const sessions = await all<CheckoutSession>(place, "/api/checkout/sessions", query);
  const payments = await all<Payment>(place, "/api/payments", query);
  const refunds: Refund[] = [];
  for (const { id } of payments) refunds.push(...(await all<Refund>(place, "/api/refunds", { payment: id })));
  const content = { email, mode: place.mode, exportedAt: new Date(), sessions, payments, refunds };
  return new Blob([JSON.stringify(content, null, 2)], { type: "application/json" });
}

async function all<Item extends { readonly id: string }>(
  place: Place,
  path: string,
  filter: Record<string, string>,
): Promise<Item[]> {
  const items: Item[] = [];
  for (let isMore = true; isMore; ) {
    const query = new URLSearchParams({ ...filter, limit: "100" });
    const last = items.at(-1);
    if (last) query.set("startingAfter", last.id);
    const page = await request<Page<Item>>(`${path}?${query}`, { place });
    items.push(...page.data);
    isMore = page.hasMore;
  }
  return items;
}
