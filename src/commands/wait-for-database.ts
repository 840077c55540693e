import { setTimeout as sleep } from "node:timers/promises";
import { isPassing, isStartingUp } from "../database/database-gone.ts";

const firstWaitMs = 100;
const longestWaitMs = 2_000;
const repeatAfterMs = 60_000;

/**
 * Runs the steps of a start, and waits while PostgreSQL recovers from a crash or is still starting, however long that takes.
 * It reports this at once and then every minute. If nothing has answered yet, the address may be wrong: then the start waits
 * only if PostgreSQL itself says that it is starting.
 */
export class PatientStart {
  readonly #say: (line: string) => void;
  readonly #wait: (ms: number) => Promise<unknown>;
  #hasAnswered = false;

  constructor(say: (line: string) => void, wait: (ms: number) => Promise<unknown> = sleep) {
    this.#say = say;
    this.#wait = wait;
  }

  /** Runs a step, and repeats it while the database is unavailable. The step must be repeatable. */
  async step<Value>(work: () => Promise<Value>): Promise<Value> {
    let waitMs = firstWaitMs;
    let quietForMs = repeatAfterMs;
    for (;;) {
      try {
        const value = await work();
        this.#hasAnswered = true;
        return value;
      } catch (error) {
        if (!(error instanceof Error) || !this.#isTemporary(error)) throw error;
        if (quietForMs >= repeatAfterMs) {
          this.#say(`The database isn't ready yet; waiting for it … (${error.message})`);
          quietForMs = 0;
        }
      }
      await this.#wait(waitMs);
      quietForMs += waitMs;
      waitMs = Math.min(2 * waitMs, longestWaitMs);
    }
  }

  #isTemporary(error: Error): boolean {
    if (isStartingUp(error)) this.#hasAnswered = true;
    return this.#hasAnswered && isPassing(error);
  }
}
