import assert from "node:assert/strict";
import { test } from "node:test";
import { postsPerMinute, ReportLimits } from "./report-limits.ts";

const admitted = (limits: ReportLimits, times: number, network: (time: number) => string, nowMs: number) =>
  Array.from({ length: times }, (_, time) => limits.admit(network(time), nowMs)).filter(Boolean).length;

test("an address has its posts a minute, and others have theirs", () => {
  const limits = new ReportLimits();
  assert.equal(
    admitted(limits, 100, () => "203.0.113.7", 0),
    postsPerMinute.address,
  );
  assert.equal(limits.admit("203.0.113.8", 59_999), true);
  assert.equal(limits.admit("203.0.113.7", 59_999), false);
  assert.equal(limits.admit("203.0.113.7", 60_000), true, "a minute later it begins anew");
});

test("all addresses together have theirs, however many they are", () => {
  const limits = new ReportLimits();
  assert.equal(
    admitted(limits, 2_000, (time) => `network ${time}`, 5),
    postsPerMinute.all,
  );
  assert.equal(limits.admit("a network of the next minute", 60_006), true);
});
