import { type Job, leasedJob } from "../jobs/start-job.ts";
import type { WakeUp } from "../jobs/wake-up.ts";
import type { Keyring } from "../kernel/seal.ts";
import { dueReports } from "../payments/dispute-reports/reports.ts";
import { disputesQuarantined } from "./apply-facts.ts";
import { checkDueReports } from "./check-due-reports.ts";
import type { DisputeDeps } from "./deps.ts";
import { disputeLeases } from "./queries.ts";
import { reconcileDueDisputes } from "./reconcile-disputes.ts";
import { disputeRoutes } from "./routes.ts";

/** @param reported wakes the job that checks reported disputes */
export function makeDisputes(core: { readonly keyring: Keyring }, deps: DisputeDeps, reported: WakeUp) {
  const jobs: readonly Job[] = [
    leasedJob("check reported disputes", dueReports, (rounds) => checkDueReports(deps, rounds), reported),
    leasedJob("reconcile disputes", disputeLeases.dueRows, (rounds) => reconcileDueDisputes(deps, rounds)),
  ];
  return {
    apiRoutes: [disputeRoutes({ ...deps, keyring: core.keyring })],
    jobs,
    counters: [
      {
        name: "kassa_disputes_quarantined_total",
        help: "Dispute reports from PSPs that were quarantined instead of applied, by reason.",
        label: "reason",
        counter: disputesQuarantined,
      },
    ],
  };
}
