import assert from "node:assert/strict";
import { test } from "node:test";
import { Distribution, Tally } from "./tally.ts";

test("a tally counts by label", () => {
  const tally = new Tally<"a" | "b">();
  tally.add("a");
  tally.add("b");
  tally.add("a");
  assert.deepEqual(Object.fromEntries(tally.counts()), { a: 2, b: 1 });
});

test("a distribution counts a value at every bound that it doesn't exceed", () => {
  const distribution = new Distribution([1, 5, 10]);
  for (const value of [0.5, 1, 3, 10, 11]) distribution.observe(value);
  assert.deepEqual(distribution.read(), { cumulative: [2, 3, 4], sum: 25.5, count: 5 });
});
