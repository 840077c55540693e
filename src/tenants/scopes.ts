/** What a key may do: `full` is everything; each other scope is a resource with read or write access. Write includes read. */
export const resources = [
  "checkout_sessions",
  "payments",
  "payment_notes",
  "refunds",
  "disputes",
  "balance",
  "ledger_periods",
  "events",
  "webhook_endpoints",
  "connector_accounts",
  "settings",
  "bank_accounts",
  "bank_statements",
  "sandbox_clocks",
] as const;
export type Resource = (typeof resources)[number];
export type Access = "read" | "write";
export type Scope = "full" | `${Resource}:${Access}`;

export const scopes: readonly Scope[] = [
  "full",
  ...resources.flatMap((resource): Scope[] => [`${resource}:read`, `${resource}:write`]),
];

export function isScope(text: string): text is Scope {
  return (scopes as readonly string[]).includes(text);
}

/** Whether any of the scopes allows this. */
export function allows(granted: readonly Scope[], resource: Resource, access: Access): boolean {
  return (
    granted.includes("full") ||
    granted.includes(`${resource}:write`) ||
    (access === "read" && granted.includes(`${resource}:read`))
  );
}
