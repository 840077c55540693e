/** Which events are shown, as it stands in the address. */
export type EventFilters = { readonly type?: string; readonly session?: string };

/** Groups of types, as the API takes them. */
export const typeGroups = [
  "checkout.session.*",
  "payment.*",
  "refund.*",
  "dispute.*",
  "webhook_endpoint.test",
] as const;

export function readEventFilters({ type, session }: Record<string, unknown>): EventFilters {
  return {
    ...(typeof type === "string" && type !== "" ? { type } : {}),
    ...(typeof session === "string" && session !== "" ? { session } : {}),
  };
}
