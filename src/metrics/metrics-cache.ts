import { Turns } from "../kernel/turns.ts";

/** Numbers are shown again for so many times as long as counting them took, and not for longer than a minute. */
const keptForTimes = 10;
const keptAtMostMs = 60_000;
const keptAtMost = 1_000;
const waitAtMostMs = 10_000;

type Kept = { readonly numbers: Promise<object | undefined>; untilMs: number };

/**
 * Counting hundreds of thousands of payments takes seconds. So who looks at the same numbers shares them for a time, and two are counted
 * at a time: people who look keep no customer's payment waiting.
 */
export class MetricsCache {
  readonly #nowMs: () => number;
  readonly #kept = new Map<string, Kept>();
  readonly #turns = new Turns(2);

  /** @param nowMs monotonic time */
  constructor(nowMs = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** The numbers of that name, perhaps counted before. Undefined if others are counted for longer than ten seconds. */
  read(
    name: string,
    count: () => Promise<object>,
    patience = AbortSignal.timeout(waitAtMostMs),
  ): Promise<object | undefined> {
    const before = this.#kept.get(name);
    if (before && this.#nowMs() < before.untilMs) return before.numbers;
    const kept: Kept = {
      numbers: this.#count(count, patience, (tookMs) => {
        kept.untilMs = this.#nowMs() + Math.min(keptForTimes * tookMs, keptAtMostMs);
      }),
      untilMs: Number.POSITIVE_INFINITY,
    };
    this.#kept.delete(name);
    this.#kept.set(name, kept);
    const forget = (): void => {
      if (this.#kept.get(name) === kept) this.#kept.delete(name);
    };
    kept.numbers.then((counted) => counted ?? forget(), forget);
    if (this.#kept.size > keptAtMost) this.#dropOldest();
    return kept.numbers;
  }

  async #count(
    count: () => Promise<object>,
    patience: AbortSignal,
    onCounted: (tookMs: number) => void,
  ): Promise<object | undefined> {
    if (!(await this.#turns.take("metrics", patience))) return undefined;
    const beganMs = this.#nowMs();
    try {
      const numbers = await count();
      onCounted(this.#nowMs() - beganMs);
      return numbers;
    } finally {
      this.#turns.release("metrics");
    }
  }

  #dropOldest(): void {
    for (const oldest of this.#kept.keys()) {
      this.#kept.delete(oldest);
      return;
    }
  }
}
