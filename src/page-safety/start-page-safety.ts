import { type JobLog, startPoller } from "../jobs/poller.ts";
import { checkWhenDue, type PageCheckDeps } from "./check/run-check.ts";
import type { ReportCounts } from "./reports/report-counts.ts";

export type PageSafetyDeps = PageCheckDeps & {
  readonly log: JobLog;
  readonly reportCounts: ReportCounts;
  readonly pageCheckMinutes: number | "off";
};

const writeReportsEveryMs = 5_000;

/** How often a process checks whether a page check is due. */
const checkDueEveryMs = 30_000;

/** Starts storing the reports of browsers and checking the page from outside. The result stops both. */
export function startPageSafety(deps: PageSafetyDeps): { stop(): Promise<void> } {
  const { log, database, reportCounts, pageCheckMinutes } = deps;
  const run = async (): Promise<boolean> => {
    await reportCounts.write(database);
    return false;
  };
  const pollers = [startPoller({ name: "write page reports", everyMs: writeReportsEveryMs, run, log })];
  if (pageCheckMinutes !== "off") {
    const check = skipFirst(() => checkWhenDue(deps, pageCheckMinutes * 60_000));
    pollers.push(startPoller({ name: "check the page", everyMs: checkDueEveryMs, run: check, log }));
  }
  return {
    stop: async () => {
      await Promise.all(pollers.map((poller) => poller.stop()));
      // Stores the reports since the last round. Ignores an error: the shutdown doesn't wait for an unavailable database.
      await reportCounts.write(database).catch(() => {});
    },
  };
}

/** Skips the first round, because a process that has just started may not be reachable from outside yet. */
function skipFirst(run: () => Promise<unknown>): () => Promise<boolean> {
  let started = false;
  return async () => {
    if (started) await run();
    started = true;
    return false;
  };
}
