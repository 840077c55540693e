import type { Injector } from "./faults/inject.ts";
import type { House } from "./house/house.ts";
import type { Journal } from "./play/journal.ts";

export type Progress = { begun: number; done: number; readonly of: number };

const everyMs = 3_000;

/** One line every few seconds until stopped. */
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

/** What has been done and broken so far, in one line. */
export function describeProgress(
  { done, of }: Progress,
  { kassas, psp, receiver, relay }: House,
  { counts }: Injector,
  journal: Journal,
): string {
  const kills = kassas.reduce((sum, { kills }) => sum + kills, 0);
  return [
    `${done}/${of} sessions`,
    `${kills} kill -9`,
    `${counts.crash_database + counts.kill_backend} database crashes`,
    `${counts.fail_over + counts.restore_backup} losses of data`,
    `${counts.lose_commit} lost commits`,
    `${counts.cut_network} cut networks`,
    `${counts.freeze} zombies`,
    `${psp.kills} PSP kills`,
    `${journal.counts.lostAnswers} lost answers`,
    `${journal.counts.unavailable} × 503`,
    `${relay.counts.repeated + relay.counts.postponed} notifications twice or late`,
    `${receiver.log.size} events received`,
  ].join(", ");
}
