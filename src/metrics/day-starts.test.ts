import assert from "node:assert/strict";
import { test } from "node:test";
import { dayStarts, isTimeZone } from "./day-starts.ts";

const starts = (zone: string, days: number, now: string): string[] =>
  dayStarts(zone, days, Date.parse(now)).map((each) => new Date(each).toISOString().slice(0, 16));

test("days begin at midnight of the zone, also where clocks are changed", () => {
  assert.deepEqual(starts("UTC", 2, "2026-11-26T09:00:00Z"), [
    "2026-11-25T00:00",
    "2026-11-26T00:00",
    "2026-11-27T00:00",
  ]);
  // On 25 October the clocks in Berlin went back an hour: that day has 25 hours.
  assert.deepEqual(starts("Europe/Berlin", 2, "2026-10-25T23:30:00Z"), [
    "2026-10-24T22:00",
    "2026-10-25T23:00",
    "2026-10-26T23:00",
  ]);
  assert.deepEqual(starts("America/New_York", 1, "2026-03-08T03:00:00Z"), [
    "2026-03-07T05:00",
    "2026-03-08T05:00",
  ]);
});

test("knows time zones by their names", () => {
  assert.deepEqual(["Asia/Kolkata", "Mars/Olympus"].map(isTimeZone), [true, false]);
});
