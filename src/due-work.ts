import { strandedClocks } from "./clocks/resume-advances.ts";
import { dueReports } from "./disputes/look-into-reports.ts";
import { dueDisputes } from "./disputes/reconcile-disputes.ts";
import type { DueWork } from "./jobs/due-work.ts";
import { dueAttempts } from "./payments/attempts/reconcile.ts";
import { dueAccounts } from "./payments/compare/compare-due-accounts.ts";
import { dueHolds } from "./payments/holds/release-holds.ts";
import { lapsedRows } from "./payments/movements/lapse-authorizations.ts";
import { dueMovements } from "./payments/movements/reconcile-movements.ts";
import { expiredRows } from "./sessions/expire-session.ts";
import { dueDeliveries } from "./webhooks/delivery/start-delivery-worker.ts";
import { dueSweeps } from "./webhooks/sweep/sweep-deliveries.ts";

/** What a process looks for together, several times a second: see jobs/due-work.ts. Slower jobs each look for themselves. */
export const dueWork = {
  heldAccounts: { job: "compare held accounts", rows: dueHolds },
  reportedAccounts: { job: "compare accounts that PSPs told of", rows: dueAccounts },
  sessions: { job: "expire sessions", rows: expiredRows },
  attempts: { job: "reconcile payments", rows: dueAttempts },
  reportedDisputes: { job: "look into reported disputes", rows: dueReports },
  disputes: { job: "reconcile disputes", rows: dueDisputes },
  movements: { job: "reconcile movements", rows: dueMovements },
  authorizations: { job: "lapse authorizations", rows: lapsedRows },
  sweeps: { job: "sweep deliveries", rows: dueSweeps },
  clocks: { job: "advance clocks", rows: strandedClocks },
  deliveries: { job: "webhook deliveries", rows: dueDeliveries },
} as const satisfies Readonly<Record<string, DueWork>>;
