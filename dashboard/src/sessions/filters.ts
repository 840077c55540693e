/** What the list of sessions shows, as it stands in the address. */
export type SessionFilters = {
  readonly status?: string;
  readonly customerEmail?: string;
  readonly clientReferenceId?: string;
};

export const sessionStatuses = ["open", "complete", "expired"] as const;

export function readSessionFilters(query: Record<string, unknown>): SessionFilters {
  const text = (name: "customerEmail" | "clientReferenceId") => {
    const value = String(query[name] ?? "").trim();
    return value === "" ? {} : { [name]: value };
  };
  const status = sessionStatuses.find((each) => each === query.status);
  return { ...(status && { status }), ...text("customerEmail"), ...text("clientReferenceId") };
}
