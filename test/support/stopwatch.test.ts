import assert from "node:assert/strict";
import { test } from "node:test";
import { startStopwatch } from "./stopwatch.ts";

/** A simulated machine with two cores: the test sets how much time passes, and how much of it the cores are idle. */
function machine() {
  let nowMs = 0;
  let idleMs = 0;
  return {
    now: () => nowMs,
    coreTimes: () => ({ idle: idleMs, all: nowMs * 2 }),
    pass: (ms: number, idleShare: number) => {
      nowMs += ms;
      idleMs += ms * 2 * idleShare;
    },
  };
}

test("allows a process on a machine with a free core to stall for 3.5 s beyond the limit", () => {
  const cores = machine();
  const watch = startStopwatch(cores);
  cores.pass(4_499, 0.5);
  watch.assertWithin(1_000, "it");
  cores.pass(1, 0.5);
  assert.throws(
    () => watch.assertWithin(1_000, "it"),
    /^AssertionError.*: it took 4500 ms, limit 4500 ms, cores idle 50 %/,
  );
});

test("allows ten times the limit on a machine without a free core, but no more", () => {
  const cores = machine();
  cores.pass(60_000, 1);
  const watch = startStopwatch(cores);
  cores.pass(9_999, 0.1);
  watch.assertWithin(1_000, "it");
  cores.pass(1, 0.1);
  assert.throws(() => watch.assertWithin(1_000, "it"), /limit 10000 ms, cores idle 10 %/);
});

test("reads this machine's clock and cores", () => {
  startStopwatch().assertWithin(60_000, "nothing");
  assert.throws(
    () => startStopwatch().assertWithin(Number.NEGATIVE_INFINITY, "nothing"),
    /nothing took \d+ ms/,
  );
});
