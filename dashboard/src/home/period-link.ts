import { useHere } from "../app/place.tsx";
import type { Filters } from "../payments/filters.ts";
import type { PartFilters } from "../payments/parts/filters.ts";
import type { Metrics } from "./queries.ts";

/** The day in the reader's zone, as 2026-11-30. */
export function dayOf(at: string): string {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Links to the payments, refunds and disputes of the period that match the filters. */
export function usePeriodLinks({ starts }: Pick<Metrics, "starts">) {
  const { membership, mode } = useHere();
  const params = { tenant: membership.tenant.id, mode };
  const [from, to] = [starts.at(0), starts.at(-1)];
  const period = from && to ? { from: dayOf(from), to: dayOf(to) } : {};
  return {
    payments: (filters: Filters) =>
      ({ to: "/$tenant/$mode/payments", params, search: { ...period, ...filters } }) as const,
    refunds: (filters: PartFilters) =>
      ({ to: "/$tenant/$mode/refunds", params, search: { ...period, ...filters } }) as const,
    disputes: (filters: PartFilters) =>
      ({ to: "/$tenant/$mode/disputes", params, search: { ...period, ...filters } }) as const,
  };
}
