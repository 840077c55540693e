import assert from "node:assert/strict";
import { test } from "node:test";
import { rememberByKey, rememberWith } from "./remember.ts";

test("what was made for a key is kept, and at most so many: the oldest is made again", () => {
  const made: string[] = [];
  const upper = rememberByKey(
    (text: string) => text,
    (text) => {
      made.push(text);
      return text.toUpperCase();
    },
    2,
  );
  assert.deepEqual(["a", "b", "a", "c", "b", "a"].map(upper), ["A", "B", "A", "C", "B", "A"]);
  assert.deepEqual(made, ["a", "b", "c", "a"]);
});

test("what was made for an object is kept with that object only", () => {
  let made = 0;
  const sum = rememberWith((numbers: readonly number[]) => {
    made += 1;
    return numbers.reduce((total, each) => total + each, 0);
  });
  const numbers = [1, 2];
  assert.deepEqual([sum(numbers), sum(numbers), sum([1, 2])], [3, 3, 3]);
  assert.equal(made, 2);
});
