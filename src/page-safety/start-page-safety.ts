import { type JobLog, startPoller } from "../jobs/poller.ts";
import { checkWhenDue, type PageCheckDeps } from "./check/run-check.ts";
import type { ReportCounts } from "./reports/report-counts.ts";

export type PageSafetyDeps = PageCheckDeps & {
  readonly log: JobLog;
  readonly reportCounts: ReportCounts;
  readonly pageCheckMinutes: number | "off";
};

const writeReportsEveryMs = 5_000;

/** How often a process looks whether a check is due. */
const checkDueEveryMs = 30_000;

/** Writes down what browsers report, and checks the page from outside. Returns what ends both. */
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
      // What came in since the last round; a database that is away now has been waited for long enough.
      await reportCounts.write(database).catch(() => {});
    },
  };
}

/** Skips the first round: a process that has just started may not be reached from outside yet. */
function skipFirst(run: () => Promise<unknown>): () => Promise<boolean> {
  let started = false;
  return async () => {
    if (started) await run();
    started = true;
    return false;
  };
}
