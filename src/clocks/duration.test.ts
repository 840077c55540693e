import assert from "node:assert/strict";
import { test } from "node:test";
import { parseDuration } from "./duration.ts";

test("parses weeks, days, hours, minutes and seconds to milliseconds", () => {
  const hourMs = 3_600_000;
  assert.equal(parseDuration("P1D"), 24 * hourMs);
  assert.equal(parseDuration("P2W"), 14 * 24 * hourMs);
  assert.equal(parseDuration("PT1H30M"), 1.5 * hourMs);
  assert.equal(parseDuration("P30DT1H1M1.5S"), 30 * 24 * hourMs + hourMs + 61_500);
  assert.equal(parseDuration("PT0.001S"), 1);
  assert.equal(parseDuration("PT90000S"), 25 * hourMs);
});

test("refuses months, years and malformed durations", () => {
  for (const text of [
    "",
    "P",
    "PT",
    "P1DT",
    "P1M",
    "P1Y",
    "1D",
    "PT1D",
    "P1H",
    "P-1D",
    "-P1D",
    "P1W2D",
    "p1d",
    "P1.5D",
  ])
    assert.equal(parseDuration(text), undefined, text);
});
