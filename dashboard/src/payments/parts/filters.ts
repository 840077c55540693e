import { type Filters, readFilters, toQuery } from "../filters.ts";

/** What a list of refunds or of disputes shows, as it stands in the address. The days are in the reader's zone. */
export type PartFilters = Pick<Filters, "status" | "currency" | "from" | "to">;

export const refundStatuses = ["pending", "succeeded", "failed"] as const;
export const disputeStatuses = ["needs_response", "under_review", "won", "lost", "closed"] as const;

/** Anything else in the address is left out. */
export const partFiltersOf =
  (statuses: readonly string[]) =>
  (query: Record<string, unknown>): PartFilters => {
    const { currency, from, to } = readFilters(query);
    const status = statuses.find((each) => each === query.status);
    return {
      ...(status && { status }),
      ...(currency && { currency }),
      ...(from && { from }),
      ...(to && { to }),
    };
  };

/** The filters as the API takes them. */
export const partQuery = (filters: PartFilters): Record<string, string> =>
  Object.fromEntries(toQuery(filters));
