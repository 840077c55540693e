import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { until } from "../../test/support/until.ts";
import { backoffMs, jobFailures, type Poller, startPoller } from "./poller.ts";

const silent = { info() {}, warn() {} };

test("a round that says there is more is followed by the next at once", async (t) => {
  let rounds = 0;
  const poller = startPoller({ name: "test", everyMs: 60_000, log: silent, run: async () => ++rounds < 5 });
  t.after(() => poller.stop());
  await until(() => rounds === 5, "there were five rounds");
  await sleep(20);
  assert.equal(rounds, 5);
});

test("rounds never overlap, and calls to wake during one add a single round", async (t) => {
  let running = 0;
  let most = 0;
  let rounds = 0;
  const poller = startPoller({
    name: "test",
    everyMs: 60_000,
    log: silent,
    run: async () => {
      most = Math.max(most, ++running);
      await sleep(20);
      running -= 1;
      rounds += 1;
      return false;
    },
  });
  t.after(() => poller.stop());
  for (let count = 0; count < 10; count += 1) poller.wake();
  await until(() => rounds === 2, "there were two rounds");
  await sleep(50);
  assert.deepEqual({ most, rounds }, { most: 1, rounds: 2 });
});

test("a failing round is logged and tried again, and calls to wake don't hurry it", async (t) => {
  const warnings: object[] = [];
  let rounds = 0;
  const log = { info() {}, warn: (fields: object) => void warnings.push(fields) };
  const run = async (): Promise<boolean> => {
    rounds += 1;
    if (rounds <= 2) throw new Error("the database is away");
    return false;
  };
  const startedAt = performance.now();
  const poller = startPoller({ name: "flaky", everyMs: 20, log, run });
  t.after(() => poller.stop());
  const waking = setInterval(() => poller.wake(), 1);
  await until(() => rounds >= 3, "a round has succeeded");
  clearInterval(waking);
  assert.ok(performance.now() - startedAt >= 110, "two failures wait 40 + 80 ms");
  assert.equal(warnings.length, 2);
});

test("a round that conflicts is tried again and counts as a failure only if the next one fails, too", async (t) => {
  const warnings: object[] = [];
  const infos: string[] = [];
  const conflict = () => Object.assign(new Error("deadlock detected"), { code: "40P01" });
  const ends: readonly (Error | undefined)[] = [conflict(), undefined, conflict(), conflict(), undefined];
  let rounds = 0;
  const log = {
    info: (_: object, message: string) => void infos.push(message),
    warn: (fields: object) => void warnings.push(fields),
  };
  const run = async (): Promise<boolean> => {
    const error = ends[rounds];
    rounds += 1;
    if (error) throw error;
    return false;
  };
  const before = jobFailures.counts().get("conflicting") ?? 0;
  const poller = startPoller({ name: "conflicting", everyMs: 1, log, run });
  t.after(() => poller.stop());
  await until(() => rounds >= 6, "there were six rounds");
  assert.equal(warnings.length, 1);
  assert.equal((jobFailures.counts().get("conflicting") ?? 0) - before, 1);
  assert.equal(infos.filter((message) => /conflicted/.test(message)).length, 2);
});

test("waits grow with each failure up to half a minute, and never shrink below a slow job's own pace", () => {
  assert.deepEqual(
    [1, 2, 3, 40].map((failures) => backoffMs(500, failures)),
    [1_000, 2_000, 4_000, 30_000],
  );
  assert.equal(backoffMs(3_600_000, 3), 3_600_000);
});

test("stop waits for the running round and starts no other", async () => {
  let finished = 0;
  const poller: Poller = startPoller({
    name: "test",
    everyMs: 1,
    log: silent,
    run: async () => {
      await sleep(30);
      finished += 1;
      return true;
    },
  });
  await sleep(5);
  await poller.stop();
  assert.equal(finished, 1);
  await sleep(50);
  assert.equal(finished, 1);
});

test("a job that sleeps until it is woken runs once at its start, once for each call, and again after a failure", async (t) => {
  let rounds = 0;
  const run = async (): Promise<boolean> => {
    rounds += 1;
    if (rounds === 2) throw new Error("the database is away");
    return false;
  };
  const poller = startPoller({ name: "sleeping", everyMs: 5, untilWoken: true, log: silent, run });
  t.after(() => poller.stop());
  await until(() => rounds === 1, "there was a first round");
  await sleep(50);
  assert.equal(rounds, 1);
  poller.wake();
  await until(() => rounds === 3, "the round that failed was repeated");
  await sleep(50);
  assert.equal(rounds, 3);
});
