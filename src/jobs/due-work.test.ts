import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { until } from "../../test/support/until.ts";
import { type DueWorkPollerOptions, startDueWorkPoller } from "./due-work.ts";

const silent = { info() {}, warn() {} };

/** Jobs that count how often they are woken. */
function makeJobs() {
  const woken = { first: 0, second: 0 };
  const jobs = (["first", "second"] as const).map((job) => ({
    job,
    rows: `FROM ${job}`,
    wake: () => {
      woken[job] += 1;
    },
  }));
  return { woken, jobs };
}

/** A database that answers looks in the given way, with the numbers of those texts by which something is found. */
const answering = (look: () => Promise<number[]>): DueWorkPollerOptions["database"] => ({
  distribution: async () => "none",
  // The look is one statement: it isn't carried out.
  readAs: async <Value>() => new Set(await look()) as Value,
});

test("only the jobs that have due work are woken", async (t) => {
  const { woken, jobs } = makeJobs();
  let looks = 0;
  const database = answering(async () => {
    looks += 1;
    return [1];
  });
  const poller = startDueWorkPoller({ database, log: silent, jobs, everyMs: 20 });
  t.after(() => poller.stop());
  await until(() => looks >= 3, "the process has looked three times");
  await poller.stop();
  assert.deepEqual(woken, { first: 0, second: looks });
});

for (const [name, look] of [
  ["fails", () => Promise.reject(new Error("the database is away"))],
  ["has no answer", () => sleep(60_000, [], { ref: false })],
] as const)
  test(`while the look ${name}, all jobs are woken and find out by themselves`, async (t) => {
    const { woken, jobs } = makeJobs();
    const poller = startDueWorkPoller({ database: answering(look), log: silent, jobs, everyMs: 5 });
    t.after(() => {
      if (name === "fails") return poller.stop();
      return void poller.stop();
    });
    await until(() => woken.first >= 3 && woken.second >= 3, "each job was woken three times");
  });

test("stop ends the waking of jobs", async () => {
  const { woken, jobs } = makeJobs();
  const poller = startDueWorkPoller({
    database: answering(() => Promise.reject(new Error("the database is away"))),
    log: silent,
    jobs,
    everyMs: 2,
  });
  await until(() => woken.first > 0, "a job was woken");
  await poller.stop();
  const before = woken.first;
  await sleep(30);
  assert.equal(woken.first, before);
});
