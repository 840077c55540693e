import type { BodyOf } from "@kassa/sdk";
import { declineReasons } from "../../../src/connectors/reasons.ts";

export { declineReasons };

/** What is searched for, as it stands in the address, so that a search can be sent to somebody. */
export type Filters = {
  readonly search?: string;
  readonly status?: string;
  /** The first and the last day in the reader's zone, as 2026-11-30. */
  readonly from?: string;
  readonly to?: string;
  readonly currency?: string;
  /** In minor units of the currency. */
  readonly amount?: number;
  readonly method?: string;
  readonly connector?: string;
  readonly tag?: string;
  readonly declineReason?: string;
};

export const statuses = [
  "requires_payment_method",
  "processing",
  "requires_action",
  "needs_review",
  "authorized",
  "captured",
  "voided",
  "failed",
] as const;
export const methods = ["card", "wallet", "bank_debit", "bank_transfer"] as const;
export const connectors = ["sandbox", "stripe", "mollie", "paypal", "adyen", "bank_transfer"] as const;

const oneOf =
  (values: readonly string[]) =>
  (value: string): boolean =>
    values.includes(value);
const isDay = (value: string): boolean =>
  /^20\d\d-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));

/** What each filter may be. Anything else in the address is left out. */
const rules: Readonly<Record<Exclude<keyof Filters, "amount">, (value: string) => boolean>> = {
  search: (value) => value.trim() !== "",
  status: oneOf(statuses),
  from: isDay,
  to: isDay,
  currency: (value) => /^[A-Z]{3}$/.test(value),
  method: oneOf(methods),
  connector: oneOf(connectors),
  declineReason: oneOf(declineReasons),
  tag: (value) => value.trim() !== "" && value.length <= 40,
};

export function readFilters(query: Record<string, unknown>): Filters {
  const texts = Object.entries(rules).flatMap(([name, isValid]) => {
    const value = query[name];
    return value !== undefined && isValid(String(value)) ? [[name, String(value)] as const] : [];
  });
  const amount = Number(query.amount);
  return {
    ...Object.fromEntries(texts),
    ...(Number.isSafeInteger(amount) && amount > 0 && { amount }),
  };
}

/** The filters as the API takes them. */
export function toQuery({ from, to, amount, ...texts }: Filters): URLSearchParams {
  const query = new URLSearchParams(texts);
  if (amount !== undefined) query.set("amount", String(amount));
  if (from) query.set("createdAfter", startOfDay(from, 0).toISOString());
  if (to) query.set("createdBefore", startOfDay(to, 1).toISOString());
  return query;
}

/** The same in a body. */
export function toBody(filters: Filters): NonNullable<BodyOf<"POST /api/exports">["filters"]> {
  const { amount, ...texts } = filters;
  return { ...Object.fromEntries(toQuery(texts)), ...(amount !== undefined && { amount }) };
}

/** The first moment of a day in the reader's zone, or of so many days later. */
function startOfDay(day: string, later: number): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + later);
}
