import type { Counter } from "../kernel/counter.ts";
import { shouldLog } from "../kernel/counter.ts";

/** What may wait in memory. */
const rowsAtMost = 2_000;
const bytesAtMost = 8 * 1024 * 1024;

/** Rows that were stored, and those that were dropped because the database was slow. */
export type StoredAndDropped = Counter<"stored" | "dropped">;

type Options<Row> = {
  /** What is written, as in "lines of the request log". */
  readonly what: string;
  /** Stores rows, all or none. */
  readonly store: (rows: readonly Row[]) => Promise<void>;
  readonly counter: StoredAndDropped;
  readonly log: { warn(fields: object, message: string): void };
};

/** Collects rows in memory and stores them together. Nobody ever waits for it: what doesn't fit is dropped. */
export class BatchWriter<Row> {
  readonly #options: Options<Row>;
  #waiting: Row[] = [];
  #bytes = 0;

  constructor(options: Options<Row>) {
    this.#options = options;
  }

  /** @param bytes about how much memory the row takes */
  add(row: Row, bytes: number): void {
    const fits = this.#waiting.length < rowsAtMost && this.#bytes + bytes <= bytesAtMost;
    if (fits) {
      this.#waiting.push(row);
      this.#bytes += bytes;
    } else this.#drop(1);
  }

  /** Stores what waits. Rows that the database doesn't take are dropped: later ones matter more. */
  async write(): Promise<void> {
    const waiting = this.#waiting;
    if (waiting.length === 0) return;
    this.#waiting = [];
    this.#bytes = 0;
    try {
      await this.#options.store(waiting);
      for (const _ of waiting) this.#options.counter.add("stored");
    } catch (error) {
      this.#drop(waiting.length);
      throw error;
    }
  }

  #drop(count: number): void {
    const { counter, log, what } = this.#options;
    for (let dropped = 0; dropped < count; dropped += 1) counter.add("dropped");
    const times = counter.counts().get("dropped") ?? count;
    if (shouldLog(times)) log.warn({ times }, `${what} are dropped: the database is slow`);
  }
}
