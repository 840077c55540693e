import assert from "node:assert/strict";
import { test } from "node:test";
import { LeasedRounds, patientRounds } from "./leased-rounds.ts";

type Work = { readonly tenantId: number; readonly ends: Promise<void> };

const never = new Promise<void>(() => {});
const atOnce = Promise.resolve();

/** Due work, of which what is leased is due no more. */
function dueWork(work: readonly Work[]) {
  const due = [...work];
  const asked: { limit: number; leaveOut: readonly number[] }[] = [];
  const take = async (limit: number, leaveOut: readonly number[]): Promise<Work[]> => {
    asked.push({ limit, leaveOut });
    const taken = due.filter(({ tenantId }) => !leaveOut.includes(tenantId)).slice(0, limit);
    for (const one of taken) due.splice(due.indexOf(one), 1);
    return taken;
  };
  return { take, asked, left: () => due.map(({ tenantId }) => tenantId) };
}

const ofTenant = (tenantId: number, count: number, ends: Promise<void>): Work[] =>
  Array.from({ length: count }, () => ({ tenantId, ends }));

test("a tenant whose work doesn't end keeps no other tenant's waiting, and is left out until some has ended", async () => {
  let end = (): void => {};
  const slow = new Promise<void>((resolve) => {
    end = resolve;
  });
  const due = dueWork([...ofTenant(1, 10, slow), ...ofTenant(2, 3, atOnce)]);
  const rounds = new LeasedRounds({ batchSize: 4, patienceMs: 1, slowPerTenant: 5 });
  const round = () => rounds.round(due.take, ({ ends }) => ends);
  assert.equal(await round(), true);
  assert.equal(await round(), true);
  assert.deepEqual(due.left(), [1, 1, 2, 2, 2], "four are not yet as many as may be slow");
  assert.equal(await round(), false);
  assert.deepEqual(due.left(), [1, 1], "all of the other tenant, and no more of the slow one");
  assert.deepEqual(due.asked.at(-1)?.leaveOut, [1]);
  end();
  await rounds.finish();
  await round();
  assert.deepEqual(due.left(), []);
});

test("no more is under way than may be at once, and what there is no place for stays due", async () => {
  const due = dueWork([1, 2, 3, 4].flatMap((tenantId) => ofTenant(tenantId, 2, never)));
  const rounds = new LeasedRounds({ batchSize: 4, patienceMs: 1, atOnce: 6 });
  for (let times = 0; times < 3; times += 1) await rounds.round(due.take, ({ ends }) => ends);
  assert.deepEqual(due.left(), [4, 4]);
  assert.deepEqual(
    due.asked.map(({ limit }) => limit),
    [4, 2],
    "without a free place nobody asks for work",
  );
});

test("rounds end when their work has ended, without waiting for longer", async () => {
  const startedMs = performance.now();
  const due = dueWork(ofTenant(1, 2, atOnce));
  await new LeasedRounds({ patienceMs: 60_000 }).round(due.take, ({ ends }) => ends);
  assert.ok(performance.now() - startedMs < 30_000);
});

test("patient rounds wait for all that they have begun", async () => {
  let ended = false;
  const soon = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
    ended = true;
  });
  await patientRounds().round(dueWork(ofTenant(1, 1, soon)).take, ({ ends }) => ends);
  assert.equal(ended, true);
});
