import type { FaultInjector } from "../faults/inject.ts";
import type { Options } from "../options.ts";
import type { Progress } from "../progress.ts";
import type { Random } from "../random.ts";
import { runSession, type Workload } from "./run-session.ts";

/** Runs all sessions, as many at a time as there are shoppers, and injects the faults that are due at each start. */
export async function runSessions(
  workload: Workload,
  { sessions, shoppers, minutes }: Options,
  random: Random,
  state: Progress,
  injector: FaultInjector,
): Promise<void> {
  const deadline = performance.now() + minutes * 60_000;
  const declineCleaner = clearDeclines(workload);
  const runNext = async (): Promise<void> => {
    while (state.started < sessions && performance.now() < deadline) {
      const number = state.started;
      state.started += 1;
      injector.onSessionStarted(state.started);
      await runSession(workload, random.child(`session ${number}`), `s${number}`);
      state.done += 1;
    }
  };
  await Promise.all(Array.from({ length: shoppers }, runNext));
  declineCleaner.stop();
}

const clearEveryMs = 2_000;

/**
 * Clears the counts of declines. Kassa allows a card twenty declines in ten minutes, against card testing, but here a few cards
 * pay thousands of times.
 */
function clearDeclines({ testbed }: Workload): { stop(): void } {
  const timer = setInterval(() => {
    testbed.cluster.sql("DELETE FROM recent_declines").catch(() => {});
  }, clearEveryMs);
  return { stop: () => clearInterval(timer) };
}
