/**
 * Which room may import which: ARCHITECTURE.md as rules. `npm run check` holds src/ to them. Tests and what only tests
 * use may import everything.
 */
const forTests = "(\\.test\\.ts$|test-support\\.ts$|/fixtures/)";

/** For each room the other rooms that it may import. */
const rooms = {
  kernel: [],
  design: [],
  database: ["kernel"],
  audit: ["kernel", "database"],
  customers: ["kernel", "database", "audit"],
  tenants: ["kernel", "database"],
  jobs: ["kernel", "database"],
  events: ["kernel", "database", "http"],
  connectors: ["kernel"],
  "transfer-codes": ["kernel"],
  "bank-statements": ["kernel"],
  "sandbox-psp": ["kernel", "database", "design", "transfer-codes"],
  sessions: ["kernel", "database", "http", "events", "jobs", "tenants"],
  ledger: ["kernel", "database", "http", "jobs"],
  payments: [
    "kernel",
    "database",
    "http",
    "events",
    "jobs",
    "sessions",
    "tenants",
    "settings",
    "ledger",
    "connectors",
  ],
  disputes: ["kernel", "database", "http", "events", "jobs", "sessions", "payments", "ledger", "connectors"],
  webhooks: ["kernel", "database", "http", "events", "jobs", "tenants"],
  clocks: [
    "kernel",
    "database",
    "http",
    "jobs",
    "connectors",
    "sessions",
    "payments",
    "disputes",
    "webhooks",
  ],
  "connector-accounts": ["kernel", "database", "http", "tenants", "connectors"],
  receipts: ["kernel", "database", "http", "tenants", "sessions", "payments", "settings"],
  http: ["kernel", "database", "tenants"],
  settings: ["kernel", "database", "http", "tenants", "design"],
  "bank-accounts": ["kernel", "database", "http"],
  "statement-imports": ["kernel", "database", "http", "bank-accounts", "bank-statements", "transfer-codes"],
  "statement-matching": ["kernel", "transfer-codes"],
  "expected-transfers": [
    "kernel",
    "database",
    "http",
    "settings",
    "bank-accounts",
    "bank-statements",
    "statement-imports",
    "statement-matching",
    "transfer-codes",
  ],
  "bank-refunds": [
    "kernel",
    "database",
    "http",
    "connectors",
    "bank-accounts",
    "bank-statements",
    "statement-imports",
    "expected-transfers",
  ],
  "checkout-page": [
    "kernel",
    "database",
    "http",
    "tenants",
    "sessions",
    "payments",
    "receipts",
    "settings",
    "connectors",
    "transfer-codes",
    "design",
  ],
  "page-safety": ["kernel", "database", "http", "tenants", "jobs", "checkout-page"],
  docs: ["kernel", "http", "design"],
  operations: ["kernel", "database", "http"],
};

const direction = Object.entries(rooms).map(([room, allowed]) => ({
  name: `${room}-imports`,
  comment: `${room} may import ${allowed.join(", ") || "no other room"}; see ARCHITECTURE.md.`,
  severity: "error",
  from: { path: `^src/${room}/`, pathNot: forTests },
  to: { path: "^src/", pathNot: `^src/(${[room, ...allowed].join("|")})/` },
}));

module.exports = {
  forbidden: [
    ...direction,
    {
      name: "every-room-is-listed",
      comment: "A new room needs a line in this file and in ARCHITECTURE.md.",
      severity: "error",
      from: { path: "^src/[^/]+/", pathNot: `^src/(${Object.keys(rooms).join("|")}|commands)/` },
      to: {},
    },
    {
      name: "only-routes-import-http",
      comment:
        "Operations know nothing of requests, so that jobs and commands can use them. Docs and operations are about http itself.",
      severity: "error",
      from: {
        path: "^src/",
        pathNot: `(^src/(http|docs|operations|commands)/|/routes\\.ts$|^src/app\\.ts$|${forTests})`,
      },
      to: { path: "^src/http/" },
    },
    {
      name: "own-queries-only",
      comment: "What a room lets others read or write is exported by a file of its own, not by its SQL.",
      severity: "error",
      from: { path: "^src/([^/]+)/", pathNot: forTests },
      to: { path: "/queries(\\.ts$|/)", pathNot: "^src/$1/" },
    },
    {
      name: "no-queries-in-the-wiring",
      comment: "The same for the files that wire the rooms.",
      severity: "error",
      from: { path: "^src/[^/]+\\.ts$" },
      to: { path: "/queries(\\.ts$|/)" },
    },
    {
      name: "connectors-translate",
      comment:
        "A connector never sees the database, nor its PSP's simulation: it speaks HTTP like any other.",
      severity: "error",
      from: { path: "^src/connectors/", pathNot: forTests },
      to: { path: "(^src/(database|sandbox-psp)/|^node_modules/pg/)" },
    },
    {
      name: "only-the-database-uses-pg",
      comment: "Everybody else is handed a transaction of a tenant and mode.",
      severity: "error",
      from: { path: "^src/", pathNot: `(^src/database/|${forTests})` },
      to: { path: "^node_modules/pg/", dependencyTypesNot: ["type-only"] },
    },
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "packages-are-declared",
      comment:
        "What production imports stands in package.json's dependencies. Types are gone when it runs: TypeBox's are all we take of it.",
      severity: "error",
      from: { path: "^src/", pathNot: forTests },
      to: {
        dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown", "unknown", "undetermined"],
        dependencyTypesNot: ["type-only"],
      },
    },
    { name: "imports-resolve", severity: "error", from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "node", "default"],
    },
  },
};
