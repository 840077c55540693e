import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { cardOf, type PaymentRig, startPaymentRig } from "../../test/support/payments.ts";
import { beginPayment } from "../payments/begin-payment.ts";
import { reconcileDueAttempts } from "../payments/reconcile.ts";
import { expireDueSessions, expireSession } from "./expire-session.ts";

let rig: PaymentRig;
before(async () => {
  rig = await startPaymentRig();
});
after(() => rig.close());

test("three sweepers at once: every overdue session expires and says so once", async () => {
  const sessions: string[] = [];
  for (let count = 0; count < 40; count += 1) sessions.push(await rig.makeSession({ expiresInMs: -1 }));
  await Promise.all([1, 2, 3].map(() => expireDueSessions(rig.deps)));
  for (const session of sessions) {
    assert.equal(await rig.standing(session), "expired, unpaid, charged 0 times");
    assert.deepEqual(await rig.eventsOf(session), ["checkout.session.expired"]);
  }
  await rig.assertSound();
});

test("expiry and payment in the same moment: one of them wins, whole", async () => {
  const standings = new Set<string>();
  for (let round = 0; round < 20; round += 1) {
    const session = await rig.makeSession();
    const expire = () =>
      rig.db.database.inScope(rig.scope, (trx) => expireSession(rig.deps, trx, rig.scope, session));
    const pay = () => beginPayment(rig.deps, rig.scope, session, cardOf("approved"));
    await Promise.all(round % 2 === 0 ? [pay(), expire(), pay()] : [expire(), pay(), expire()]);
    standings.add(await rig.standing(session));
  }
  for (const standing of standings) {
    assert.match(standing, /^(complete, paid, charged 1 times|expired, unpaid, charged 0 times)$/);
  }
  await rig.assertSound();
});

test("a session whose time is up while somebody pays stays until the outcome is known, then ends by it", async () => {
  for (const [card, standing] of [
    ["approved", "complete, paid, charged 1 times"],
    ["declined", "expired, unpaid, charged 0 times"],
  ] as const) {
    const session = await rig.makeSession();
    rig.break("POST", "timeout_after_charge");
    await beginPayment(rig.deps, rig.scope, session, cardOf(card));
    rig.heal();
    await rig.db.sql("UPDATE checkout_sessions SET expires_at = now() WHERE id = $1", [session]);
    await expireDueSessions(rig.deps);
    assert.match(await rig.standing(session), /^open, processing/);
    await rig.hurry();
    await reconcileDueAttempts(rig.deps);
    await expireDueSessions(rig.deps);
    assert.equal(await rig.standing(session), standing);
  }
  await rig.assertSound();
});

test("nobody can pay once the time is up, by the database's clock, whether or not the sweeper has been here", async () => {
  const session = await rig.makeSession({ expiresInMs: -1 });
  const begun = await beginPayment(rig.deps, rig.scope, session, cardOf("approved"));
  assert.deepEqual(begun, { kind: "session_not_open" });
  assert.equal(await rig.standing(session), "open, unpaid, charged 0 times");
});
