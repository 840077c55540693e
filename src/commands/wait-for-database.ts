import { setTimeout as sleep } from "node:timers/promises";
import { isPassing, isStartingUp } from "../database/database-gone.ts";

const firstWaitMs = 100;
const longestWaitMs = 2_000;
const sayAgainAfterMs = 60_000;

/**
 * What a start asks of PostgreSQL. While PostgreSQL recovers after a crash or starts beside Kassa, the start waits for it,
 * however long that takes; it says so at once and each minute. A database that has never answered is waited for only when
 * it says itself that it is starting: where nobody answers, the address may be wrong.
 */
export class PatientStart {
  readonly #say: (line: string) => void;
  readonly #wait: (ms: number) => Promise<unknown>;
  #hasAnswered = false;

  constructor(say: (line: string) => void, wait: (ms: number) => Promise<unknown> = sleep) {
    this.#say = say;
    this.#wait = wait;
  }

  /** Does a step of the start, and does it again as long as the database is away. The step must be repeatable. */
  async step<Value>(work: () => Promise<Value>): Promise<Value> {
    let waitMs = firstWaitMs;
    let quietForMs = sayAgainAfterMs;
    for (;;) {
      try {
        const value = await work();
        this.#hasAnswered = true;
        return value;
      } catch (error) {
        if (!(error instanceof Error) || !this.#passes(error)) throw error;
        if (quietForMs >= sayAgainAfterMs) {
          this.#say(`The database can't be used yet; waiting for it … (${error.message})`);
          quietForMs = 0;
        }
      }
      await this.#wait(waitMs);
      quietForMs += waitMs;
      waitMs = Math.min(2 * waitMs, longestWaitMs);
    }
  }

  #passes(error: Error): boolean {
    if (isStartingUp(error)) this.#hasAnswered = true;
    return this.#hasAnswered && isPassing(error);
  }
}
