import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addMonths,
  lastClosed,
  newestMonths,
  nextToClose,
  rangeOf,
} from "../../dashboard/src/finance/books/months.ts";

const now = new Date("2026-03-31T23:30:00Z");
const period = (month: string, status = "closed") => ({ month, status });

test("months are counted across years", () => {
  assert.equal(addMonths("2026-01", -1), "2025-12");
  assert.equal(addMonths("2025-12", 1), "2026-01");
  assert.deepEqual(newestMonths(4, now), ["2026-03", "2026-02", "2026-01", "2025-12"]);
  assert.deepEqual(rangeOf("2025-12"), {
    createdAfter: "2025-12-01T00:00:00Z",
    createdBefore: "2026-01-01T00:00:00Z",
  });
});

test("the month to close next follows the last closed one, and is over", () => {
  assert.equal(nextToClose([], now), "2026-02", "at first the month before this one");
  assert.equal(nextToClose([period("2025-12")], now), "2026-01");
  assert.equal(nextToClose([period("2026-01"), period("2025-12")], now), "2026-02");
  assert.equal(nextToClose([period("2026-02")], now), undefined, "this month isn't over");
});

test("a reopened month is the one to close next", () => {
  const periods = [period("2026-02", "reopened"), period("2026-01", "reopened")];
  assert.equal(lastClosed(periods), undefined);
  assert.equal(nextToClose(periods, now), "2026-01");
  assert.equal(nextToClose([...periods, period("2025-12")], now), "2026-01");
});
