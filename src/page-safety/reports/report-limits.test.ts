import assert from "node:assert/strict";
import { test } from "node:test";
import { ReportLimits, reportsPerMinute, unusablePerMinute } from "./report-limits.ts";

type Kind = "report" | "unusable";

/** Posts `times` times and reads each admitted post at once. Returns how many were read. */
function post(limits: ReportLimits, kind: Kind, times: number, network: (time: number) => string, nowMs = 0) {
  let read = 0;
  for (let time = 0; time < times; time += 1) {
    if (!limits.admit(network(time), nowMs)) continue;
    if (kind === "unusable" || limits.takeReport(network(time))) read += 1;
  }
  return read;
}

test("each address has its own limit of reports per minute", () => {
  const limits = new ReportLimits();
  assert.equal(
    post(limits, "report", 100, () => "203.0.113.7"),
    reportsPerMinute.address,
  );
  assert.equal(limits.admit("203.0.113.8", 59_999), true);
  assert.equal(limits.admit("203.0.113.7", 59_999), false);
  assert.equal(limits.admit("203.0.113.7", 60_000), true, "a minute later the limit starts again");
});

test("all addresses together have a limit of reports per minute", () => {
  const limits = new ReportLimits();
  assert.equal(
    post(limits, "report", 2_000, (time) => `network ${time}`, 5),
    reportsPerMinute.all,
  );
  assert.equal(limits.admit("a network of the next minute", 60_006), true);
});

test("unusable posts don't use up the limit of reports", () => {
  const limits = new ReportLimits();
  assert.equal(
    post(limits, "unusable", 500, () => "203.0.113.7"),
    500,
  );
  assert.equal(
    post(limits, "report", 100, () => "203.0.113.7"),
    reportsPerMinute.address,
    "the same address still reports",
  );
  const flood = post(limits, "unusable", 40_000, (time) => `network ${time % 1_000}`);
  assert.ok(flood < 8_000, `${flood} of 40,000 were read`);
  assert.equal(
    post(limits, "report", 2_000, (time) => `browser ${time}`),
    reportsPerMinute.all - reportsPerMinute.address,
  );
});

test("limits concurrent posts from one address before any of them has been read", () => {
  const limits = new ReportLimits();
  const admitted = Array.from({ length: 2_000 }, () => limits.admit("203.0.113.7", 0)).filter(Boolean);
  assert.equal(admitted.length, unusablePerMinute.address);
  const counted = admitted.filter(() => limits.takeReport("203.0.113.7"));
  assert.equal(counted.length, reportsPerMinute.address, "counts no more reports than the limit");
});
