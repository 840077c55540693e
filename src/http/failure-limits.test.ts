import assert from "node:assert/strict";
import { test } from "node:test";
import { FailureLimits } from "./failure-limits.ts";

const fail = (limits: FailureLimits, address: string, times: number, nowMs: number): void => {
  for (let time = 0; time < times; time += 1) limits.note(address, nowMs);
};

test("allows an address 100 failures at once, then 5 a second", () => {
  const limits = new FailureLimits();
  fail(limits, "203.0.113.7", 99, 0);
  assert.equal(limits.isSpent("203.0.113.7", 0), false);
  fail(limits, "203.0.113.7", 1, 0);
  assert.equal(limits.isSpent("203.0.113.7", 0), true);
  assert.equal(limits.isSpent("203.0.113.7", 199), true);
  assert.equal(limits.isSpent("203.0.113.7", 201), false);
  assert.equal(limits.isSpent("203.0.113.8", 0), false);
  fail(limits, "203.0.113.7", 6, 1_000);
  assert.equal(limits.isSpent("203.0.113.7", 1_000), true);
});

test("counts an IPv6 /64 as one address, and an IPv4-mapped address as IPv4", () => {
  const limits = new FailureLimits();
  for (let host = 1; host <= 100; host += 1) limits.note(`2001:db8:1:2::${host.toString(16)}`, 0);
  assert.equal(limits.isSpent("2001:db8:1:2:aaaa::1", 0), true);
  assert.equal(limits.isSpent("2001:db8:1:3::1", 0), false);
  fail(limits, "::ffff:203.0.113.7", 100, 0);
  assert.equal(limits.isSpent("203.0.113.7", 0), true);
});
