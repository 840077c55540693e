import { crashPoint } from "../kernel/crash-point.ts";
import { advanceClock } from "./advance-clock.ts";
import type { ClockDeps } from "./deps.ts";
import { leaseStranded } from "./queries.ts";

/** Clocks at once: one whose receiver hangs keeps none of the others. */
const batchSize = 4;
/** How long to work on a clock before others have their turn. */
const forMs = 20_000;

/**
 * Goes on with the clocks that are on their way and that nobody moves: those of processes that died, and those whose
 * request was answered before they arrived. Returns whether there may be more to do at once.
 */
export async function resumeAdvances(deps: ClockDeps): Promise<boolean> {
  const leased = await deps.database.inWorker((trx) => leaseStranded(trx, batchSize));
  if (leased.length > 0) crashPoint("clock:leased");
  const went = await Promise.allSettled(
    leased.map((advance) => advanceClock(deps, advance, { forMs, resumed: true })),
  );
  const failure = went.find((result) => result.status === "rejected");
  if (failure) throw failure.reason;
  return leased.length > 0;
}
