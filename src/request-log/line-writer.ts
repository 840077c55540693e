import { setImmediate as nextTurn } from "node:timers/promises";
import type { Database } from "../database/database.ts";
import { Counter, shouldLog } from "../kernel/counter.ts";
import { insertLines } from "./queries.ts";
import type { RequestLine } from "./request-line.ts";

/** Lines of the request log that were stored, and those that were dropped because the database was slow. */
export const requestLogLines = new Counter<"stored" | "dropped">(["stored", "dropped"]);

/** What may wait in memory. */
const linesAtMost = 2_000;
const bytesAtMost = 8 * 1024 * 1024;

/** A line that waits. It is made when it is written, so that no request pays for redacting it. */
export type WaitingLine = { readonly bytes: number; readonly make: () => RequestLine };

type Log = { warn(fields: object, message: string): void };

/** Collects lines in memory and stores them together. A request never waits for it: what doesn't fit is dropped. */
export class LineWriter {
  readonly #database: Pick<Database, "inWorker" | "distribution">;
  readonly #log: Log;
  #waiting: WaitingLine[] = [];
  #bytes = 0;

  constructor(database: Pick<Database, "inWorker" | "distribution">, log: Log) {
    this.#database = database;
    this.#log = log;
  }

  add(line: WaitingLine): void {
    const fits = this.#waiting.length < linesAtMost && this.#bytes + line.bytes <= bytesAtMost;
    if (fits) {
      this.#waiting.push(line);
      this.#bytes += line.bytes;
    } else this.#drop(1);
  }

  /** Stores what waits. Lines that the database doesn't take are dropped: later ones matter more. */
  async write(): Promise<void> {
    const waiting = this.#waiting;
    if (waiting.length === 0) return;
    this.#waiting = [];
    this.#bytes = 0;
    try {
      const lines = await makeInTurns(waiting);
      const distribution = await this.#database.distribution();
      await this.#database.inWorker((trx) => insertLines(trx, lines, distribution));
      for (const _ of lines) requestLogLines.add("stored");
    } catch (error) {
      this.#drop(waiting.length);
      throw error;
    }
  }

  #drop(count: number): void {
    for (let dropped = 0; dropped < count; dropped += 1) requestLogLines.add("dropped");
    const times = requestLogLines.counts().get("dropped") ?? count;
    if (shouldLog(times))
      this.#log.warn({ times }, "lines of the request log are dropped: the database is slow");
  }
}

/** So many lines are redacted before requests have their turn. */
const linesInTurn = 50;

async function makeInTurns(waiting: readonly WaitingLine[]): Promise<RequestLine[]> {
  const lines: RequestLine[] = [];
  for (let from = 0; from < waiting.length; from += linesInTurn) {
    for (const { make } of waiting.slice(from, from + linesInTurn)) lines.push(make());
    await nextTurn();
  }
  return lines;
}
