import { EventEmitter, once } from "node:events";
import process from "node:process";
import { Transform } from "node:stream";
import type { TestEvent } from "node:test/reporters";
import { inspect } from "node:util";
import type { Report } from "./messages.ts";

const ends = new EventEmitter();

/** Resolves when the suite of this name has ended, with all its hooks, and its results are sent. */
export async function suiteEnd(name: string): Promise<void> {
  await once(ends, name);
}

/** A reporter of Node that sends the results of a test process to the runner instead of printing them. */
export default new Transform({
  writableObjectMode: true,
  transform({ type, data }: TestEvent, _encoding, done) {
    if (type === "test:pass")
      send({ kind: "passed", ...placeOf(data), skipped: reasonOf(data.skip ?? data.todo) });
    if (type === "test:fail") send({ kind: "failed", ...placeOf(data), error: describe(data.details.error) });
    if (type === "test:pass" || type === "test:fail") ends.emit(data.name);
    done();
  },
});

type Ended = Extract<TestEvent, { type: "test:pass" | "test:fail" }>["data"];

const placeOf = ({ name, nesting, details }: Ended) => ({
  name,
  nesting,
  isSuite: details.type === "suite",
  tookMs: details.duration_ms,
});

const reasonOf = (skip: string | boolean | undefined): string | undefined =>
  skip === undefined || skip === false ? undefined : skip === true ? "no reason given" : skip;

/** Node wraps what a test has thrown. */
function describe(error: Error): { readonly text: string; readonly isOfSubtests: boolean } {
  const isOfSubtests = "failureType" in error && error.failureType === "subtestsFailed";
  const thrown = error.cause ?? error;
  return { text: typeof thrown === "string" ? thrown : inspect(thrown, { depth: 6 }), isOfSubtests };
}

function send(report: Report): void {
  process.send?.(report);
}
