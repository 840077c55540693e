import { isConflict } from "../database/conflict.ts";
import { Counter } from "../kernel/counter.ts";

/** The part of a logger that a poller uses; pino's and Fastify's loggers have it. */
export type JobLog = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
};

export type PollerOptions = {
  /** For the log and the count of failures. */
  readonly name: string;
  /** How long to wait after a round that found nothing more to do, in milliseconds. After a failure it is the first wait, doubled. */
  readonly everyMs: number;
  /** True: after a round that found nothing more to do, the next one begins only when `wake` is called. */
  readonly untilWoken?: boolean;
  /** One round of work; true when there is more to do at once. */
  readonly run: () => Promise<boolean>;
  readonly log: JobLog;
};

export type Poller = {
  /** Begins the next round now instead of when it is due; called during a round, another one follows. */
  wake(): void;
  /** Begins no further round; resolves when the current one has ended. */
  stop(): Promise<void>;
};

/** Rounds that failed, by job. */
export const jobFailures = new Counter<string>();

/** The longest wait between rounds that fail, in milliseconds. */
const slowestMs = 30_000;

/**
 * Runs a job again and again, never twice at the same time. The first round begins at once. A round that fails is logged and
 * repeated, each time after twice the wait: a database that is down is asked less and less often, and used again without help once it
 * is back. A single round that conflicts with other work counts as no failure.
 */
export function startPoller(options: PollerOptions): Poller {
  const alarm = makeAlarm();
  const idleMs = options.untilWoken ? undefined : options.everyMs;
  jobFailures.know(options.name);
  let stopped = false;
  const rounds = async (): Promise<void> => {
    let failures = 0;
    while (!stopped) {
      let more = false;
      try {
        more = await options.run();
        if (failures > 0) options.log.info({ job: options.name, failures }, "job works again");
        failures = 0;
      } catch (error) {
        failures += 1;
        noteFailure(options, error, failures);
      }
      if (stopped) return;
      // Waking doesn't shorten the wait after a failure; otherwise frequent calls would hammer a database that is down.
      if (failures > 0) await alarm.sleep(backoffMs(options.everyMs, failures), false);
      else if (more) await nextTurn();
      else await alarm.sleep(idleMs, true);
    }
  };
  const running = rounds();
  return {
    wake: alarm.wake,
    stop: () => {
      stopped = true;
      alarm.stop();
      return running;
    },
  };
}

function noteFailure({ name, log }: PollerOptions, error: unknown, failures: number): void {
  if (failures === 1 && isConflict(error)) {
    log.info({ err: error, job: name }, "job conflicted with other work, will be tried again");
    return;
  }
  jobFailures.add(name);
  log.warn({ err: error, job: name, failures }, "job failed, will be tried again");
}

/** The wait after the nth failure in a row, in milliseconds. */
export function backoffMs(everyMs: number, failures: number): number {
  return Math.min(everyMs * 2 ** Math.min(failures, 16), Math.max(slowestMs, everyMs));
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A sleep that can be cut short. A call to `wake` while nobody sleeps ends the next sleep at once. */
function makeAlarm() {
  let isCalled = false;
  let sleeper: { readonly end: () => void; readonly mayWake: boolean } | undefined;
  return {
    /** @param ms undefined: until woken */
    sleep(ms: number | undefined, mayWake: boolean): Promise<void> {
      if (mayWake && isCalled) {
        isCalled = false;
        return nextTurn();
      }
      return new Promise((resolve) => {
        const end = (): void => {
          clearTimeout(timer);
          sleeper = undefined;
          if (mayWake) isCalled = false;
          resolve();
        };
        const timer = ms === undefined ? undefined : setTimeout(end, ms);
        sleeper = { end, mayWake };
      });
    },
    wake(): void {
      isCalled = true;
      if (sleeper?.mayWake) sleeper.end();
    },
    /** Ends any sleep, also one that `wake` doesn't end. */
    stop(): void {
      sleeper?.end();
    },
  };
}
