import { commandLine } from "../kernel/command-line.ts";
import type { PaymentFacts } from "../payments/read/inspect-payments.ts";
import type { Check, Finding } from "./finding.ts";

export function backlogFindings(facts: PaymentFacts): Finding[] {
  const server =
    "Is a server running, and can it reach the PSP? Its background jobs ask the PSP for the outcome.";
  return [
    overdue("payments", facts.overdueAttempts, "attempts have been waiting for their outcome", server),
    overdue("movements", facts.overdueMovements, "have been waiting for their outcome", server),
    holdFinding(facts.heldAccounts),
    overdue("disputes", facts.overdueDisputes, "have been waiting to be updated from the PSP", server),
    overdue(
      "webhooks",
      facts.overdueDeliveries,
      "deliveries have been overdue",
      "Is a server running? Its background jobs deliver them.",
    ),
  ];
}

/** After a restore or a failover: see docs/operate/backup.md. */
function holdFinding(accounts: number): Finding {
  const check = "restored_database";
  if (accounts === 0) return { check, state: "ok", text: "no account is on hold" };
  return {
    check,
    state: "warning",
    text: `captures, voids and refunds are on hold at ${accounts} connector ${accounts === 1 ? "account" : "accounts"}`,
    advice: `A hold ends by itself once the account has been compared with the PSP's list. Is a server running, and can it reach the PSP? List the accounts: ${commandLine("holds list")}. If an account can't be compared, end its hold: ${commandLine("holds release")}, which first explains the risk`,
  };
}

function overdue(check: Check, count: number, what: string, advice: string): Finding {
  if (count === 0) return { check, state: "ok", text: "nothing is overdue" };
  return { check, state: "warning", text: `${count} ${what} for more than a minute`, advice };
}

/** Notifications, listed charges and dispute reports that don't match Kassa's records, such as an unknown session. */
export function quarantineFinding(quarantined: PaymentFacts["quarantined"]): Finding {
  const check = "quarantine";
  if (quarantined.length === 0) return { check, state: "ok", text: "empty" };
  const reasons = quarantined.map(({ reason, count }) => `${count} ${reason}`).join(", ");
  return {
    check,
    state: "warning",
    text: `in the last 30 days Kassa ignored reports from PSPs that don't match its records: ${reasons}`,
    advice:
      "The reports are in the tables psp_notifications and reported_disputes, with their quarantine_reason. After a restore, unknown_session is a charge whose session isn't in the backup: look it up at the PSP, and refund it there if it belongs to no order.",
  };
}
