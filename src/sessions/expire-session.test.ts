import assert from "node:assert/strict";
import { test } from "node:test";
import { countWaiting } from "../../test/support/lock-waits.ts";
import { cardOf, insertSession, usePaymentTestbed } from "../../test/support/payments.ts";
import { until } from "../../test/support/until.ts";
import { beginPayment } from "../payments/attempts/begin-payment.ts";
import { reconcileDueAttempts } from "../payments/attempts/reconcile.ts";
import { expireDueSessions, expireIfOverdue, expireSession } from "./expire-session.ts";

const rig = usePaymentTestbed();

test("with three concurrent sweepers, every overdue session expires and records its event once", async () => {
  const sessions: string[] = [];
  for (let count = 0; count < 40; count += 1) sessions.push(await rig.makeSession({ expiresInMs: -1 }));
  await Promise.all([1, 2, 3].map(() => expireDueSessions(rig.deps)));
  for (const session of sessions) {
    assert.equal(await rig.summaryOf(session), "expired, unpaid, charged 0 times");
    assert.deepEqual(await rig.eventsOf(session), ["checkout.session.expired"]);
  }
  await rig.assertInvariants();
});

test("when expiry and payment race, exactly one of them takes full effect", async () => {
  const standings = new Set<string>();
  for (let round = 0; round < 20; round += 1) {
    const session = await rig.makeSession();
    const expire = () => rig.db.database.inTenant(rig.scope, (trx) => expireSession(rig.deps, trx, session));
    const pay = () => beginPayment(rig.deps, rig.scope, session, cardOf("approved"));
    await Promise.all(round % 2 === 0 ? [pay(), expire(), pay()] : [expire(), pay(), expire()]);
    standings.add(await rig.summaryOf(session));
  }
  for (const standing of standings) {
    assert.match(standing, /^(complete, paid, charged 1 times|expired, unpaid, charged 0 times)$/);
  }
  await rig.assertInvariants();
});

test("a session whose time is up during a payment stays open until the outcome is known, which then decides its end", async () => {
  for (const [card, standing] of [
    ["approved", "complete, paid, charged 1 times"],
    ["declined", "expired, unpaid, charged 0 times"],
  ] as const) {
    const session = await rig.makeSession();
    rig.injectFault("POST", "timeout_after_charge");
    await beginPayment(rig.deps, rig.scope, session, cardOf(card));
    rig.clearFaults();
    await rig.db.sql("UPDATE checkout_sessions SET expires_at = now() WHERE id = $1", [session]);
    await expireDueSessions(rig.deps);
    assert.match(await rig.summaryOf(session), /^open, processing/);
    await rig.makeChecksDue();
    await reconcileDueAttempts(rig.deps);
    await expireDueSessions(rig.deps);
    assert.equal(await rig.summaryOf(session), standing);
  }
  await rig.assertInvariants();
});

const expireByJob = () => expireDueSessions(rig.deps);
const expireByCall = (session: string) =>
  rig.db.database.inTenant(rig.scope, (trx) => expireSession(rig.deps, trx, session));

for (const [by, expire] of [
  ["time", expireByJob],
  ["call", expireByCall],
] as const) {
  test(`a declined payment fails, with one event, when its session expires by ${by}`, async () => {
    const session = await rig.makeSession();
    await beginPayment(rig.deps, rig.scope, session, cardOf("declined"));
    assert.deepEqual(await rig.eventsOf(session), ["payment.attempt_failed"]);
    if (by === "time")
      await rig.db.sql("UPDATE checkout_sessions SET expires_at = now() WHERE id = $1", [session]);
    await expire(session);
    await expireByJob();
    assert.deepEqual(await rig.eventsOf(session), [
      "payment.attempt_failed",
      "payment.failed",
      "checkout.session.expired",
    ]);
    const [payment] = await rig.db.sql<{ status: string }>(
      "SELECT status FROM payments WHERE session_id = $1",
      [session],
    );
    assert.equal(payment?.status, "failed");
    await rig.assertInvariants();
  });
}

test("a session can't be paid once its time is up by the database's clock, even before the sweeper has run", async () => {
  const session = await rig.makeSession({ expiresInMs: -1 });
  const begun = await beginPayment(rig.deps, rig.scope, session, cardOf("approved"));
  assert.deepEqual(begun, { kind: "session_not_open" });
  assert.equal(await rig.summaryOf(session), "open, unpaid, charged 0 times");
});

for (const [what, sql, standing] of [
  ["has been paid", "status = 'complete', payment_status = 'paid'", "complete, paid"],
  ["is being paid", "payment_status = 'processing'", "open, processing"],
  ["has been given more time", "expires_at = now() + interval '1 hour'", "open, unpaid"],
] as const) {
  test(`a due session that ${what} before its lock is free doesn't expire`, async () => {
    const session = await rig.makeSession({ expiresInMs: -1 });
    const isLocked = Promise.withResolvers<void>();
    const mayCommit = Promise.withResolvers<void>();
    const changing = rig.db.database.inTenant(rig.scope, async (trx) => {
      await trx.run(`UPDATE checkout_sessions SET ${sql} WHERE tenant_id = $1 AND id = $2`, [
        rig.scope.tenantId,
        session,
      ]);
      isLocked.resolve();
      await mayCommit.promise;
    });
    await isLocked.promise;
    const expiring = expireIfOverdue(rig.deps, rig.scope, session);
    await until(async () => (await countWaiting(rig.db)) > 0, "the expiry waits for the lock");
    mayCommit.resolve();
    await Promise.all([changing, expiring]);
    const [row] = await rig.db.sql<{ words: string }>(
      "SELECT concat(status, ', ', payment_status) AS words FROM checkout_sessions WHERE id = $1",
      [session],
    );
    assert.equal(row?.words, standing);
    assert.deepEqual(await rig.eventsOf(session), []);
    await rig.db.sql("DELETE FROM checkout_sessions WHERE id = $1", [session]);
  });
}

test("sessions that wait for the comparison of a restored database don't delay others", async (t) => {
  const live = { ...rig.scope, mode: "live" } as const;
  const held = await Promise.all(
    Array.from({ length: 200 }, () => rig.makeSession({ expiresInMs: -60_000 })),
  );
  const other = await insertSession(rig.db, live, { expiresInMs: -1 });
  await rig.db.sql("INSERT INTO movement_holds (tenant_id, mode, id) VALUES ($1, 'sandbox', 'ca_1')", [
    rig.scope.tenantId,
  ]);
  t.after(async () => {
    await rig.db.sql("DELETE FROM movement_holds");
    await rig.db.sql("DELETE FROM checkout_sessions WHERE id = ANY ($1)", [held]);
  });
  assert.equal(await expireDueSessions(rig.deps), false, "the job rests, though sessions are due");
  const expired = await rig.db.sql<{ id: string }>(
    "SELECT id FROM checkout_sessions WHERE status = 'expired' AND id = ANY ($1)",
    [[...held, other]],
  );
  assert.deepEqual(expired, [{ id: other }]);
});

test("a session that can't be expired doesn't delay others", async (t) => {
  const [broken, other] = [
    await rig.makeSession({ expiresInMs: -60_000 }),
    await rig.makeSession({ expiresInMs: -1 }),
  ];
  // As when its tenant's webhook endpoint is locked for too long.
  const sessionExpired: typeof rig.deps.sessionExpired = async (_deps, _trx, { id }) =>
    assert.notEqual(id, broken, "canceling statement due to lock timeout");
  t.after(() => rig.db.sql("DELETE FROM checkout_sessions WHERE id = $1", [broken]));
  assert.equal(await expireDueSessions({ ...rig.deps, sessionExpired }), false);
  const expired = "SELECT id FROM checkout_sessions WHERE status = 'expired' AND id = ANY ($1)";
  assert.deepEqual(await rig.db.sql(expired, [[broken, other]]), [{ id: other }]);
  assert.match(rig.logged.at(-1) ?? "", /a session could not be expired/);
});

test("a session whose expiry deadlocks is expired by a second try, without an error in the log", async () => {
  const session = await rig.makeSession({ expiresInMs: -1 });
  const loggedBefore = rig.logged.length;
  let tries = 0;
  const sessionExpired: typeof rig.deps.sessionExpired = async (...of) => {
    tries += 1;
    if (tries === 1) throw Object.assign(new Error("deadlock detected"), { code: "40P01" });
    return rig.deps.sessionExpired(...of);
  };
  await expireDueSessions({ ...rig.deps, sessionExpired });
  assert.equal(await rig.summaryOf(session), "expired, unpaid, charged 0 times");
  assert.equal(tries, 2);
  assert.deepEqual(rig.logged.slice(loggedBefore), []);
});
