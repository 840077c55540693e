/**
 * The checks of `kassa doctor`, with the name that `--json` gives each. Programs rely on these names: a check may be added, but none
 * is renamed. docs/reference/command-line.md lists them, and a test compares the list.
 */
export const checks = {
  settings: "Settings",
  encryption: "Encryption",
  database: "Database",
  durability: "Durability",
  clock: "Clock",
  disk: "Disk",
  wal_archive: "Log archive",
  schema: "Schema",
  distribution: "Distribution",
  roles: "Roles",
  contents: "Contents",
  secret_key: "Secret key",
  tenants: "Tenants",
  connector_account: "Connector account",
  live_payments: "Live payments",
  payments: "Payments",
  movements: "Captures and refunds",
  restored_database: "Restored database",
  disputes: "Disputes",
  webhooks: "Webhooks",
  reviews: "Reviews",
  quarantine: "Quarantine",
  payment_page: "Payment page",
} as const;

export type Check = keyof typeof checks;

/** The result of one check of `kassa doctor`. `advice` says what to do about a warning or problem. */
export type Finding = {
  readonly check: Check;
  /** What was checked, if the installation has several of its kind: an account's id and connector. */
  readonly subject?: string;
  readonly state: "ok" | "warning" | "problem";
  readonly text: string;
  readonly advice?: string;
};

/** The heading of a finding for people. */
export const nameOf = ({ check, subject }: Finding): string =>
  subject === undefined ? checks[check] : `${checks[check]} ${subject}`;
