import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { addDeclines } from "../queries/declines.ts";
import { DeclineLimits, type DeclineSubject, declineLimitsMet } from "./decline-limits.ts";

const scope = { tenantId: 1, mode: "sandbox" } as const;
let db: TestDatabase;
let limits: DeclineLimits;
/** How long each attempt was delayed, in milliseconds. The tests don't really wait. */
const pauses: number[] = [];
const warnings: object[] = [];
before(async () => {
  db = await openTestDatabase();
  limits = limitsOf(8_000);
});
after(() => db.close());
beforeEach(() => {
  pauses.length = 0;
});

function limitsOf(longestPauseMs: number): DeclineLimits {
  const pause = async (ms: number): Promise<void> => void pauses.push(ms);
  const log = { warn: (fields: object) => void warnings.push(fields) };
  return new DeclineLimits(db.database, { longestPauseMs, pause, log });
}

const subject = (name: string, most = 3, slowAfter = most): DeclineSubject => ({
  kind: "card",
  digest: Buffer.from(name),
  slowAfter,
  most,
});

async function decline(of: DeclineSubject, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    assert.equal(await limits.enter(scope, [of]), 0);
    await db.database.inTenant(scope, async (trx) => addDeclines(trx, [of.digest], 10 * 60_000));
    limits.leave([of]);
  }
}

test("after too many declines a subject waits until ten minutes after the first", async () => {
  const card = subject("card");
  await decline(card, 3);
  await db.sql("UPDATE recent_declines SET since = seconds_after(since, -60) WHERE subject = 'card'");
  assert.equal(await limits.enter(scope, [card]), 9 * 60);
  assert.equal(await limits.enter(scope, [subject("another card")]), 0, "nobody waits for what others did");
  await db.sql("UPDATE recent_declines SET since = seconds_after(since, -540) WHERE subject = 'card'");
  await decline(card, 3);
  assert.ok((await limits.enter(scope, [card])) > 9 * 60, "after them the count begins anew");
});

test("one limited subject is enough for a refusal, which names the longest wait", async () => {
  const [early, late, free] = [subject("early"), subject("late"), subject("free")];
  await decline(early, 3);
  await db.sql("UPDATE recent_declines SET since = seconds_after(since, -300) WHERE subject = 'early'");
  await decline(late, 3);
  const wait = await limits.enter(scope, [free, early, late]);
  assert.ok(wait > 9 * 60, String(wait));
});

test("attempts in flight count against the limit until they end", async () => {
  const card = subject("busy card", 2);
  assert.deepEqual(
    [await limits.enter(scope, [card]), await limits.enter(scope, [card]), await limits.enter(scope, [card])],
    [0, 0, 5],
  );
  limits.leave([card]);
  assert.equal(await limits.enter(scope, [card]), 0);
});

test("a refused attempt doesn't count against the limit", async () => {
  const [held, open] = [subject("held"), subject("open", 1)];
  await decline(held, 3);
  assert.ok((await limits.enter(scope, [held, open])) > 0);
  assert.equal(await limits.enter(scope, [open]), 0);
});

test("each tenant and mode is counted separately", async () => {
  const card = subject("shared card");
  await decline(card, 3);
  assert.equal(await limits.enter({ tenantId: 2, mode: "sandbox" }, [card]), 0);
  assert.equal(await limits.enter({ tenantId: 1, mode: "live" }, [card]), 0);
  assert.ok((await limits.enter(scope, [card])) > 0);
});

test("after three declines each attempt is delayed twice as long as the one before, and finally refused", async () => {
  const card = subject("slowed", 9, 3);
  await decline(card, 3);
  assert.deepEqual(pauses, []);
  await decline(card, 6);
  assert.deepEqual(pauses, [1_000, 2_000, 4_000, 8_000, 8_000, 8_000]);
  assert.ok((await limits.enter(scope, [card])) > 0);
  assert.equal(pauses.length, 6, "who is refused doesn't wait for it");
});

test("the longest of several pauses applies; pauses don't add up", async () => {
  const [card, address] = [subject("of both", 20, 1), subject("their address", 60, 2)];
  await decline(card, 2);
  await decline(address, 4);
  pauses.length = 0;
  assert.equal(await limits.enter(scope, [card, address]), 0);
  assert.deepEqual(pauses, [4_000]);
});

test("many customers behind one address can pay concurrently without delaying each other", async () => {
  const address = subject("an office", 60, 20);
  pauses.length = 0;
  const entered = await Promise.all(new Array(40).fill(address).map((one) => limits.enter(scope, [one])));
  assert.deepEqual(new Set(entered), new Set([0]));
  assert.deepEqual(pauses, []);
});

test("nobody is delayed after ten minutes", async () => {
  const card = subject("patient", 20, 1);
  await decline(card, 3);
  await db.sql("UPDATE recent_declines SET since = seconds_after(since, -600) WHERE subject = 'patient'");
  pauses.length = 0;
  assert.equal(await limits.enter(scope, [card]), 0);
  assert.deepEqual(pauses, []);
});

test("pauses can be configured shorter or left out", async () => {
  const card = subject("elsewhere", 20, 0);
  await decline(card, 3);
  pauses.length = 0;
  assert.equal(await limitsOf(3_000).enter(scope, [card]), 0);
  assert.equal(await limitsOf(0).enter(scope, [card]), 0);
  assert.deepEqual(pauses, [3_000]);
});

test("the metrics count delays and refusals, and the log doesn't name each one", async () => {
  const card = subject("told of", 1);
  await decline(card, 1);
  const before = { told: warnings.length, refused: declineLimitsMet.counts().get("card_refused") ?? 0 };
  for (let time = 0; time < 30; time += 1) await limits.enter(scope, [card]);
  assert.equal(declineLimitsMet.counts().get("card_refused"), before.refused + 30);
  assert.ok((declineLimitsMet.counts().get("card_slowed") ?? 0) > 0);
  assert.ok(warnings.length - before.told <= 2, `${warnings.length - before.told} lines`);
  assert.ok(warnings.length > 0);
});
