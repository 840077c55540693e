import { setImmediate as nextTurn } from "node:timers/promises";
import type { Database } from "../database/database.ts";
import { BatchWriter } from "../jobs/batch-writer.ts";
import { Counter } from "../kernel/counter.ts";
import { insertLines } from "./queries.ts";
import type { RequestLine } from "./request-line.ts";

/** Lines of the request log that were stored, and those that were dropped because the database was slow. */
export const requestLogLines = new Counter<"stored" | "dropped">(["stored", "dropped"]);

/** Makes a line when it is written, so that no request pays for redacting it. */
export type MakeLine = () => RequestLine;

export type LineWriter = BatchWriter<MakeLine>;

type Log = { warn(fields: object, message: string): void };

/** Stores lines together. A request never waits for it. */
export const makeLineWriter = (database: Pick<Database, "inWorker" | "distribution">, log: Log): LineWriter =>
  new BatchWriter({
    what: "lines of the request log",
    counter: requestLogLines,
    log,
    store: async (waiting) => {
      const lines = await makeInTurns(waiting);
      const distribution = await database.distribution();
      await database.inWorker((trx) => insertLines(trx, lines, distribution));
    },
  });

/** So many lines are redacted before requests have their turn. */
const linesInTurn = 50;

async function makeInTurns(waiting: readonly MakeLine[]): Promise<RequestLine[]> {
  const lines: RequestLine[] = [];
  for (let from = 0; from < waiting.length; from += linesInTurn) {
    for (const make of waiting.slice(from, from + linesInTurn)) lines.push(make());
    await nextTurn();
  }
  return lines;
}
