import assert from "node:assert/strict";
import { test } from "node:test";
import { withOneDeadlock } from "../../../test/support/conflicting-database.ts";
import { beyondAnyCallMs, cardOf, usePaymentTestbed } from "../../../test/support/payments.ts";
import { until } from "../../../test/support/until.ts";
import { sandboxAccount } from "../../connectors/sandbox/accounts.ts";
import { beginPayment } from "../attempts/begin-payment.ts";
import { callOffAttempt } from "../attempts/call-off-attempt.ts";
import { reconcileDueAttempts, reconcileNow } from "../attempts/reconcile.ts";
import { makeComparison } from "../compare/compare-with-psps.ts";
import { findLapsed } from "../queries/lapsing.ts";
import { lapseDueAuthorizations } from "./lapse-authorizations.ts";
import { capturePayment } from "./move-money.ts";
import { reconcileDueMovements } from "./reconcile-movements.ts";

const rig = usePaymentTestbed();

async function authorized(): Promise<{ session: string; payment: string }> {
  const session = await rig.makeSession({ amount: 100, capture: "manual" });
  await beginPayment(rig.deps, rig.scope, session, cardOf("approved"));
  const [attempt] = await rig.attemptsOf(session);
  assert.ok(attempt);
  return { session, payment: attempt.paymentId };
}

/** Makes the deadlines of all authorizations pass. `atPsp`: at the PSP, too. */
async function letLapse(): Promise<void> {
  await rig.db.sql(
    "UPDATE payments SET capture_before = now() - interval '1 s' WHERE capture_before IS NOT NULL",
  );
}

async function standing(payment: string): Promise<string> {
  const [row] = await rig.db.sql<{ words: string }>(
    `SELECT format('%s, %s released, session %s', p.status, amount_released, s.payment_status) AS words
     FROM payments p JOIN checkout_sessions s ON s.id = p.session_id WHERE p.id = $1`,
    [payment],
  );
  return row?.words ?? "absent";
}

test("an authorization is released and reported once after its deadline, however many processes sweep", async () => {
  const { session, payment } = await authorized();
  await lapseDueAuthorizations(rig.deps);
  assert.equal(await standing(payment), "authorized, 0 released, session authorized");
  await letLapse();
  await Promise.all([1, 2, 3].map(() => lapseDueAuthorizations(rig.deps)));
  assert.equal(await standing(payment), "voided, 100 released, session unpaid");
  assert.deepEqual(await rig.eventsOf(session), [
    "payment.authorized",
    "checkout.session.completed",
    "payment.voided",
  ]);
  await rig.assertInvariants();
});

test("a release that ends in a deadlock is retried without an error in the log", async () => {
  const { payment } = await authorized();
  await letLapse();
  const loggedBefore = rig.logged.length;
  await lapseDueAuthorizations({ ...rig.deps, database: withOneDeadlock(rig.deps.database) });
  assert.equal(await standing(payment), "voided, 100 released, session unpaid");
  assert.deepEqual(rig.logged.slice(loggedBefore), []);
});

test("a payment is captured if its authorization lapses after a partial capture", async () => {
  const { payment } = await authorized();
  await capturePayment(rig.deps, rig.scope, payment, { amount: 30 });
  await letLapse();
  await lapseDueAuthorizations(rig.deps);
  assert.equal(await standing(payment), "captured, 70 released, session paid");
  await rig.assertInvariants();
});

/** The PSP lets an authorization lapse by itself without a notification. */
async function letLapseAtPsp(payment: string): Promise<void> {
  const charge = "idempotency_key = (SELECT id FROM attempts WHERE payment_id = $1)";
  await rig.db.sql(`UPDATE sandbox_psp.charges SET capture_before = now() WHERE ${charge}`, [payment]);
  const lapsed = () =>
    rig.db.sql(`SELECT FROM sandbox_psp.charges WHERE released_by = 'lapse' AND ${charge}`, [payment]);
  await until(async () => (await lapsed()).length === 1, "the PSP has let it lapse");
}

test("an authorization that is found only after it has lapsed is released as well", async () => {
  const session = await rig.makeSession({ amount: 100, capture: "manual" });
  await beginPayment(rig.deps, rig.scope, session, cardOf("approvedUnanswered"));
  const [attempt] = await rig.attemptsOf(session);
  assert.equal(attempt?.status, "unknown");
  await letLapseAtPsp(attempt.paymentId);
  await rig.makeChecksDue();
  await reconcileDueAttempts(rig.deps);
  assert.equal(await standing(attempt.paymentId), "authorized, 0 released, session authorized");
  await lapseDueAuthorizations(rig.deps);
  assert.equal(await standing(attempt.paymentId), "voided, 100 released, session unpaid");
  await rig.assertInvariants();
});

test("an authorization that has lapsed at the PSP by itself counts as released", async () => {
  const { payment } = await authorized();
  await letLapseAtPsp(payment);
  // The merchant's capture is the first to find it.
  const capture = await capturePayment(rig.deps, rig.scope, payment, {});
  assert.equal(capture.ok ? "ok" : capture.failure.code, "movement_refused");
  await lapseDueAuthorizations(rig.deps);
  assert.equal(await standing(payment), "voided, 100 released, session unpaid");
  await rig.assertInvariants();
});

test("a release that never reached the PSP is sent again under the same key", async () => {
  const { payment } = await authorized();
  await letLapse();
  rig.injectFault("POST", "timeout_before_charge");
  await lapseDueAuthorizations(rig.deps);
  assert.equal(await standing(payment), "authorized, 0 released, session authorized");
  assert.equal(
    (await capturePayment(rig.deps, rig.scope, payment, {})).ok,
    false,
    "what is being released can't be captured",
  );
  rig.clearFaults();
  await rig.makeChecksDue();
  await reconcileDueMovements(rig.deps);
  assert.equal(await standing(payment), "voided, 100 released, session unpaid");
  const rows = await rig.db.sql("SELECT FROM movements WHERE payment_id = $1", [payment]);
  assert.equal(rows.length, 1);
  await rig.assertInvariants();
});

test("an authorization that lapses as planned logs no warning", async () => {
  const { payment } = await authorized();
  await letLapse();
  await letLapseAtPsp(payment);
  await lapseDueAuthorizations(rig.deps);
  assert.equal(await standing(payment), "voided, 100 released, session unpaid");
  rig.logged.length = 0;
  await makeComparison(rig.deps).round();
  assert.deepEqual(await rig.db.sql("SELECT quarantine_reason FROM psp_notifications"), []);
  assert.deepEqual(rig.logged, []);
  await rig.assertInvariants();
});

/** Holds movements at the accounts of these payments. */
const hold = (account: string) =>
  rig.db.sql("INSERT INTO movement_holds (tenant_id, mode, id) VALUES ($1, 'sandbox', $2)", [
    rig.scope.tenantId,
    account,
  ]);

test("an authorization at a held account waits for the end of the hold without keeping the job busy or delaying others", async () => {
  const held = await Promise.all(Array.from({ length: 20 }, authorized));
  await rig.db.sql("UPDATE attempts SET connector_account = 'ca_held' WHERE payment_id = ANY ($1)", [
    held.map(({ payment }) => payment),
  ]);
  await letLapse();
  await hold("ca_held");
  const other = await authorized();
  await letLapse();
  assert.equal(await lapseDueAuthorizations(rig.deps), false, "there is nothing more to do at once");
  assert.equal(await standing(other.payment), "voided, 100 released, session unpaid");
  const [first] = held;
  assert.ok(first);
  assert.equal(await standing(first.payment), "authorized, 0 released, session authorized");
  await rig.db.sql("DELETE FROM movement_holds");
  await rig.db.sql("UPDATE attempts SET connector_account = $1 WHERE connector_account = 'ca_held'", [
    sandboxAccount(rig.scope.tenantId).id,
  ]);
  assert.equal(await lapseDueAuthorizations(rig.deps), true);
  assert.equal(await standing(first.payment), "voided, 100 released, session unpaid");
});

test("an authorization that lapses during its call-off waits for the end of that, and isn't read by each sweep", async () => {
  const session = await rig.makeSession({ amount: 100, capture: "manual" });
  await beginPayment(rig.deps, rig.scope, session, cardOf("challenge"));
  const [attempt] = await rig.attemptsOf(session);
  assert.ok(attempt && attempt.redirectUrl !== null);
  rig.injectFault("POST", "timeout_before_charge");
  await callOffAttempt(rig.deps, rig.scope, attempt);
  rig.clearFaults();
  const body = new URLSearchParams({ choice: "complete" });
  await (await fetch(attempt.redirectUrl, { method: "POST", body, redirect: "manual" })).body?.cancel();
  await reconcileNow(rig.deps, rig.scope, attempt);
  await letLapse();
  assert.deepEqual(await rig.db.database.inWorker((trx) => findLapsed(trx, 20)), []);
  await rig.makeChecksDue(beyondAnyCallMs);
  await reconcileDueMovements(rig.deps);
  await lapseDueAuthorizations(rig.deps);
  assert.equal(await standing(attempt.paymentId), "voided, 100 released, session unpaid");
});

test("an unanswered call-off of another charge doesn't keep an authorization from lapsing", async () => {
  const session = await rig.makeSession({ amount: 100, capture: "manual" });
  await beginPayment(rig.deps, rig.scope, session, cardOf("challenge"));
  const [first] = await rig.attemptsOf(session);
  assert.ok(first && first.redirectUrl !== null);
  rig.injectFault("POST", "timeout_before_charge");
  await callOffAttempt(rig.deps, rig.scope, first);
  rig.clearFaults();
  const body = new URLSearchParams({ choice: "fail" });
  await (await fetch(first.redirectUrl, { method: "POST", body, redirect: "manual" })).body?.cancel();
  await reconcileNow(rig.deps, rig.scope, first);
  await beginPayment(rig.deps, rig.scope, session, cardOf("approved"));
  const statuses = (await rig.attemptsOf(session)).map(({ status }) => status);
  assert.deepEqual(statuses, ["declined", "approved"]);
  await letLapse();
  await lapseDueAuthorizations(rig.deps);
  assert.equal(await standing(first.paymentId), "voided, 100 released, session unpaid");
});
