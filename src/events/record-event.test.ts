import assert from "node:assert/strict";
import { test } from "node:test";
import { useTestDatabase } from "../../test/support/database.ts";
import type { TenantScope } from "../database/transaction.ts";
import { idTimeMs } from "../kernel/id.ts";
import { eventsRecorded, recordEvent } from "./record-event.ts";

const db = useTestDatabase({}, async () => {
  // Other files' tests may have recorded events in the same process.
  countedBefore = eventsRecorded.counts().get(type) ?? 0;
});

const scope: TenantScope = { tenantId: 1, mode: "sandbox" };
const type = "checkout.session.completed";
let announced = 0;
let countedBefore = 0;
const counted = (): number => (eventsRecorded.counts().get(type) ?? 0) - countedBefore;

function record(sequence: number, andThen: () => void = () => {}): Promise<void> {
  const deps = {
    nowMs: () => Date.now(),
    subscribers: [],
    committed: () => {
      announced += 1;
    },
  };
  return db.database.inTenant(scope, async (trx) => {
    await recordEvent(deps, trx, { type, sessionId: "cs_sandbox_1", sequence, object: {} });
    assert.deepEqual([counted(), announced], [sequence - 1, sequence - 1], "not counted before the commit");
    andThen();
  });
}

test("an event is counted and announced when its transaction commits, and not if it is rolled back", async () => {
  await record(1);
  assert.deepEqual([counted(), announced], [1, 1]);
  await assert.rejects(
    record(2, () => {
      throw new Error("the change of the event fails");
    }),
  );
  assert.deepEqual([counted(), announced], [1, 1]);
  await record(2);
  assert.deepEqual([counted(), announced], [2, 2]);
});

test("events of the same millisecond are listed in the order of their recording", async () => {
  const nowMs = Date.now() + 60_000;
  const deps = { nowMs: () => nowMs, subscribers: [] };
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
    assert.equal(idTimeMs(id), at.getTime(), "filters by time find it at its own time");
});

test("times of many events in one millisecond run ahead by at most 10 ms", async () => {
  const nowMs = Date.now() + 120_000;
  const deps = { nowMs: () => nowMs, subscribers: [] };
  await db.database.inTenant(scope, async (trx) => {
    for (let sequence = 1; sequence <= 25; sequence += 1)
      await recordEvent(deps, trx, { type, sessionId: "cs_sandbox_3", sequence, object: {} });
  });
  const [row] = await db.sql<{ last: Date }>(
    "SELECT max(created_at) AS last FROM events WHERE session_id = 'cs_sandbox_3'",
  );
  assert.equal(row?.last.getTime(), nowMs + 10);
});
