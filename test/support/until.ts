import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";

/** Waits until a condition holds and returns its value. Fails with `what` when the time is up. */
export async function until<Value>(
  condition: () => Value | Promise<Value>,
  what: string,
  withinMs = 90_000,
): Promise<NonNullable<Value>> {
  for (const deadline = performance.now() + withinMs; ; await sleep(20)) {
    const value = await condition();
    if (value) return value;
    assert.ok(performance.now() < deadline, `waited ${withinMs} ms until ${what}`);
  }
}
