import type { Check } from "./check.ts";

/** Tables whose rows have a mode and an id that contains the mode. */
const tablesWithMode = [
  "payment_links",
  "checkout_sessions",
  "payments",
  "payment_notes",
  "attempts",
  "movements",
  "disputes",
  "events",
  "webhook_endpoints",
  "bank_accounts",
  "statement_imports",
  "bank_entries",
  "expected_transfers",
  "bank_refunds",
  "bank_refund_files",
  "connector_accounts",
  "webhook_deliveries",
  "psp_notifications",
  "ledger_transactions",
  "ledger_entries",
];

/** Tables whose rows belong to a row of another table, and the column with that row's id. */
const references: readonly [child: string, column: string, parent: string][] = [
  ["checkout_sessions", "payment_link_id", "payment_links"],
  ["payments", "session_id", "checkout_sessions"],
  ["attempts", "payment_id", "payments"],
  ["movements", "payment_id", "payments"],
  ["payment_notes", "payment_id", "payments"],
  ["payment_tags", "payment_id", "payments"],
  ["disputes", "payment_id", "payments"],
  ["events", "session_id", "checkout_sessions"],
  ["webhook_deliveries", "event_id", "events"],
  ["webhook_deliveries", "endpoint_id", "webhook_endpoints"],
  ["ledger_transactions", "payment_id", "payments"],
  ["bank_entries", "import_id", "statement_imports"],
  ["bank_entries", "bank_account_id", "bank_accounts"],
  ["entry_matches", "entry_id", "bank_entries"],
  ["entry_matches", "expected_transfer_id", "expected_transfers"],
  ["expected_transfers", "session_id", "checkout_sessions"],
  ["expected_transfers", "bank_account_id", "bank_accounts"],
  ["bank_refunds", "expected_transfer_id", "expected_transfers"],
  ["bank_refunds", "bank_account_id", "bank_accounts"],
  ["bank_refunds", "file_id", "bank_refund_files"],
  ["bank_refund_files", "bank_account_id", "bank_accounts"],
  ["ledger_entries", "transaction_id", "ledger_transactions"],
];

/** Checks that modes and tenants are separate. */
export const separationChecks: readonly Check[] = [
  {
    invariant: "13 live and sandbox are separate: an id contains the mode of its row",
    sql: tablesWithMode
      .map(
        (table) =>
          `SELECT format('${table}: %s is %s', id, mode) AS violation FROM ${table} WHERE id NOT LIKE '%\\_' || mode || '\\_%'`,
      )
      .join(" UNION ALL "),
  },
  {
    invariant:
      "13, 14 modes and tenants are separate: a row has the tenant and mode of the row that it belongs to",
    sql: references
      .map(
        ([
          child,
          column,
          parent,
        ]) => `SELECT format('${child} %s of tenant %s and mode %s belongs to %s', to_jsonb(c) ->> 'id', c.tenant_id, c.mode,
            c.${column}) AS violation
          FROM ${child} c LEFT JOIN ${parent} p ON (p.tenant_id, p.id) = (c.tenant_id, c.${column})
          WHERE c.${column} IS NOT NULL AND c.mode IS DISTINCT FROM p.mode`,
      )
      .join(" UNION ALL "),
  },
  {
    invariant: "13 the simulated PSP has no live account",
    sql: `SELECT format('the simulated PSP charged the account %s', account) AS violation FROM sandbox_psp.charges
      WHERE account NOT LIKE '%\\_sandbox'`,
  },
  {
    invariant: "18 leases end within 30 s",
    sql: ["attempts", "movements", "disputes", "webhook_deliveries", "clocks"]
      .map(
        (
          table,
        ) => `SELECT format('the lease of %s ends only at %s', id, lease_until) AS violation FROM ${table}
          WHERE lease_until > clock_timestamp() + interval '30 seconds'`,
      )
      .join(" UNION ALL "),
  },
];
