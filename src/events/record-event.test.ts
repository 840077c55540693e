import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTestDatabase, type TestDatabase } from "../../test/support/database.ts";
import type { TenantScope } from "../database/transaction.ts";
import { idTimeMs } from "../kernel/id.ts";
import { eventsRecorded, recordEvent } from "./record-event.ts";

let db: TestDatabase;
before(async () => {
  db = await openTestDatabase();
  // Other files' tests may have recorded events in the same process.
  countedBefore = eventsRecorded.counts().get(type) ?? 0;
});
after(() => db.close());

const scope: TenantScope = { tenantId: 1, mode: "sandbox" };
const type = "checkout.session.completed";
let told = 0;
let countedBefore = 0;
const counted = (): number => (eventsRecorded.counts().get(type) ?? 0) - countedBefore;

function record(sequence: number, andThen: () => void = () => {}): Promise<void> {
  const deps = {
    nowMs: () => Date.now(),
    subscribers: [],
    committed: () => {
      told += 1;
    },
  };
  return db.database.inTenant(scope, async (trx) => {
    await recordEvent(deps, trx, { type, sessionId: "cs_sandbox_1", sequence, object: {} });
    assert.deepEqual([counted(), told], [sequence - 1, sequence - 1], "nothing has happened yet");
    andThen();
  });
}

test("an event counts and is told of once its transaction is committed, and not at all if it is undone", async () => {
  await record(1);
  assert.deepEqual([counted(), told], [1, 1]);
  await assert.rejects(
    record(2, () => {
      throw new Error("the change that the event tells of fails");
    }),
  );
  assert.deepEqual([counted(), told], [1, 1]);
  await record(2);
  assert.deepEqual([counted(), told], [2, 2]);
});

test("events of one moment are listed in the order in which they were recorded", async () => {
  const moment = Date.now() + 60_000;
  const deps = { nowMs: () => moment, subscribers: [] };
  const sequences = [1, 2, 3, 4, 5, 6, 7, 8];
  await db.database.inTenant(scope, async (trx) => {
    for (const sequence of sequences)
      await recordEvent(deps, trx, { type, sessionId: "cs_sandbox_2", sequence, object: {} });
  });
  const rows = await db.sql<{ id: string; sequence: number; at: Date }>(
    "SELECT id, sequence, created_at AS at FROM events WHERE session_id = 'cs_sandbox_2' ORDER BY id",
  );
  assert.deepEqual(
    rows.map(({ sequence }) => Number(sequence)),
    sequences,
  );
  for (const { id, at } of rows)
    assert.equal(idTimeMs(id), at.getTime(), "found from and to the time it tells");
});

test("however many events a moment has, their times run ahead of it by 10 ms at most", async () => {
  const moment = Date.now() + 120_000;
  const deps = { nowMs: () => moment, subscribers: [] };
  await db.database.inTenant(scope, async (trx) => {
    for (let sequence = 1; sequence <= 25; sequence += 1)
      await recordEvent(deps, trx, { type, sessionId: "cs_sandbox_3", sequence, object: {} });
  });
  const [row] = await db.sql<{ last: Date }>(
    "SELECT max(created_at) AS last FROM events WHERE session_id = 'cs_sandbox_3'",
  );
  assert.equal(row?.last.getTime(), moment + 10);
});
