/**
 * Counts events by label, for the metrics. Counting is one addition; the metrics are built when they are read
 * (docs/decisions/0044-metrics-counters.md). A restart resets the counts to 0.
 */
export class Counter<Label extends string> {
  readonly #counts: Map<Label, number>;

  /** @param known label values that are exported as 0 from the start, so that the first event is visible as an increase */
  constructor(known: readonly Label[] = []) {
    this.#counts = new Map(known.map((label) => [label, 0]));
  }

  add(label: Label): void {
    this.#counts.set(label, (this.#counts.get(label) ?? 0) + 1);
  }

  /** Adds a label, starting at zero. */
  know(label: Label): void {
    if (!this.#counts.has(label)) this.#counts.set(label, 0);
  }

  /** The counts so far. */
  counts(): ReadonlyMap<Label, number> {
    return this.#counts;
  }
}

/** An exported counter: one line `name{label="…"}` for each value of its label. */
export type CounterMetric = {
  readonly name: string;
  readonly help: string;
  readonly label: string;
  readonly counter: Counter<string>;
};

/** A Prometheus histogram: how many values are at most each bound, and their sum. */
export class Histogram {
  readonly bounds: readonly number[];
  /** The number of values up to the bound of the same index and above the one before; the last: above all bounds. */
  readonly #buckets: Float64Array;
  #sum = 0;

  /** @param bounds ascending */
  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.#buckets = new Float64Array(bounds.length + 1);
  }

  observe(value: number): void {
    let place = 0;
    while (place < this.bounds.length && value > (this.bounds[place] as number)) place += 1;
    this.#buckets[place] = (this.#buckets[place] as number) + 1;
    this.#sum += value;
  }

  /** The number of values up to each bound; `count` is the number of all values. */
  read(): { readonly cumulative: readonly number[]; readonly sum: number; readonly count: number } {
    let count = 0;
    const cumulative = Array.from(this.#buckets, (inBucket) => {
      count += inBucket;
      return count;
    });
    return { cumulative: cumulative.slice(0, -1), sum: this.#sum, count };
  }
}

/** Whether to log an event that may be frequent: the 1st time, the 10th, the 100th and so on. */
export const shouldLog = (times: number): boolean => Number.isInteger(Math.log10(times));
