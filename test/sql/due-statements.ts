import { stalledAdvances } from "../../src/clocks/queries.ts";
import { disputeLeases } from "../../src/disputes/queries.ts";
import { exportLeases } from "../../src/exports/queries.ts";
import { dueReports } from "../../src/payments/dispute-reports/queries.ts";
import { attemptLeases } from "../../src/payments/queries/attempts.ts";
import { dueAccounts } from "../../src/payments/queries/compared.ts";
import { holdLeases } from "../../src/payments/queries/holds.ts";
import { lapsedAuthorizations } from "../../src/payments/queries/lapsing.ts";
import { movementLeases } from "../../src/payments/queries/movements.ts";
import { expiredSessions } from "../../src/sessions/queries/due.ts";
import { dueDeliveries } from "../../src/webhooks/delivery/leases/queries.ts";
import { dueSweeps } from "../../src/webhooks/sweep/queries.ts";
import type { Planned } from "./plan-of.ts";

/** Every process looks for this due work twice a second, by a statement that is built at run time; see src/jobs/due-work.ts. */
const dueRows: Readonly<Record<string, string>> = {
  accounts: dueAccounts,
  advances: stalledAdvances,
  attempts: attemptLeases.dueRows,
  authorizations: lapsedAuthorizations,
  deliveries: dueDeliveries.none,
  exports: exportLeases.dueRows,
  disputes: disputeLeases.dueRows,
  holds: holdLeases.dueRows,
  movements: movementLeases.dueRows,
  reports: dueReports,
  sessions: expiredSessions,
  sweeps: dueSweeps,
};

export const dueStatements: readonly Planned[] = Object.entries(dueRows).map(([name, rows]) => ({
  operation: `due ${name}`,
  text: `SELECT 1 ${rows} LIMIT 1`,
  roles: ["worker"],
}));
