import assert from "node:assert/strict";
import { test } from "node:test";
import { AssertionFailed, CommitLost, committed, present } from "./assert.ts";

test("present returns any value but null and undefined, and names the missing one", () => {
  for (const value of [0, "", false, Number.NaN]) assert.equal(present(value, "the value"), value);
  for (const nothing of [null, undefined])
    assert.throws(() => present(nothing, "the payment"), new AssertionFailed("the payment is missing"));
});

test("a committed row that is missing is a lost commit, not a bug", () => {
  assert.equal(committed(0, "the count"), 0);
  assert.throws(
    () => committed(undefined, "the attempt"),
    new CommitLost("the attempt was committed and is missing"),
  );
});
