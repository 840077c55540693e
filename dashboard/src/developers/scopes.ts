/** What a key may do; see docs/how-to/api-keys.md. */
const resources = [
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
];

export const scopes = ["full", ...resources.flatMap((resource) => [`${resource}:read`, `${resource}:write`])];
