import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { useTestDatabase } from "../../../test/support/database.ts";
import type { TenantScope } from "../../database/transaction.ts";
import { addDeclines } from "../queries/declines.ts";
import { DeclineLimits, declineLimitsMet } from "./decline-limits.ts";
import type { DeclineSubject, SubmitInFlight } from "./submits-in-flight.ts";

const scope = { tenantId: 1, mode: "sandbox" } as const;
let limits: DeclineLimits;
/** How long each attempt was delayed, in milliseconds. The tests don't really wait. */
const pauses: number[] = [];
const warnings: object[] = [];
const db = useTestDatabase({}, async () => {
  limits = limitsOf(8_000);
});
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

async function begin(...subjects: DeclineSubject[]): Promise<SubmitInFlight> {
  const entered = await limits.enter(scope, subjects);
  assert.equal(entered.kind, "may_begin");
  return entered.submit;
}

/** The seconds that a submit has to wait; 0 for one that may begin, and is in flight from then on. */
async function waitOf(subjects: DeclineSubject[], of: TenantScope = scope, by = limits): Promise<number> {
  const entered = await by.enter(of, subjects);
  return entered.kind === "refused" ? entered.waitSeconds : 0;
}

const countDecline = (of: DeclineSubject): Promise<void> =>
  db.database.inTenant(scope, async (trx) => addDeclines(trx, [of.digest], 10 * 60_000));

async function decline(of: DeclineSubject, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const submit = await begin(of);
    submit.outcomeKnown();
    await countDecline(of);
    submit.end();
  }
}

test("after too many declines a subject waits until ten minutes after the first", async () => {
  const card = subject("card");
  await decline(card, 3);
  await db.sql("UPDATE recent_declines SET since = seconds_after(since, -60) WHERE subject = 'card'");
  assert.equal(await waitOf([card]), 9 * 60);
  assert.equal(await waitOf([subject("another card")]), 0, "nobody waits for what others did");
  await db.sql("UPDATE recent_declines SET since = seconds_after(since, -540) WHERE subject = 'card'");
  await decline(card, 3);
  assert.ok((await waitOf([card])) > 9 * 60, "after them the count begins anew");
});

test("one limited subject is enough for a refusal, which names the longest wait", async () => {
  const [early, late, free] = [subject("early"), subject("late"), subject("free")];
  await decline(early, 3);
  await db.sql("UPDATE recent_declines SET since = seconds_after(since, -300) WHERE subject = 'early'");
  await decline(late, 3);
  const wait = await waitOf([free, early, late]);
  assert.ok(wait > 9 * 60, String(wait));
});

test("attempts in flight count against the limit until they end", async () => {
  const card = subject("busy card", 2);
  const first = await begin(card);
  assert.deepEqual([await waitOf([card]), await waitOf([card])], [0, 5]);
  first.end();
  assert.equal(await waitOf([card]), 0);
});

test("an attempt whose decline is being committed counts once", async () => {
  const card = subject("counted once", 2);
  const submit = await begin(card);
  submit.outcomeKnown();
  await countDecline(card);
  const next = waitOf([card]);
  await setImmediate();
  submit.end();
  assert.equal(await next, 0);
  assert.equal(await waitOf([card]), 5, "the decline, and the one in flight");
});

test("an attempt that ends while the declines are read counts once", async () => {
  const card = subject("ends meanwhile", 2);
  const declined = await begin(card);
  const next = waitOf([card]);
  await countDecline(card);
  declined.end();
  assert.equal(await next, 0);
  const approved = await begin(subject("approved", 1));
  const following = waitOf([subject("approved", 1)]);
  approved.end();
  assert.equal(await following, 0);
});

test("of a hundred submits at once as many begin as may be declined", async () => {
  const card = subject("posted at once", 20);
  const waits = await Promise.all(Array.from({ length: 100 }, () => waitOf([card])));
  assert.deepEqual(
    waits,
    waits.map((_, index) => (index < 20 ? 0 : 5)),
  );
});

test("a submit that is about to be refused for its card doesn't count against its address", async () => {
  const [card, address] = [subject("refused card", 1), subject("shared address", 1)];
  await decline(card, 1);
  const [refused, customer] = await Promise.all([waitOf([card, address]), waitOf([address])]);
  assert.ok(refused > 0);
  assert.equal(customer, 0);
});

test("a refused attempt doesn't count against the limit", async () => {
  const [held, open] = [subject("held"), subject("open", 1)];
  await decline(held, 3);
  assert.ok((await waitOf([held, open])) > 0);
  assert.equal(await waitOf([open]), 0);
});

test("each tenant and mode is counted separately", async () => {
  const card = subject("shared card");
  await decline(card, 3);
  assert.equal(await waitOf([card], { tenantId: 2, mode: "sandbox" }), 0);
  assert.equal(await waitOf([card], { tenantId: 1, mode: "live" }), 0);
  assert.ok((await waitOf([card])) > 0);
});

test("after three declines each attempt is delayed twice as long as the one before, and finally refused", async () => {
  const card = subject("slowed", 9, 3);
  await decline(card, 3);
  assert.deepEqual(pauses, []);
  await decline(card, 6);
  assert.deepEqual(pauses, [1_000, 2_000, 4_000, 8_000, 8_000, 8_000]);
  assert.ok((await waitOf([card])) > 0);
  assert.equal(pauses.length, 6, "who is refused doesn't wait for it");
});

test("the longest of several pauses applies; pauses don't add up", async () => {
  const [card, address] = [subject("of both", 20, 1), subject("their address", 60, 2)];
  await decline(card, 2);
  await decline(address, 4);
  pauses.length = 0;
  assert.equal(await waitOf([card, address]), 0);
  assert.deepEqual(pauses, [4_000]);
});

test("many customers behind one address can pay concurrently without delaying each other", async () => {
  const address = subject("an office", 60, 20);
  pauses.length = 0;
  const waits = await Promise.all(new Array(40).fill(address).map((one) => waitOf([one])));
  assert.deepEqual(new Set(waits), new Set([0]));
  assert.deepEqual(pauses, []);
});

test("nobody is delayed after ten minutes", async () => {
  const card = subject("patient", 20, 1);
  await decline(card, 3);
  await db.sql("UPDATE recent_declines SET since = seconds_after(since, -600) WHERE subject = 'patient'");
  pauses.length = 0;
  assert.equal(await waitOf([card]), 0);
  assert.deepEqual(pauses, []);
});

test("pauses can be configured shorter or left out", async () => {
  const card = subject("elsewhere", 20, 0);
  await decline(card, 3);
  pauses.length = 0;
  assert.equal(await waitOf([card], scope, limitsOf(3_000)), 0);
  assert.equal(await waitOf([card], scope, limitsOf(0)), 0);
  assert.deepEqual(pauses, [3_000]);
});

test("the metrics count delays and refusals, and the log doesn't name each one", async () => {
  const card = subject("told of", 1);
  await decline(card, 1);
  const before = { told: warnings.length, refused: declineLimitsMet.counts().get("card_refused") ?? 0 };
  for (let time = 0; time < 30; time += 1) await waitOf([card]);
  assert.equal(declineLimitsMet.counts().get("card_refused"), before.refused + 30);
  assert.ok((declineLimitsMet.counts().get("card_slowed") ?? 0) > 0);
  assert.ok(warnings.length - before.told <= 2, `${warnings.length - before.told} lines`);
  assert.ok(warnings.length > 0);
});
