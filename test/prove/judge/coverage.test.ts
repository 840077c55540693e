import assert from "node:assert/strict";
import { test } from "node:test";
import { belowFloor, type Coverage, coverageOf, floorOf, missedStates, possibleStates } from "./coverage.ts";

const none: Coverage = { crashPoints: new Set(), states: new Set(), transitions: new Set() };

test("a crash point, state or transition counts once, however often it was reached", () => {
  const started = { thing: "attempt", from: null, to: "started" };
  const approved = { thing: "attempt", from: "started", to: "approved" };
  const coverage = coverageOf(
    [started, approved, started],
    ["submit:paid:1", "submit:paid:3", "answer:stored:1"],
  );
  assert.deepEqual([coverage.crashPoints.size, coverage.states.size, coverage.transitions.size], [2, 2, 2]);
  assert.ok(!missedStates(coverage).includes("attempt approved"));
  assert.ok(missedStates(coverage).includes("attempt declined"));
});

test("the floor grows with the run", () => {
  const [small, large] = [
    floorOf({ sessions: 300, crashes: 10 }),
    floorOf({ sessions: 3_000, crashes: 200 }),
  ];
  for (const what of ["crashPoints", "states", "transitions"] as const)
    assert.ok(small[what] < large[what], what);
  assert.ok(floorOf({ sessions: 1_000_000, crashes: 10_000 }).states <= possibleStates.length);
});

test("a run that reached less than its size demands fails, and says in what", () => {
  const words = belowFloor(none, { sessions: 300, crashes: 10 }).join("\n");
  assert.match(words, /reached 0 crash points; a run of its size has to reach \d+/);
  assert.match(words, /reached 0 states/);
  assert.match(words, /reached 0 transitions/);
});

test("a run of one session demands nothing", () => {
  assert.deepEqual(belowFloor(none, { sessions: 1, crashes: 0 }), []);
});
