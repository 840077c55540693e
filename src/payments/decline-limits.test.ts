import assert from "node:assert/strict";
import { test } from "node:test";
import { DeclineLimits } from "./decline-limits.ts";

const minuteMs = 60_000;

test("whoever collects too many declines has to wait until ten minutes after the first", () => {
  const limits = new DeclineLimits(3);
  for (const now of [0, 1, 2]) {
    assert.equal(limits.waitSeconds("card", now), 0);
    limits.count("card", now);
  }
  assert.equal(limits.waitSeconds("card", minuteMs), 9 * 60);
  assert.equal(limits.waitSeconds("another card", minuteMs), 0, "nobody waits for what others did");
  assert.equal(limits.waitSeconds("card", 10 * minuteMs), 0);
});
