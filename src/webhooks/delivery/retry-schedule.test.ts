import assert from "node:assert/strict";
import { test } from "node:test";
import { nextWaitMs, parseRetryAfter } from "./retry-schedule.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

test("waits 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h, then a day", () => {
  const waits = Array.from({ length: 11 }, (_, index) =>
    nextWaitMs({ attempts: index + 1, ageMs: 0, random: 0 }),
  );
  assert.deepEqual(waits, [
    5_000,
    5 * minute,
    30 * minute,
    ...[2, 5, 10, 14, 20, 24, 24, 24].map((hours) => hours * hour),
  ]);
});

test("jitter makes a wait longer by less than a tenth, never shorter", () => {
  const wait = nextWaitMs({ attempts: 2, ageMs: 0, random: 0.999 }) ?? 0;
  assert.ok(wait > 5 * minute && wait <= 5.5 * minute);
});

test("gives up when the next attempt would come after 30 days, and not before", () => {
  assert.equal(nextWaitMs({ attempts: 30, ageMs: 29 * day, random: 0 }), day);
  assert.equal(nextWaitMs({ attempts: 30, ageMs: 29 * day + 1, random: 0 }), undefined);
});

test("a first attempt that fails after 30 days is retried", () => {
  assert.equal(nextWaitMs({ attempts: 1, ageMs: 44 * day, random: 0 }), 5_000);
  assert.equal(nextWaitMs({ attempts: 2, ageMs: 44 * day, random: 0 }), undefined);
});

test("a delivery that always fails is attempted 36 times over 30 days", () => {
  let ageMs = 0;
  let attempts = 1;
  for (let wait = nextWaitMs({ attempts, ageMs, random: 0 }); wait !== undefined; ) {
    ageMs += wait;
    attempts += 1;
    wait = nextWaitMs({ attempts, ageMs, random: 0 });
  }
  assert.equal(attempts, 36);
  assert.ok(ageMs > 29 * day && ageMs <= 30 * day);
});

test("Retry-After makes a wait longer, up to a day, and never shorter", () => {
  const wait = (retryAfterMs: number) => nextWaitMs({ attempts: 1, ageMs: 0, random: 0, retryAfterMs });
  assert.equal(wait(60_000), 60_000);
  assert.equal(wait(1_000), 5_000);
  assert.equal(wait(300 * day), day);
});

test("reads Retry-After as seconds or as a date", () => {
  const now = Date.parse("2026-11-21T12:00:00Z");
  assert.equal(parseRetryAfter("120", now), 120_000);
  assert.equal(parseRetryAfter("Sat, 21 Nov 2026 12:01:00 GMT", now), 60_000);
  assert.equal(parseRetryAfter("Sat, 21 Nov 2026 11:00:00 GMT", now), 0);
  for (const nonsense of [undefined, "", "soon", "-5", "1.5", "1e9"])
    assert.equal(parseRetryAfter(nonsense, now), undefined);
});
