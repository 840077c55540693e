import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseClock } from "./clock.ts";

test("follows the database's time, however wrong this machine's is", () => {
  const clock = new DatabaseClock();
  for (const databaseMs of [Date.UTC(2001, 0), Date.UTC(2040, 0)]) {
    clock.set(databaseMs, 10);
    const behind = clock.nowMs() - databaseMs;
    assert.ok(behind >= 5 && behind < 60_000, `half of the round trip has passed: ${behind}`);
  }
});

test("advances between readings, even if this machine's time is set back", async (context) => {
  const clock = new DatabaseClock();
  clock.set(1_000_000, 0);
  const before = clock.nowMs();
  context.mock.method(Date, "now", () => 0);
  await sleep(30);
  const passed = clock.nowMs() - before;
  assert.ok(passed >= 25 && passed < 60_000, `${passed} ms`);
});

test("is never set back unless it was far off, and ignores slow answers", () => {
  const clock = new DatabaseClock();
  clock.set(1_000_000, 0);
  for (const [databaseMs, roundTripMs] of [
    [999_990, 0],
    [999_000, 1_500],
    [999_500, 400],
  ] as const) {
    const before = clock.nowMs();
    clock.set(databaseMs, roundTripMs);
    assert.ok(clock.nowMs() >= before, `${clock.nowMs()} after ${before}`);
  }
  assert.ok(clock.nowMs() < 1_001_000);
  clock.set(900_000, 0);
  assert.ok(clock.nowMs() < 901_000, "set back by a minute and more");
});
