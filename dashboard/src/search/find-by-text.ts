import type { CheckoutSession, Page, Payment, PaymentLink } from "@kassa/sdk";
import { queryClient } from "../api/query-client.ts";
import { type Place, request } from "../api/request.ts";
import { linksPath } from "../payment-links/queries.ts";
import { sessionsPath } from "../sessions/queries.ts";
import { t } from "../texts/texts.ts";
import { type Hit, type HitGroup, toLinkHit, toPaymentHit, toSessionHit } from "./hit.ts";

/** So many of each kind are shown. */
const shown = 5;

/** Payments by whatever their list finds, and the customers who made them. */
export async function findPayments(place: Place, text: string, signal: AbortSignal): Promise<HitGroup[]> {
  const query = new URLSearchParams({ search: text, limit: "25" });
  const { data } = await request<Page<Payment>>(`/api/payments?${query}`, { place, signal });
  const hits = data.slice(0, shown).map(toPaymentHit);
  return [
    { title: t("nav.payments"), hits: data.length > shown ? [...hits, allPayments(text)] : hits },
    { title: t("nav.customers"), hits: customersOf(data, text) },
  ];
}

/** The list of payments with the same search, for what isn't shown here. */
const allPayments = (search: string): Hit => ({
  id: "all-payments",
  title: t("search.all-payments"),
  screen: "payments",
  query: { search },
});

/** Those whose addresses contain the text. Digits alone are rather an amount or a card. */
function customersOf(payments: readonly Payment[], text: string): Hit[] {
  const part = text.toLowerCase();
  if (!/[a-z@]/.test(part)) return [];
  const emails = new Set(payments.flatMap(({ customerEmail }) => customerEmail?.toLowerCase() ?? []));
  return [...emails]
    .filter((email) => email.includes(part))
    .slice(0, shown)
    .map((email) => ({ id: email, title: email, screen: "customers/$email", params: { email } }));
}

/** Sessions of a whole e-mail address, or with the merchant's reference. */
export async function findSessions(place: Place, text: string, signal: AbortSignal): Promise<HitGroup[]> {
  const name = text.includes("@") ? "customerEmail" : "clientReferenceId";
  const query = new URLSearchParams({ [name]: text, limit: String(shown) });
  const { data } = await request<Page<CheckoutSession>>(`${sessionsPath}?${query}`, { place, signal });
  return [{ title: t("nav.sessions"), hits: data.map(toSessionHit) }];
}

/** Of the newest hundred payment links those whose name contains the text. */
export async function findLinks(place: Place, text: string): Promise<HitGroup[]> {
  const { data } = await queryClient.fetchQuery({
    queryKey: [linksPath, place, "newest"],
    queryFn: ({ signal }) => request<Page<PaymentLink>>(`${linksPath}?limit=100`, { place, signal }),
    staleTime: 60_000,
  });
  const part = text.toLowerCase();
  const found = data.filter(({ name }) => name.toLowerCase().includes(part));
  return [{ title: t("nav.payment-links"), hits: found.slice(0, shown).map(toLinkHit) }];
}
