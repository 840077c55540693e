import type { FaultInjector } from "./faults/inject.ts";
import type { Testbed } from "./testbed/testbed.ts";
import type { Journal } from "./workload/journal.ts";

export type Progress = { started: number; done: number; readonly total: number };

const everyMs = 3_000;

/** Prints a progress line every few seconds until stopped. */
export function showProgress(report: () => string): { stop(): void } {
  const startedAt = performance.now();
  const show = (): void => {
    console.log(`${String(Math.round((performance.now() - startedAt) / 1_000)).padStart(6)} s  ${report()}`);
  };
  const timer = setInterval(show, everyMs);
  return {
    stop: () => {
      clearInterval(timer);
      show();
    },
  };
}

/** The sessions run and the faults injected so far, in one line. */
export function describeProgress(
  { done, total }: Progress,
  { instances, psp, receiver, relay }: Testbed,
  { counts }: FaultInjector,
  journal: Journal,
): string {
  const kills = instances.reduce((sum, { kills }) => sum + kills, 0);
  return [
    `${done}/${total} sessions`,
    `${kills} kill -9`,
    `${counts.crash_database + counts.kill_backend} database crashes`,
    `${counts.fail_over + counts.restore_backup} data losses`,
    `${counts.lose_commit} interrupted commits`,
    `${counts.cut_network} network cuts`,
    `${counts.pause} paused processes`,
    `${psp.kills} PSP kills`,
    `${journal.counts.lostAnswers} lost responses`,
    `${journal.counts.unavailable} × 503`,
    `${relay.counts.repeated + relay.counts.postponed} repeated or late notifications`,
    `${receiver.log.size} events received`,
  ].join(", ");
}
