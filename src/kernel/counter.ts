/**
 * Counts for the operator. Rooms count where things happen, by adding to a number; only when the metrics are read is
 * anything more made of them. Counts live as long as the process.
 */
export class Counter<Label extends string> {
  readonly #counts: Map<Label, number>;

  /** @param known labels that are counted from zero, so that the first one of a kind is seen to be an increase */
  constructor(known: readonly Label[] = []) {
    this.#counts = new Map(known.map((label) => [label, 0]));
  }

  add(label: Label): void {
    this.#counts.set(label, (this.#counts.get(label) ?? 0) + 1);
  }

  /** Counts a label from zero that wasn't known from the start. */
  know(label: Label): void {
    if (!this.#counts.has(label)) this.#counts.set(label, 0);
  }

  /** What has been counted so far. */
  counts(): ReadonlyMap<Label, number> {
    return this.#counts;
  }
}

/** A counter as the metrics show it: one line `name{label="…"}` for each of its labels' values. */
export type CounterMetric = {
  readonly name: string;
  readonly help: string;
  readonly label: string;
  readonly counter: Counter<string>;
};

/** How often values fell below each of some bounds, with their sum: what a Prometheus histogram is made of. */
export class Histogram {
  readonly bounds: readonly number[];
  /** How many values are at most the bound of the same place and above the one before; the last: above all bounds. */
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

  /** For each bound how many values are at most it; `count` is all of them. */
  read(): { readonly cumulative: readonly number[]; readonly sum: number; readonly count: number } {
    let count = 0;
    const cumulative = Array.from(this.#buckets, (inBucket) => {
      count += inBucket;
      return count;
    });
    return { cumulative: cumulative.slice(0, -1), sum: this.#sum, count };
  }
}

/** Whether something that happens often is worth a line in the log: the 1st time, the 10th, the 100th and so on. */
export const isWorthALine = (times: number): boolean => Number.isInteger(Math.log10(times));
