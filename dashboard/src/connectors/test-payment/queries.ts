import type { CheckoutSession, Page, Payment } from "@kassa/sdk";
import { queryOptions } from "@tanstack/react-query";
import { type Place, request } from "../../api/request.ts";
import { sessionsPath } from "../../sessions/queries.ts";

/** By this reference the test payments of an account are found again, also by colleagues and after a reload. */
export const testReference = (account: string): string => `test-payment-${account}`;

/** `payment` is null before the first attempt. */
export type TestPayment = { readonly session: CheckoutSession; readonly payment: Payment | null };

export const testKey = (place: Place, account: string) => ["test-payment", place, account];

/** How often the outcome of a test payment is asked for while it isn't known. */
const askEveryMs = 2_000;

/** The newest test payment at an account; null if there is none. */
export const latestTestQuery = (place: Place, account: string) =>
  queryOptions({
    queryKey: testKey(place, account),
    queryFn: async ({ signal }): Promise<TestPayment | null> => {
      const query = new URLSearchParams({ clientReferenceId: testReference(account), limit: "1" });
      const found = await request<Page<CheckoutSession>>(`${sessionsPath}?${query}`, { place, signal });
      const [session] = found.data;
      if (!session) return null;
      if (session.payment === null) return { session, payment: null };
      const path = `/api/payments/${encodeURIComponent(session.payment)}`;
      return { session, payment: await request<Payment>(path, { place, signal }) };
    },
    refetchInterval: ({ state: { data } }) => (data && isUnfinished(data) ? askEveryMs : false),
  });

const isUnfinished = ({ session, payment }: TestPayment): boolean =>
  session.status === "open" ||
  session.paymentStatus === "processing" ||
  (payment?.amountRefundPending ?? 0) > 0;

export type TestState = "waiting" | "processing" | "declined" | "paid" | "refunded" | "expired";

export function stateOf({ session, payment }: TestPayment): TestState {
  if (payment && payment.amountCaptured > 0)
    return payment.amountRefunded >= payment.amountCaptured ? "refunded" : "paid";
  if (session.paymentStatus === "processing") return "processing";
  const last = payment?.attempts.at(-1)?.status;
  if (last === "declined" || last === "failed") return "declined";
  return session.status === "expired" ? "expired" : "waiting";
}
