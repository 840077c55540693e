import { setTimeout as sleep } from "node:timers/promises";
import { type BringUp, bringUpUnlessAborted } from "./bring-up.ts";
import { endPostmaster, type Postmaster } from "./postmaster.ts";

/** Watches over a server's database until it is stopped. */
export type Supervision = {
  /** Ends the database, or abandons starting it again. */
  stop(): Promise<void>;
};

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** A database that ran this long was well; the next end isn't the same fault again. */
const WELL_AFTER_MS = 30_000;

/** Starts the database again whenever it ends by itself, and forever: until then requests are answered with 503. */
export function supervise(first: Postmaster, deps: BringUp): Supervision {
  const stopping = new AbortController();
  const stopRequested = new Promise<void>((resolve) => {
    stopping.signal.addEventListener("abort", () => resolve(), { once: true });
  });
  let current = first;
  const watch = async (): Promise<void> => {
    let startedAt = performance.now();
    let pauseMs = 0;
    while (!stopping.signal.aborted) {
      await Promise.race([current.ended, stopRequested]);
      if (stopping.signal.aborted) return;
      const wasWell = performance.now() - startedAt > WELL_AFTER_MS;
      deps.log("The database ended unexpectedly; starting it again …");
      await pause(wasWell ? 0 : pauseMs, stopping.signal);
      pauseMs = wasWell ? FIRST_PAUSE_MS : longer(pauseMs);
      current = (await restart(deps, stopping.signal)) ?? current;
      startedAt = performance.now();
    }
  };
  const watching = watch();
  return {
    stop: async () => {
      stopping.abort();
      await watching;
      if (!current.hasEnded()) await endPostmaster(current.pid);
    },
  };
}

/** Tries until PostgreSQL answers. Undefined when aborted. */
async function restart(deps: BringUp, aborted: AbortSignal): Promise<Postmaster | undefined> {
  for (let pauseMs = FIRST_PAUSE_MS; !aborted.aborted; pauseMs = longer(pauseMs)) {
    try {
      const ready = await bringUpUnlessAborted(deps, aborted);
      await ready?.client.end();
      if (ready !== undefined) deps.log("The database is back.");
      return ready?.postmaster;
    } catch (error) {
      deps.log(`The database can't start: ${error instanceof Error ? error.message : String(error)}`);
      await pause(pauseMs, aborted);
    }
  }
  return undefined;
}

function longer(pauseMs: number): number {
  return Math.min(Math.max(pauseMs * 2, FIRST_PAUSE_MS), LONGEST_PAUSE_MS);
}

async function pause(ms: number, aborted: AbortSignal): Promise<void> {
  if (ms > 0) await sleep(ms, undefined, { signal: aborted }).catch(() => undefined);
}
