import assert from "node:assert/strict";
import { test } from "node:test";
import { countWaiting } from "../../test/support/lock-waits.ts";
import { cardOf, usePaymentTestbed } from "../../test/support/payments.ts";
import { until } from "../../test/support/until.ts";
import { beginPayment } from "../payments/attempts/begin-payment.ts";
import { expireDueSessions, expireIfOverdue } from "./expire-session.ts";
import { extendSession } from "./extend-session.ts";

const rig = usePaymentTestbed();

const minuteMs = 60_000;
const soon = { expiresInMs: 10 * minuteMs };

/** The end of a session, and how many times it was extended. */
async function endOf(session: string): Promise<{ endMs: number; extensions: number }> {
  const [row] = await rig.db.sql<{ at: Date; extensions: number }>(
    "SELECT expires_at AS at, extensions FROM checkout_sessions WHERE id = $1",
    [session],
  );
  assert.ok(row);
  return { endMs: row.at.getTime(), extensions: row.extensions };
}

const extend = (session: string, asked: { shownEndMs: number; limit?: number }): Promise<void> =>
  rig.db.database.inTenant(rig.scope, (trx) => extendSession(rig.deps, trx, session, { limit: 1, ...asked }));

/** Asks for more time on a page that shows the session's end as it is now. */
const extendAsShown = async (session: string, limit = 1): Promise<void> =>
  extend(session, { shownEndMs: (await endOf(session)).endMs, limit });

test("a customer extends a session by 30 minutes, as often as the merchant allows, with an event each time", async () => {
  const session = await rig.makeSession(soon);
  const { endMs } = await endOf(session);
  for (let time = 1; time <= 3; time += 1) await extendAsShown(session, 2);
  assert.deepEqual(await endOf(session), { endMs: endMs + 60 * minuteMs, extensions: 2 });
  assert.deepEqual(await rig.eventsOf(session), ["checkout.session.extended", "checkout.session.extended"]);
  const [event] = await rig.db.sql<{ object: { status: string; expiresAt: string; url: string | null } }>(
    "SELECT object FROM events WHERE session_id = $1 ORDER BY sequence DESC LIMIT 1",
    [session],
  );
  assert.equal(event?.object.status, "open");
  assert.equal(Date.parse(event.object.expiresAt), endMs + 60 * minuteMs);
  assert.ok(event.object.url?.endsWith(session));
  await rig.assertInvariants();
});

test("a form that is sent several times at once extends the session once", async () => {
  const session = await rig.makeSession(soon);
  const { endMs: shownEndMs } = await endOf(session);
  await Promise.all(Array.from({ length: 8 }, () => extend(session, { shownEndMs, limit: 10 })));
  assert.deepEqual(await endOf(session), { endMs: shownEndMs + 30 * minuteMs, extensions: 1 });
  assert.deepEqual(await rig.eventsOf(session), ["checkout.session.extended"]);
});

for (const [what, options, limit] of [
  ["whose merchant allows none", soon, 0],
  ["that doesn't end within an hour", { expiresInMs: 90 * minuteMs }, 1],
  ["whose time is up", { expiresInMs: -1 }, 1],
] as const) {
  test(`a session ${what} isn't extended`, async () => {
    const session = await rig.makeSession(options);
    const before = await endOf(session);
    await extendAsShown(session, limit);
    assert.deepEqual(await endOf(session), before);
    assert.deepEqual(await rig.eventsOf(session), []);
  });
}

test("no session lasts longer than 30 days", async () => {
  const session = await rig.makeSession(soon);
  await rig.db.sql("UPDATE checkout_sessions SET created_at = seconds_after(expires_at, $2) WHERE id = $1", [
    session,
    -30 * 24 * 3600 + 60,
  ]);
  const before = await endOf(session);
  await extendAsShown(session);
  assert.deepEqual(await endOf(session), before);
});

test("a session that is being paid or has been paid isn't extended", async () => {
  for (const card of ["approved", "challenge"] as const) {
    const session = await rig.makeSession(soon);
    await beginPayment(rig.deps, rig.scope, session, cardOf(card));
    const before = await endOf(session);
    await extendAsShown(session);
    assert.deepEqual(await endOf(session), before, card);
  }
});

test("when an extension and the expiry race, the session is either extended or expired", async () => {
  const standings = new Set<string>();
  for (let round = 0; round < 20; round += 1) {
    const session = await rig.makeSession({ expiresInMs: 5 });
    const shown = await endOf(session);
    const ask = () => extend(session, { shownEndMs: shown.endMs });
    const expire = () => expireDueSessions(rig.deps);
    await Promise.all(round % 2 === 0 ? [ask(), expire(), expire()] : [expire(), ask(), expire()]);
    await expire();
    const { extensions } = await endOf(session);
    standings.add(`${await rig.summaryOf(session)}, extended ${extensions} times`);
  }
  for (const standing of standings)
    assert.match(
      standing,
      /^(open, unpaid, charged 0 times, extended 1|expired, unpaid, charged 0 times, extended 0) times$/,
    );
  await rig.assertInvariants();
});

test("an expiry that waits for an extension leaves the session open", async () => {
  const session = await rig.makeSession(soon);
  const { endMs: shownEndMs } = await endOf(session);
  const isExtended = Promise.withResolvers<void>();
  const mayCommit = Promise.withResolvers<void>();
  const extending = rig.db.database.inTenant(rig.scope, async (trx) => {
    await extendSession(rig.deps, trx, session, { shownEndMs, limit: 1 });
    isExtended.resolve();
    await mayCommit.promise;
  });
  await isExtended.promise;
  const expiring = expireIfOverdue(rig.deps, rig.scope, session);
  await until(async () => (await countWaiting(rig.db)) > 0, "the expiry waits for the lock");
  mayCommit.resolve();
  await Promise.all([extending, expiring]);
  assert.equal(await rig.summaryOf(session), "open, unpaid, charged 0 times");
  assert.deepEqual(await rig.eventsOf(session), ["checkout.session.extended"]);
});

test("an extended session is paid once after its first end", async () => {
  const session = await rig.makeSession(soon);
  await extendAsShown(session);
  // 15 minutes pass: more than the session first had.
  await rig.db.sql(
    `UPDATE checkout_sessions SET created_at = seconds_after(created_at, -900), expires_at = seconds_after(expires_at, -900)
     WHERE id = $1`,
    [session],
  );
  await expireDueSessions(rig.deps);
  await beginPayment(rig.deps, rig.scope, session, cardOf("approved"));
  assert.equal(await rig.summaryOf(session), "complete, paid, charged 1 times");
  await rig.assertInvariants();
});
