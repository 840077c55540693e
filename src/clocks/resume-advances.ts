import { crashPoint } from "../kernel/crash-point.ts";
import { advanceClock } from "./advance-clock.ts";
import type { ClockDeps } from "./deps.ts";
import { leaseStalledAdvances } from "./queries.ts";

/** How many clocks are advanced concurrently, so that a hanging webhook receiver delays no other clock. */
const batchSize = 4;
/** How long to work on a clock before the next one has its turn. */
const forMs = 20_000;

/**
 * Continues the advances that no process is working on: its process died, or its request was answered before the clock
 * reached the target. Returns whether there may be more to do at once.
 */
export async function resumeAdvances(deps: ClockDeps): Promise<boolean> {
  const leased = await deps.database.inWorker((trx) => leaseStalledAdvances(trx, batchSize));
  if (leased.length > 0) crashPoint("clock:leased");
  const results = await Promise.allSettled(
    leased.map((advance) => advanceClock(deps, advance, { forMs, resumed: true })),
  );
  const failure = results.find((result) => result.status === "rejected");
  if (failure) throw failure.reason;
  return leased.length > 0;
}
