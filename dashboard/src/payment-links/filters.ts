/** What the list of links shows, as it stands in the address. */
export type LinkFilters = { readonly active?: "true" | "false" };

/** Anything else in the address is left out. The router reads `true` as a boolean. */
export function readLinkFilters(query: Record<string, unknown>): LinkFilters {
  const active = String(query.active);
  return active === "true" || active === "false" ? { active } : {};
}
