/** A page that is rendered from a file. */
export type Page = {
  /** The file in docs/, such as "how-to/refund.md". */
  readonly file: string;
  /** The page's name in the navigation. */
  readonly label: string;
  /** Where it is served. */
  readonly path: string;
};

export type Section = { readonly title: string; readonly pages: readonly Page[] };

/** All pages, in the order of the navigation. Each has a file in docs/ and an address made from the file's name. */
export const sections: readonly Section[] = [
  section("Get started", [
    ["get-started/quickstart.md", "Quickstart"],
    ["get-started/first-session.md", "Your first session"],
  ]),
  section("How to", [
    ["how-to/accept-a-payment.md", "Accept a payment"],
    ["how-to/fulfil-exactly-once.md", "Fulfil exactly once"],
    ["how-to/verify-webhooks.md", "Verify webhooks"],
    ["how-to/refund.md", "Refund"],
    ["how-to/capture-later.md", "Capture later"],
    ["how-to/page-through-lists.md", "Page through lists"],
    ["how-to/testing.md", "Test your integration"],
    ["how-to/go-live.md", "Go live"],
    ["how-to/collecting-details.md", "Collect details"],
    ["how-to/tips-codes-quantities.md", "Let customers change the amount"],
    ["how-to/payment-links.md", "Sell by payment links"],
    ["how-to/branding.md", "Set the page’s look"],
    ["how-to/receipts.md", "Use receipts"],
    ["how-to/bank-transfers.md", "Take bank transfers"],
    ["how-to/disputes.md", "Respond to disputes"],
    ["how-to/exports.md", "Export payments"],
    ["how-to/clocks.md", "Test with clocks"],
    ["how-to/api-keys.md", "Manage API keys"],
    ["how-to/dashboard.md", "Use the dashboard"],
    ["how-to/psps.md", "Connect a PSP"],
    ["how-to/stripe.md", "Stripe"],
    ["how-to/mollie.md", "Mollie"],
    ["how-to/paypal.md", "PayPal"],
    ["how-to/adyen.md", "Adyen"],
  ]),
  section("Reference", [
    ["reference/checkout-sessions.md", "Checkout sessions"],
    ["reference/payments.md", "Payments and refunds"],
    ["reference/payment-processing.md", "How a payment proceeds"],
    ["reference/webhooks.md", "Webhooks"],
    ["reference/events.md", "Events"],
    ["reference/states.md", "States"],
    ["reference/errors.md", "Errors"],
    ["reference/sandbox.md", "Sandbox and test cards"],
    ["reference/bank-statements.md", "Bank statements"],
    ["reference/sdk.md", "SDK"],
    ["reference/command-line.md", "Command line"],
    ["reference/configuration.md", "Configuration"],
    ["reference/glossary.md", "Glossary"],
  ]),
  section("Explanation", [
    ["explanation/one-path.md", "The one path of money"],
    ["explanation/reliability.md", "Reliability"],
    ["explanation/idempotency.md", "Idempotency"],
    ["explanation/ledger.md", "Money and the ledger"],
    ["explanation/page-security.md", "Page security"],
  ]),
  section("Operate", [
    ["operate/README.md", "Overview"],
    ["operate/install.md", "Install"],
    ["operate/database.md", "Database"],
    ["operate/upgrade.md", "Upgrade"],
    ["operate/backup.md", "Backup and restore"],
    ["operate/monitoring.md", "Monitoring"],
    ["operate/limits.md", "Limits"],
    ["operate/secrets.md", "Secrets"],
    ["operate/audit.md", "Audit log"],
    ["operate/retention.md", "Retention"],
    ["operate/several-processes.md", "Several processes"],
    ["operate/distributed.md", "Distributed database"],
    ["operate/troubleshooting.md", "Troubleshooting"],
  ]),
];

/** `/docs` itself. It has no entry in the navigation: the brand leads to it. */
export const home: Page = { file: "README.md", label: "Docs", path: "/docs" };

export const pages: readonly Page[] = [home, ...sections.flatMap((entry) => entry.pages)];

function section(title: string, entries: readonly (readonly [file: string, label: string])[]): Section {
  return { title, pages: entries.map(([file, label]) => ({ file, label, path: pathOf(file) })) };
}

/** Problems name the page of errors as their type, so its address is part of the API. */
function pathOf(file: string): string {
  if (file === "reference/errors.md") return "/docs/errors";
  return `/docs/${file.replace(/(\/README)?\.md$/, "")}`;
}
