import assert from "node:assert/strict";
import { test } from "node:test";
import {
  belowFloor,
  type Coverage,
  coverageOf,
  floorOf,
  reachableStates,
  unreachedStates,
} from "./coverage.ts";

const none: Coverage = { crashPoints: new Set(), states: new Set(), transitions: new Set() };

test("counts each crash point, state and transition once", () => {
  const started = { thing: "attempt", from: null, to: "started" };
  const approved = { thing: "attempt", from: "started", to: "approved" };
  const coverage = coverageOf(
    [started, approved, started],
    ["submit:paid:1", "submit:paid:3", "answer:stored:1"],
  );
  assert.deepEqual([coverage.crashPoints.size, coverage.states.size, coverage.transitions.size], [2, 2, 2]);
  assert.ok(!unreachedStates(coverage).includes("attempt approved"));
  assert.ok(unreachedStates(coverage).includes("attempt declined"));
});

test("requires more coverage of a larger run", () => {
  const [small, large] = [
    floorOf({ sessions: 300, crashes: 10 }),
    floorOf({ sessions: 3_000, crashes: 200 }),
  ];
  for (const what of ["crashPoints", "states", "transitions"] as const)
    assert.ok(small[what] < large[what], what);
  assert.ok(floorOf({ sessions: 1_000_000, crashes: 10_000 }).states <= reachableStates.length);
});

test("reports each kind of coverage that a run of its size should have reached", () => {
  const violations = belowFloor(none, { sessions: 300, crashes: 10 }).join("\n");
  assert.match(violations, /reached 0 crash points; a run of this size must reach \d+/);
  assert.match(violations, /reached 0 states/);
  assert.match(violations, /reached 0 transitions/);
});

test("requires no coverage of a run of one session", () => {
  assert.deepEqual(belowFloor(none, { sessions: 1, crashes: 0 }), []);
});
