/** What is searched for, as it stands in the address, so that a search can be sent to somebody. */
export type Filters = { readonly search?: string; readonly status?: string };

export const statuses = [
  "requires_payment_method",
  "processing",
  "needs_review",
  "authorized",
  "captured",
  "voided",
  "failed",
] as const;

export function readFilters(query: Record<string, unknown>): Filters {
  const { search, status } = query;
  return {
    ...(search !== undefined && String(search) !== "" ? { search: String(search) } : {}),
    ...(typeof status === "string" && (statuses as readonly string[]).includes(status) ? { status } : {}),
  };
}
