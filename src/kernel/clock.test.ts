import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseClock } from "./clock.ts";

test("the clock goes by the database's time, however wrong this machine's is", () => {
  const clock = new DatabaseClock();
  for (const databaseMs of [Date.UTC(2001, 0), Date.UTC(2040, 0)]) {
    clock.set(databaseMs, 10);
    const behind = clock.nowMs() - databaseMs;
    assert.ok(behind >= 5 && behind < 50, `half of the round trip has passed: ${behind}`);
  }
});

test("between two looks it advances by itself, also while this machine's time is set back", async (context) => {
  const clock = new DatabaseClock();
  clock.set(1_000_000, 0);
  const before = clock.nowMs();
  context.mock.method(Date, "now", () => 0);
  await sleep(30);
  const passed = clock.nowMs() - before;
  assert.ok(passed >= 25 && passed < 1_000, `${passed} ms`);
});
