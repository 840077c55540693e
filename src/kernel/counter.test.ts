import assert from "node:assert/strict";
import { test } from "node:test";
import { Counter, Histogram } from "./counter.ts";

test("counts by label", () => {
  const counter = new Counter<"a" | "b">();
  counter.add("a");
  counter.add("b");
  counter.add("a");
  assert.deepEqual(Object.fromEntries(counter.counts()), { a: 2, b: 1 });
});

test("counts a value at every bound that it doesn't exceed", () => {
  const histogram = new Histogram([1, 5, 10]);
  for (const value of [0.5, 1, 3, 10, 11]) histogram.observe(value);
  assert.deepEqual(histogram.read(), { cumulative: [2, 3, 4], sum: 25.5, count: 5 });
});
