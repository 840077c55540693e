import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTestDatabase, type TestDatabase } from "../../test/support/database.ts";
import { DeclineLimits, type DeclineSubject } from "./decline-limits.ts";

const scope = { tenantId: 1, mode: "sandbox" } as const;
let db: TestDatabase;
let limits: DeclineLimits;
before(async () => {
  db = await openTestDatabase();
  limits = new DeclineLimits(db.database);
});
after(() => db.close());

const subject = (name: string, most = 3): DeclineSubject => ({ digest: Buffer.from(name), most });

async function decline(of: DeclineSubject, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    assert.equal(await limits.enter(scope, [of]), 0);
    await limits.count(scope, [of]);
    limits.leave([of]);
  }
}

test("whoever collects too many declines has to wait until ten minutes after the first", async () => {
  const card = subject("card");
  await decline(card, 3);
  await db.sql("UPDATE recent_declines SET since = since - interval '1 minute' WHERE subject = 'card'");
  assert.equal(await limits.enter(scope, [card]), 9 * 60);
  assert.equal(await limits.enter(scope, [subject("another card")]), 0, "nobody waits for what others did");
  await db.sql("UPDATE recent_declines SET since = since - interval '9 minutes' WHERE subject = 'card'");
  await decline(card, 3);
  assert.ok((await limits.enter(scope, [card])) > 9 * 60, "after them the count begins anew");
});

test("one subject that has to wait is enough, and the longest wait is told", async () => {
  const [early, late, free] = [subject("early"), subject("late"), subject("free")];
  await decline(early, 3);
  await db.sql("UPDATE recent_declines SET since = since - interval '5 minutes' WHERE subject = 'early'");
  await decline(late, 3);
  const wait = await limits.enter(scope, [free, early, late]);
  assert.ok(wait > 9 * 60, String(wait));
});

test("attempts under way take places until they end", async () => {
  const card = subject("busy card", 2);
  assert.deepEqual(
    [await limits.enter(scope, [card]), await limits.enter(scope, [card]), await limits.enter(scope, [card])],
    [0, 0, 5],
  );
  limits.leave([card]);
  assert.equal(await limits.enter(scope, [card]), 0);
});

test("who has to wait takes no place", async () => {
  const [held, open] = [subject("held"), subject("open", 1)];
  await decline(held, 3);
  assert.ok((await limits.enter(scope, [held, open])) > 0);
  assert.equal(await limits.enter(scope, [open]), 0);
});

test("each tenant and mode is counted apart", async () => {
  const card = subject("shared card");
  await decline(card, 3);
  assert.equal(await limits.enter({ tenantId: 2, mode: "sandbox" }, [card]), 0);
  assert.equal(await limits.enter({ tenantId: 1, mode: "live" }, [card]), 0);
  assert.ok((await limits.enter(scope, [card])) > 0);
});
