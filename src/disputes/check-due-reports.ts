import type { DisputeOutcome } from "../connectors/disputes.ts";
import { patientRounds } from "../database/leased-rounds.ts";
import type { TenantScope, Transaction } from "../database/transaction.ts";
import { unreachable } from "../kernel/assert.ts";
import { crashPoint } from "../kernel/crash-point.ts";
import { leaseMsFor } from "../payments/deps.ts";
import {
  getReport,
  holdsReport,
  type LeasedReport,
  leaseDueReports,
  type Report,
  settleReport,
} from "../payments/dispute-reports/reports.ts";
import { type Applied, applyFacts, logQuarantine } from "./apply-facts.ts";
import { reportWaitMs } from "./check-schedule.ts";
import type { DisputeDeps } from "./deps.ts";
import type { StoredDispute } from "./dispute.ts";
import { fetchDispute } from "./fetch-dispute.ts";
import { findByReference } from "./queries.ts";

/**
 * Asks the PSPs about the disputes that were reported. Returns whether there may be more. Reports are leased, so that several
 * processes share the work and another takes over when a process dies. A new report of the same dispute ends the lease of the
 * earlier one, so the PSP is asked again.
 */
export function checkDueReports(deps: DisputeDeps, rounds = patientRounds()): Promise<boolean> {
  const leaseMs = leaseMsFor(deps.pspTimeoutMs);
  return rounds.round(
    (limit, leaveOut) => deps.database.inWorker((trx) => leaseDueReports(trx, limit, leaseMs, leaveOut)),
    (lease) => {
      crashPoint("dispute-report:leased");
      return lookInto(deps, lease).catch((error) => giveUp(deps, lease, error));
    },
  );
}

async function lookInto(deps: DisputeDeps, lease: LeasedReport): Promise<void> {
  const scope: TenantScope = lease;
  const known = await deps.database.inTenant(scope, async (trx) => ({
    report: await getReport(trx, lease),
    dispute: await findByReference(trx, lease.connectorAccount, lease.pspReference),
  }));
  crashPoint("dispute-report:asking");
  const { report, dispute } = known;
  if (!report) return;
  const outcome = await fetchDispute(deps, scope, { ...report, accepted: dispute?.accepted ?? false });
  crashPoint("dispute-report:psp-answered");
  await answerReport(deps, lease, { ...report, dispute }, outcome);
  crashPoint("dispute-report:settled");
}

type KnownReport = Report & {
  readonly checks: number;
  /** As it was stored when the PSP was asked. */
  readonly dispute: StoredDispute | undefined;
};

function answerReport(
  deps: DisputeDeps,
  lease: LeasedReport,
  report: KnownReport,
  outcome: DisputeOutcome,
): Promise<unknown> {
  switch (outcome.kind) {
    case "known":
      if (outcome.dispute.chargeKey !== report.attemptId) return quarantine(deps, lease, "charge_mismatch");
      return applyFacts(deps, lease, report.connectorAccount, outcome.dispute, {
        whenAsked: report.dispute,
        guard: {
          holds: (trx) => holdsReport(trx, lease),
          settle: (trx, applied) => settle(trx, lease, applied, report.checks),
        },
      });
    case "refused":
      return quarantine(deps, lease, "unknown_to_psp");
    case "unknown": {
      const wait = { checkAfterMs: reportWaitMs(report.checks), quarantineReason: null };
      return deps.database.inTenant(lease, (trx) => settleReport(trx, lease, wait));
    }
    default:
      return unreachable(outcome);
  }
}

function settle(trx: Transaction, lease: LeasedReport, applied: Applied, checks: number): Promise<void> {
  return settleReport(trx, lease, {
    checkAfterMs: applied.kind === "too_early" ? reportWaitMs(checks) : null,
    quarantineReason: applied.kind === "quarantined" ? applied.reason : null,
  });
}

async function quarantine(
  deps: DisputeDeps,
  lease: LeasedReport,
  reason: "charge_mismatch" | "unknown_to_psp",
): Promise<void> {
  await deps.database.inTenant(lease, (trx) =>
    settleReport(trx, lease, { checkAfterMs: null, quarantineReason: reason }),
  );
  logQuarantine(deps, lease.pspReference, reason);
}

/** The failure of one report doesn't stop the others. It is tried again when its lease is over. */
function giveUp(deps: DisputeDeps, lease: LeasedReport, error: unknown): void {
  deps.log.error(
    { err: error, dispute: lease.pspReference },
    "a reported dispute could not be checked; it will be tried again",
  );
}
