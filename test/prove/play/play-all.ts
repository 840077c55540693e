import type { Injector } from "../faults/inject.ts";
import type { Options } from "../options.ts";
import type { Progress } from "../progress.ts";
import type { Random } from "../random.ts";
import { playSession, type Stage } from "./play-session.ts";

/** Plays all sessions, so many at once as there are shoppers, and has each that begins bring its faults. */
export async function playAll(
  stage: Stage,
  { sessions, shoppers, minutes }: Options,
  random: Random,
  state: Progress,
  injector: Injector,
): Promise<void> {
  const deadline = performance.now() + minutes * 60_000;
  const forgetting = forgetDeclines(stage);
  const shop = async (): Promise<void> => {
    while (state.begun < sessions && performance.now() < deadline) {
      const number = state.begun;
      state.begun += 1;
      injector.sessionsBegun(state.begun);
      await playSession(stage, random.child(`session ${number}`), `s${number}`);
      state.done += 1;
    }
  };
  await Promise.all(Array.from({ length: shoppers }, shop));
  forgetting.stop();
}

const forgetEveryMs = 2_000;

/**
 * Against card testing each card may be declined twenty times in ten minutes; here few cards pay thousands of times. So
 * these minutes pass faster.
 */
function forgetDeclines({ house }: Stage): { stop(): void } {
  const timer = setInterval(() => {
    house.cluster.sql("DELETE FROM recent_declines").catch(() => {});
  }, forgetEveryMs);
  return { stop: () => clearInterval(timer) };
}
