import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { until } from "../../test/support/until.ts";
import { type LookOptions, startLook } from "./due-work.ts";

const silent = { info() {}, warn() {} };

/** Jobs that count how often they are woken. */
function makeSleepers() {
  const woken = { first: 0, second: 0 };
  const sleepers = (["first", "second"] as const).map((name) => ({
    name,
    due: `FROM ${name}`,
    wake: () => {
      woken[name] += 1;
    },
  }));
  return { woken, sleepers };
}

/** A database that answers each look with the numbers of the works that are due. */
const answering = (answer: () => Promise<number[]>): LookOptions["database"] => ({
  distribution: async () => "none",
  readAs: async <Value>() => new Set(await answer()) as Value,
});

test("only the jobs that have due work are woken", async () => {
  const { woken, sleepers } = makeSleepers();
  const look = startLook({ database: answering(async () => [1]), log: silent, sleepers, everyMs: 60_000 });
  await until(() => woken.second === 1, "the second job was woken");
  await look.stop();
  assert.deepEqual(woken, { first: 0, second: 1 });
});

test("while the look fails, all jobs are woken and look for themselves", async (t) => {
  const { woken, sleepers } = makeSleepers();
  const database = answering(() => Promise.reject(new Error("the database is away")));
  const look = startLook({ database, log: silent, sleepers, everyMs: 5 });
  t.after(() => look.stop());
  await until(() => woken.first >= 3 && woken.second >= 3, "each job was woken three times");
});

test("while the look waits for a lock, all jobs are woken and look for themselves", async (t) => {
  const { woken, sleepers } = makeSleepers();
  const lock = Promise.withResolvers<number[]>();
  const look = startLook({ database: answering(() => lock.promise), log: silent, sleepers, everyMs: 5 });
  t.after(() => {
    lock.resolve([]);
    return look.stop();
  });
  await until(() => woken.first >= 3 && woken.second >= 3, "each job was woken three times");
});

test("stop ends the waking of jobs", async () => {
  const { woken, sleepers } = makeSleepers();
  const look = startLook({
    database: answering(() => Promise.reject(new Error("the database is away"))),
    log: silent,
    sleepers,
    everyMs: 2,
  });
  await until(() => woken.first > 0, "a job was woken");
  await look.stop();
  const before = woken.first;
  await sleep(30);
  assert.equal(woken.first, before);
});
