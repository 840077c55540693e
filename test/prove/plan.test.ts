import assert from "node:assert/strict";
import { test } from "node:test";
import { scheduleFaults } from "./faults/schedule.ts";
import { makePlan } from "./play/plan.ts";
import { Random } from "./random.ts";

const sizes = { sessions: 5_000, processes: 2, sessionsPerFault: 12, sessionsPerLoss: 150 };

test("a seed decides what each session does and what is broken when, whatever else was drawn before", () => {
  const first = new Random("7");
  const second = new Random("7");
  second.child("something else").next();
  for (const number of [0, 1, 4711]) {
    const [one, other] = [first, second].map((random) => makePlan(random.child(`session ${number}`)));
    assert.deepEqual(one, other);
  }
  assert.deepEqual(
    scheduleFaults(first.child("faults"), sizes),
    scheduleFaults(second.child("faults"), sizes),
  );
});

test("another seed decides otherwise", () => {
  const [one, other] = ["7", "8"].map((seed) =>
    Array.from({ length: 20 }, (_, number) => makePlan(new Random(seed).child(number))),
  );
  assert.notDeepEqual(one, other);
});

test("among a few hundred sessions there is every end, method, act and fault", () => {
  const random = new Random("all");
  const plans = Array.from({ length: 600 }, (_, number) => makePlan(random.child(number)));
  assert.equal(new Set(plans.map(({ end }) => end)).size, 5);
  assert.equal(new Set(plans.flatMap(({ tries }) => tries.map(({ method }) => method.type))).size, 4);
  assert.equal(new Set(plans.flatMap(({ acts }) => acts.map(({ kind }) => kind))).size, 7);
  const faults = scheduleFaults(random.child("faults"), sizes);
  assert.equal(new Set(faults.map(({ plan }) => plan.kind)).size, 11);
});

test("numbers are spread evenly over their range, both ends included", () => {
  const random = new Random("dice");
  const counts = new Map<number, number>();
  for (let throws = 0; throws < 6_000; throws += 1) {
    const number = random.integer(1, 6);
    counts.set(number, (counts.get(number) ?? 0) + 1);
  }
  assert.deepEqual([...counts.keys()].sort(), [1, 2, 3, 4, 5, 6]);
  for (const count of counts.values()) assert.ok(count > 850 && count < 1_150, `${count} of 6000`);
});
