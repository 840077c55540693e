import { useHere } from "../app/place.tsx";
import type { Filters } from "../payments/filters.ts";
import type { Metrics } from "./queries.ts";

/** The day in the reader's zone, as 2026-11-30. */
export function dayOf(at: string): string {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** A link to the period's payments that match the filters. */
export function usePaymentsLink({ starts }: Pick<Metrics, "starts">) {
  const { membership, mode } = useHere();
  const [from, to] = [starts.at(0), starts.at(-1)];
  return (filters: Filters) =>
    ({
      to: "/$tenant/$mode/payments",
      params: { tenant: membership.tenant.id, mode },
      search: { ...(from && to && { from: dayOf(from), to: dayOf(to) }), ...filters },
    }) as const;
}
