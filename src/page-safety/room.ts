import type { Running } from "../jobs/start-job.ts";
import type { Clock } from "../kernel/clock.ts";
import { pageChecks } from "./check/run-check.ts";
import { pageReports, ReportCounts } from "./reports/report-counts.ts";
import { pageReportRoutes } from "./reports/routes.ts";
import { type PageSafetyDeps, startPageSafety } from "./start-page-safety.ts";

type Core = Omit<PageSafetyDeps, "reportCounts" | "pageCheckMinutes"> & {
  readonly clock: Clock;
  readonly config: Pick<PageSafetyDeps, "pageCheckMinutes">;
};

export function makePageSafety(core: Core) {
  const { database, keyring, publicUrl, clock, nowMs, log, config } = core;
  const { pageCheckMinutes } = config;
  const reportCounts = new ReportCounts(log);
  const work = (): Running =>
    startPageSafety({ database, keyring, publicUrl, nowMs, log, reportCounts, pageCheckMinutes });
  return {
    routes: [pageReportRoutes({ publicUrl, clock, reportCounts })],
    workers: [work],
    counters: [
      {
        name: "kassa_page_reports_total",
        help: "Content Security Policy reports received from browsers, by kind.",
        label: "kind",
        counter: pageReports,
      },
      {
        name: "kassa_page_checks_total",
        help: "Self-checks of the payment page over its public address, by outcome.",
        label: "outcome",
        counter: pageChecks,
      },
    ],
  };
}
