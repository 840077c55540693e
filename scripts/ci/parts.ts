/**
 * Which parts of `.ci/run` what has changed calls for, beside those that always run (docs/decisions/0067-what-ci-runs.md). A file
 * calls for the parts of all rows that fit it, and for every part if none does.
 */
export const partNames = [
  "crash-matrices",
  "page-matrices",
  "api",
  "stripe",
  "prover",
  "nginx",
  "postgres-15",
  "citus",
] as const;
export type PartName = (typeof partNames)[number];

/** Whatever a payment's way through Kassa depends on. */
const money: readonly PartName[] = ["crash-matrices", "prover", "postgres-15", "citus"];
const none: readonly PartName[] = [];

type Row = { readonly files: RegExp; readonly parts: readonly PartName[]; readonly because: string };

const rooms = (...names: readonly string[]): RegExp => new RegExp(`^src/(?:${names.join("|")})/`);

/** Test files: the parts that run them. */
const testRows: readonly Row[] = [
  {
    files: /^test\/browser\/.*\.matrix\.test\.ts$/,
    parts: ["page-matrices"],
    because: "one of the page's matrices",
  },
  {
    files: /^(?!test\/browser\/).*\.matrix\.test\.ts$/,
    parts: ["crash-matrices"],
    because: "one of the matrices of crashes",
  },
  { files: /^test\/distributed\//, parts: ["citus"], because: "tests of a distributed database" },
  {
    files: /^src\/(?:sessions|events)\/.*\.test\.ts$/,
    parts: ["postgres-15", "citus"],
    because: "these rooms' tests run on both",
  },
  {
    files: /^src\/(?:database\/[^/]+|(?:payments|webhooks|jobs)\/.*)\.test\.ts$/,
    parts: ["postgres-15", "citus"],
    because: "tests of what is stored",
  },
  {
    files:
      /^(?:src\/(?:ledger|request-log|psp-calls|people)\/.*|test\/api\/(?:exports|named-account|payment-links|payment-notes))\.test\.ts$/,
    parts: ["citus"],
    because: "they run on a cluster, too",
  },
  {
    files: /\.test\.ts$/,
    parts: none,
    because: "npm test runs all of them",
  },
];

const rows: readonly Row[] = [
  // What tests and parts are made of.
  { files: /^test\/distributed/, parts: ["citus"], because: "the part itself" },
  {
    files: /^test\/(?:crash|prove|conformance)\//,
    parts: ["crash-matrices", "prover"],
    because: "the parts themselves",
  },
  {
    files: /^test\/psp\/stripe\//,
    parts: ["stripe"],
    because: "the simulated Stripe",
  },
  { files: /^test\/(?:psp|psp-specs)\//, parts: ["crash-matrices", "prover"], because: "the simulated PSPs" },
  {
    files: /^test\/browser\//,
    parts: ["page-matrices", "crash-matrices"],
    because: "a customer's browser, which the matrices use",
  },
  {
    files: /^test\/(?:dashboard|docs|example|mutate|sdk)\//,
    parts: none,
    because: "only npm test uses them",
  },
  {
    files: /^test\/sql\//,
    parts: ["citus"],
    because: "the plans on a cluster are those of these statements",
  },
  { files: /^test\/runner\/times\.json$/, parts: none, because: "it only decides which test comes first" },
  { files: /^scripts\/check-api\//, parts: ["api"], because: "the part itself" },
  { files: /^scripts\/check-stripe\//, parts: ["stripe"], because: "the part itself" },
  { files: /^scripts\/citus\//, parts: ["citus"], because: "the cluster" },
  { files: /^(?:deploy\/|bench\/context\.ts)/, parts: ["nginx"], because: "the rolling restarts" },
  // Kassa.
  {
    files: /^openapi\.json$|^src\/[^/]+\/(?:.*[/-])?(?:routes|schemas?)\.ts$/,
    parts: ["api", ...money],
    because: "the API and its document",
  },
  {
    files: /^src\/connectors\/(?:adyen|mollie|paypal|sandbox)\//,
    parts: ["crash-matrices", "prover"],
    because: "rails of the matrices and of the prover",
  },
  {
    files: /^src\/connectors\/(?!(?:adyen|mollie|paypal|sandbox)\/)/,
    parts: ["crash-matrices", "prover", "stripe"],
    because: "Stripe's connector and what all have in common",
  },
  {
    files: /^(?:migrations|src\/(?:database|jobs))\//,
    parts: [...money, "nginx"],
    because: "the schema, and how processes share the database",
  },
  {
    files: rooms("http", "operations", "commands"),
    parts: ["api", "crash-matrices", "prover", "nginx"],
    because: "how the server answers, starts and stops",
  },
  {
    files: rooms(
      "bank-accounts",
      "bank-refunds",
      "clocks",
      "connector-accounts",
      "disputes",
      "events",
      "expected-transfers",
      "ledger",
      "payment-links",
      "payments",
      "sessions",
      "settlements",
      "statement-imports",
      "webhooks",
    ),
    parts: money,
    because: "money and its events",
  },
  {
    files: rooms("bank-statements", "sandbox-psp", "statement-matching", "transfer-codes"),
    parts: ["crash-matrices", "prover"],
    because: "rails of the matrices and of the prover",
  },
  {
    files: rooms("exports"),
    parts: ["crash-matrices", "citus"],
    because: "an export is killed at each step, and its tests run on a cluster, too",
  },
  {
    files: rooms("people", "psp-calls", "request-log"),
    parts: ["citus"],
    because: "their tests run on a cluster, too",
  },
  {
    files: /^(?:locales|src\/(?:checkout-page|design|receipts|settings))\//,
    parts: ["page-matrices", "crash-matrices"],
    because: "the pages that a customer sees and sends",
  },
  {
    files: rooms(
      "audit",
      "customers",
      "dashboard",
      "docs",
      "doctor",
      "mail",
      "metrics",
      "page-safety",
      "receipt-mails",
    ),
    parts: none,
    because: "no payment depends on it, and npm test runs all of its tests",
  },
  // Everything else.
  {
    files: /^(?:dashboard|docs|examples|sdk|bench|\.github|scripts\/(?:walk|screenshots))\//,
    parts: none,
    because: "no part reads it",
  },
  {
    files:
      /^(?:[A-Z]+\.md|LICENSE|\.editorconfig|\.env\.example|\.dependency-cruiser\.cjs|biome\.json|compose\.yaml|\.ci\/last-full|scripts\/(?:texts|faults-of-texts|check-generated|generate|generated-files|lint-migrations|migration-rules|render-[a-z-]+|build-sdk)\.ts)$/,
    parts: none,
    because: "no part reads it",
  },
];

/** The parts that one changed file calls for. */
export function partsFor(file: string): readonly PartName[] {
  const fitting = (file.endsWith(".test.ts") ? testRows : rows).filter(({ files }) => files.test(file));
  return fitting.length === 0 ? partNames : [...new Set(fitting.flatMap(({ parts }) => parts))];
}

/** For each part that is called for, the first changed file that does so. */
export function chooseParts(changed: readonly string[]): Map<PartName, string> {
  const chosen = new Map<PartName, string>();
  for (const file of changed)
    for (const part of partsFor(file)) if (!chosen.has(part)) chosen.set(part, file);
  return chosen;
}
