import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { MetricsCache } from "./metrics-cache.ts";

/** Who has old numbers waits for new ones for as long as counting takes. */
const never = (): Promise<never> => new Promise(() => {});

test("what took long to count is shown again for a time, and a failure isn't", async () => {
  let nowMs = 0;
  const cache = new MetricsCache(() => nowMs, never);
  let counted = 0;
  const count = (tookMs: number) => async () => {
    nowMs += tookMs;
    return { counted: ++counted };
  };
  assert.deepEqual(await cache.read("a", count(2_000)), { counted: 1, isRenewing: false });
  nowMs += 19_000;
  assert.deepEqual(await cache.read("a", count(2_000)), { counted: 1, isRenewing: false });
  assert.deepEqual(await cache.read("b", count(0)), { counted: 2, isRenewing: false });
  assert.deepEqual(
    await cache.read("b", count(0)),
    { counted: 3, isRenewing: false },
    "what is counted at once is always new",
  );
  nowMs += 2_000;
  assert.deepEqual(await cache.read("a", count(9_000)), { counted: 4, isRenewing: false });
  nowMs += 61_000;
  assert.deepEqual(
    await cache.read("a", count(0)),
    { counted: 5, isRenewing: false },
    "no numbers are older than a minute",
  );
  await assert.rejects(
    cache.read("c", () => Promise.reject(new Error("too slow"))),
    /too slow/,
  );
  assert.deepEqual(await cache.read("c", count(0)), { counted: 6, isRenewing: false });
});

test("who asks for numbers that are being counted waits for these", async () => {
  const cache = new MetricsCache();
  const ends: (() => void)[] = [];
  const count = () => new Promise<object>((resolve) => ends.push(() => resolve({})));
  const [first, second] = [cache.read("a", count), cache.read("a", count)];
  await turn();
  assert.equal(ends.length, 1);
  ends[0]?.();
  assert.deepEqual(await first, await second);
});

test("two are counted at a time, and nobody waits without end", async () => {
  const cache = new MetricsCache();
  const ends: (() => void)[] = [];
  const count = () => new Promise<object>((resolve) => ends.push(() => resolve({})));
  const patience = new AbortController();
  const first = [cache.read("a", count), cache.read("b", count)];
  const third = cache.read("c", count, patience.signal);
  patience.abort();
  assert.equal(await third, undefined);
  assert.equal(ends.length, 2);
  const fourth = cache.read("c", count);
  for (const end of ends) end();
  await Promise.all(first);
  await turn();
  ends[2]?.();
  assert.deepEqual(await fourth, { isRenewing: false });
});

test("who has seen numbers before gets these at once, while new ones are counted", async () => {
  let nowMs = 0;
  const cache = new MetricsCache<{ counted: number }>(
    () => nowMs,
    async () => {},
  );
  const ends: ((counted: number) => void)[] = [];
  const count = () =>
    new Promise<{ counted: number }>((resolve) => ends.push((counted) => resolve({ counted })));
  const first = cache.read("a", count);
  await turn();
  ends[0]?.(1);
  assert.deepEqual(await first, { counted: 1, isRenewing: false });
  nowMs += 3_600_000;
  assert.deepEqual(await cache.read("a", count), { counted: 1, isRenewing: true });
  assert.deepEqual(await cache.read("a", count), { counted: 1, isRenewing: true });
  assert.equal(ends.length, 2, "they are counted once");
  nowMs += 5_000;
  ends[1]?.(2);
  await turn();
  assert.deepEqual(await cache.read("a", count), { counted: 2, isRenewing: false });
});

test("old numbers are shown while new ones can't be counted, and the next who looks tries again", async () => {
  let nowMs = 0;
  const cache = new MetricsCache<object>(() => nowMs, never);
  await cache.read("a", async () => ({}));
  nowMs += 60_000;
  const fails = () => Promise.reject(new Error("too slow"));
  assert.deepEqual(await cache.read("a", fails), { isRenewing: true });
  assert.deepEqual(await cache.read("a", async () => ({ counted: 2 })), { counted: 2, isRenewing: false });
});
