/** The pages in the menu, in order. Those with a file are rendered from docs/. */
export const pages = [
  { path: "/docs", label: "Start", file: "first-session.md" },
  { path: "/docs/api", label: "API", file: null },
  { path: "/docs/checkout-sessions", label: "Sessions", file: "checkout-sessions.md" },
  { path: "/docs/payments", label: "Payments", file: "payments.md" },
  { path: "/docs/webhooks", label: "Webhooks", file: "webhooks.md" },
  { path: "/docs/branding", label: "Your look", file: "branding.md" },
  { path: "/docs/disputes", label: "Disputes", file: "disputes.md" },
  { path: "/docs/ledger", label: "Ledger", file: "ledger.md" },
  { path: "/docs/bank-statements", label: "Bank statements", file: "bank-statements.md" },
  { path: "/docs/receipts", label: "Receipts", file: "receipts.md" },
  { path: "/docs/errors", label: "Errors", file: "errors.md" },
  { path: "/docs/sandbox", label: "Sandbox", file: "sandbox.md" },
  { path: "/docs/clocks", label: "Clocks", file: "clocks.md" },
  { path: "/docs/api-keys", label: "Keys", file: "api-keys.md" },
  { path: "/docs/idempotency", label: "Idempotency", file: "idempotency.md" },
  { path: "/docs/glossary", label: "Glossary", file: "glossary.md" },
] as const;
