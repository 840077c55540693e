import assert from "node:assert/strict";
import { test } from "node:test";
import { scheduleFaults } from "./faults/schedule.ts";
import { Random } from "./random.ts";
import { makePlan } from "./workload/plan.ts";

const sizes = {
  rails: ["sandbox"] as const,
  sessions: 5_000,
  processes: 2,
  sessionsPerFault: 12,
  sessionsPerLoss: 150,
  citus: false,
};

test("a seed determines every plan and the fault schedule, independently of other draws", () => {
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

test("another seed gives other plans", () => {
  const [one, other] = ["7", "8"].map((seed) =>
    Array.from({ length: 20 }, (_, number) => makePlan(new Random(seed).child(number))),
  );
  assert.notDeepEqual(one, other);
});

test("a few hundred sessions cover every ending, payment method, merchant action and fault", () => {
  const random = new Random("all");
  const plans = Array.from({ length: 600 }, (_, number) => makePlan(random.child(number)));
  assert.equal(new Set(plans.map(({ ending }) => ending)).size, 5);
  assert.equal(new Set(plans.map(({ moreTime }) => moreTime)).size, 2);
  assert.equal(new Set(plans.map(({ changesAmount }) => changesAmount)).size, 2);
  assert.equal(new Set(plans.flatMap(({ attempts }) => attempts.map(({ method }) => method.type))).size, 4);
  assert.equal(new Set(plans.flatMap(({ actions }) => actions.map(({ kind }) => kind))).size, 7);
  const faults = scheduleFaults(random.child("faults"), sizes);
  assert.equal(new Set(faults.map(({ plan }) => plan.kind)).size, 11);
});

test("draws integers uniformly, both bounds included", () => {
  const random = new Random("dice");
  const counts = new Map<number, number>();
  for (let throws = 0; throws < 6_000; throws += 1) {
    const number = random.integer(1, 6);
    counts.set(number, (counts.get(number) ?? 0) + 1);
  }
  assert.deepEqual([...counts.keys()].sort(), [1, 2, 3, 4, 5, 6]);
  for (const count of counts.values()) assert.ok(count > 850 && count < 1_150, `${count} of 6000`);
});
