import assert from "node:assert/strict";
import { test } from "node:test";
import { useTestDatabase } from "../../test/support/database.ts";
import { makeId } from "../kernel/id.ts";
import { startTail, type Tail } from "./tail-events.ts";

const scope = { tenantId: 7, mode: "sandbox" } as const;
const newMs = Date.now();
const db = useTestDatabase();

/** Inserts an event that was recorded so many milliseconds after the test began, and returns its id. */
async function record(ms: number, type = "payment.captured", session: string | null = null): Promise<string> {
  const id = makeId("evt", scope.mode, scope.tenantId, newMs + ms);
  await db.sql(
    "INSERT INTO events (tenant_id, id, mode, type, session_id, object) VALUES (7, $1, 'sandbox', $2, $3, '{}')",
    [id, type, session],
  );
  return id;
}

const start = (since?: Date, filter = {}): Promise<Tail> => startTail(db.database, scope, filter, since);
const idsOf = async (tail: Tail): Promise<string[]> => (await tail.next()).map(({ id }) => id);

test("each event comes once, those that were there before not at all, and one that appears behind a newer one, too", async () => {
  await record(-120_000);
  const old = [await record(0), await record(-30_000)];
  const tail = await start();
  assert.deepEqual(await idsOf(tail), []);
  const [third, second] = [await record(3_000), await record(2_000)];
  assert.deepEqual(await idsOf(tail), [second, third]);
  const late = await record(-20_000);
  assert.deepEqual(await idsOf(tail), [late]);
  const next = await record(90_000);
  assert.deepEqual(await idsOf(tail), [next]);
  assert.deepEqual(await idsOf(tail), []);
  const all = await start(new Date(newMs - 30_000));
  assert.deepEqual(await idsOf(all), [old[1], late, old[0], second, third, next]);
});

test("many events come in pages, and filters apply", async () => {
  await db.sql("DELETE FROM events");
  const ids: string[] = [];
  for (let ms = 0; ms < 450; ms += 1) ids.push(await record(ms * 1_000));
  const wanted = [await record(500_000, "payment.voided"), await record(500_001, "refund.failed", "cs_1")];
  const tail = await start(new Date(newMs));
  const found: string[] = [];
  for (let page = await idsOf(tail); page.length > 0; page = await idsOf(tail)) found.push(...page);
  assert.deepEqual(found, [...ids, ...wanted]);
  assert.deepEqual(await idsOf(await start(new Date(newMs), { types: ["payment.voided"] })), [wanted[0]]);
  assert.deepEqual(await idsOf(await start(new Date(newMs), { sessionId: "cs_1" })), [wanted[1]]);
});

test("in an installation without events the first one comes", async () => {
  await db.sql("DELETE FROM events");
  const tail = await start();
  const first = await record(0);
  assert.deepEqual(await idsOf(tail), [first]);
});
