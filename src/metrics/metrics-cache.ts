import { setTimeout as pause } from "node:timers/promises";
import { Turns } from "../kernel/turns.ts";

/** Numbers are new for so many times as long as counting them took, and not for longer than a minute. */
const newForTimes = 10;
const newAtMostMs = 60_000;
const keptAtMost = 1_000;
/** How long who has old numbers waits for new ones. */
const waitForNewMs = 300;
const waitAtMostMs = 10_000;

type Entry<Numbers> = {
  last?: { readonly numbers: Numbers; readonly newUntilMs: number };
  counting?: Promise<Numbers | undefined>;
};

/** `isRenewing`: newer ones are being counted. */
export type Shown<Numbers> = Numbers & { readonly isRenewing: boolean };

/**
 * Counting a million payments takes seconds. So who looks at the same numbers shares them for a time, who has seen numbers before gets
 * these at once while new ones are counted, and two are counted at a time: people who look keep no customer's payment waiting.
 */
export class MetricsCache<Numbers extends object> {
  readonly #nowMs: () => number;
  readonly #waitForNew: () => Promise<unknown>;
  readonly #entries = new Map<string, Entry<Numbers>>();
  readonly #turns = new Turns(2);

  /** @param nowMs monotonic time */
  constructor(nowMs = () => performance.now(), waitForNew = (): Promise<unknown> => pause(waitForNewMs)) {
    this.#nowMs = nowMs;
    this.#waitForNew = waitForNew;
  }

  /** The numbers of that name, perhaps counted before. Undefined if there are none, and others are counted for longer than ten seconds. */
  async read(
    name: string,
    count: () => Promise<Numbers>,
    patience = AbortSignal.timeout(waitAtMostMs),
  ): Promise<Shown<Numbers> | undefined> {
    const { last } = this.#entries.get(name) ?? {};
    if (last && this.#nowMs() < last.newUntilMs) return { ...last.numbers, isRenewing: false };
    const counting = this.#renew(name, count, patience);
    // Why new numbers can't be counted is told to who has no others.
    const counted = await (last
      ? Promise.race([counting.catch(() => undefined), this.#waitForNew().then(() => undefined)])
      : counting);
    if (counted) return { ...counted, isRenewing: false };
    return last && { ...last.numbers, isRenewing: true };
  }

  /** Counts, unless somebody else has that done already. */
  #renew(name: string, count: () => Promise<Numbers>, patience: AbortSignal): Promise<Numbers | undefined> {
    const before = this.#entries.get(name);
    if (before?.counting) return before.counting;
    const entry: Entry<Numbers> = { ...before };
    this.#entries.delete(name);
    this.#entries.set(name, entry);
    if (this.#entries.size > keptAtMost) this.#dropOldest();
    const counting = this.#count(entry, count, patience).finally(() => {
      delete entry.counting;
      if (!entry.last && this.#entries.get(name) === entry) this.#entries.delete(name);
    });
    entry.counting = counting;
    return counting;
  }

  async #count(
    entry: Entry<Numbers>,
    count: () => Promise<Numbers>,
    patience: AbortSignal,
  ): Promise<Numbers | undefined> {
    if (!(await this.#turns.take("metrics", patience))) return undefined;
    const beganMs = this.#nowMs();
    try {
      const numbers = await count();
      const endedMs = this.#nowMs();
      entry.last = {
        numbers,
        newUntilMs: endedMs + Math.min(newForTimes * (endedMs - beganMs), newAtMostMs),
      };
      return numbers;
    } finally {
      this.#turns.release("metrics");
    }
  }

  #dropOldest(): void {
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest);
      return;
    }
  }
}
