import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { cardOf, usePaymentTestbed, wrapConnector } from "../../../test/support/payments.ts";
import type { Connector, MovementOutcome } from "../../connectors/contract.ts";
import { verifyLedger } from "../../ledger/verify/verify-ledger.ts";
import { makeComparison } from "../compare/compare-with-psps.ts";
import type { PaymentDeps } from "../deps.ts";
import { capturePayment } from "../movements/move-money.ts";
import { reconcileDueMovements } from "../movements/reconcile-movements.ts";
import type { Attempt } from "../payment.ts";
import { beginPayment } from "./begin-payment.ts";
import { callOffAttempt } from "./call-off-attempt.ts";
import { reconcileDueAttempts, reconcileNow } from "./reconcile.ts";

/** A customer calls an attempt off, or runs out of time, and confirms it at the bank nevertheless. */
const rig = usePaymentTestbed();
afterEach(async () => {
  rig.clearFaults();
  await rig.assertInvariants();
  assert.deepEqual((await verifyLedger(rig.db.settings, [rig.scope])).differences, []);
  assert.deepEqual(await rig.db.sql("SELECT quarantine_reason FROM psp_notifications"), []);
});

const minuteMs = 60_000;

type Waiting = { readonly session: string; readonly attempt: Attempt };

async function challenged(capture: "automatic" | "manual"): Promise<Waiting> {
  const session = await rig.makeSession({ capture, amount: 100 });
  await beginPayment(rig.deps, rig.scope, session, cardOf("challenge"));
  const [attempt] = await rig.attemptsOf(session);
  assert.equal(attempt?.status, "action_required");
  return { session, attempt };
}

/** The customer confirms in the other tab, and comes back. */
async function confirm({ attempt }: Waiting): Promise<void> {
  assert.ok(attempt.redirectUrl !== null);
  const body = new URLSearchParams({ choice: "complete" });
  const response = await fetch(attempt.redirectUrl, { method: "POST", body, redirect: "manual" });
  await response.body?.cancel();
}

const withVoid = (wrap: (connector: Connector) => Connector["void"]): PaymentDeps => ({
  ...rig.deps,
  connectors: wrapConnector(rig.deps.connectors, (connector) => ({ void: wrap(connector) })),
});

/** The call arrives at the PSP only when `arrive` is called, after Kassa has given up waiting for its answer. */
function delayedVoid() {
  let arrive: () => Promise<MovementOutcome> = () => assert.fail("the PSP was never asked");
  const deps = withVoid((connector) => async (request, call) => {
    arrive = () => connector.void(request, call);
    return { kind: "unknown", detail: "no answer in time" };
  });
  return { deps, arrive: () => arrive() };
}

async function standing(session: string): Promise<string> {
  const [row] = await rig.db.sql<{ words: string }>(
    `SELECT format('%s: %s of %s released, session %s/%s, call-off %s', p.status, p.amount_released, p.amount_authorized,
       s.status, s.payment_status, COALESCE((SELECT status FROM movements m
         WHERE m.payment_id = p.id AND m.kind = 'call_off'), 'absent')) AS words
     FROM payments p JOIN checkout_sessions s ON s.id = p.session_id WHERE s.id = $1`,
    [session],
  );
  return row?.words ?? "absent";
}

const authorizedEvents = ["payment.authorized", "checkout.session.completed"];
const voided = "voided: 100 of 100 released, session complete/unpaid, call-off succeeded";

async function paymentOf(session: string): Promise<string> {
  const [row] = await rig.db.sql<{ id: string }>("SELECT id FROM payments WHERE session_id = $1", [session]);
  assert.ok(row);
  return row.id;
}

test("an approval that comes during the call-off is released, booked and reported", async () => {
  const waiting = await challenged("manual");
  const deps = withVoid((connector) => async (request, call) => {
    await confirm(waiting);
    await reconcileNow(rig.deps, rig.scope, waiting.attempt);
    return connector.void(request, call);
  });
  await callOffAttempt(deps, rig.scope, waiting.attempt);
  assert.equal(await standing(waiting.session), voided);
  assert.deepEqual(await rig.eventsOf(waiting.session), [...authorizedEvents, "payment.voided"]);
});

test("a charge that was captured at once can't be called off, and stays paid", async () => {
  const waiting = await challenged("automatic");
  const deps = withVoid((connector) => async (request, call) => {
    await confirm(waiting);
    await reconcileNow(rig.deps, rig.scope, waiting.attempt);
    return connector.void(request, call);
  });
  await callOffAttempt(deps, rig.scope, waiting.attempt);
  assert.equal(
    await standing(waiting.session),
    "captured: 0 of 100 released, session complete/paid, call-off failed",
  );
});

test("a call-off that reaches the PSP after the approval is found", async () => {
  const waiting = await challenged("manual");
  const { deps, arrive } = delayedVoid();
  await callOffAttempt(deps, rig.scope, waiting.attempt);
  await confirm(waiting);
  await reconcileNow(rig.deps, rig.scope, waiting.attempt);
  await arrive();
  await rig.makeChecksDue();
  await reconcileDueMovements(rig.deps);
  assert.equal(await standing(waiting.session), voided);
  assert.deepEqual(await rig.eventsOf(waiting.session), [...authorizedEvents, "payment.voided"]);
});

test("a call-off that never reached the PSP isn't sent again once the customer has confirmed", async () => {
  const waiting = await challenged("manual");
  const { deps } = delayedVoid();
  await callOffAttempt(deps, rig.scope, waiting.attempt);
  await confirm(waiting);
  await reconcileNow(rig.deps, rig.scope, waiting.attempt);
  const payment = await paymentOf(waiting.session);
  const early = await capturePayment(rig.deps, rig.scope, payment, {});
  assert.equal(early.ok ? "ok" : early.failure.code, "movement_in_progress");
  await rig.makeChecksDue(20_000);
  await reconcileDueMovements(rig.deps);
  assert.equal(
    await standing(waiting.session),
    "authorized: 0 of 100 released, session complete/authorized, call-off failed",
  );
  assert.ok((await capturePayment(rig.deps, rig.scope, payment, {})).ok);
});

for (const captured of [0, 40]) {
  test(`a call-off that arrives after it was given up is found by the comparison; ${captured} captured before`, async () => {
    const waiting = await challenged("manual");
    const { deps, arrive } = delayedVoid();
    await callOffAttempt(deps, rig.scope, waiting.attempt);
    await confirm(waiting);
    await reconcileNow(rig.deps, rig.scope, waiting.attempt);
    await rig.makeChecksDue(20_000);
    await reconcileDueMovements(rig.deps);
    const payment = await paymentOf(waiting.session);
    if (captured > 0) await capturePayment(rig.deps, rig.scope, payment, { amount: captured });
    await arrive();
    await makeComparison(rig.deps).round();
    assert.equal(
      await standing(waiting.session),
      captured === 0 ? voided : "captured: 60 of 100 released, session complete/paid, call-off succeeded",
    );
    assert.equal((await rig.eventsOf(waiting.session)).at(-1), "payment.voided");
    await makeComparison(rig.deps).round();
  });
}

test("a call-off that never reached the PSP is sent again while the customer hasn't confirmed", async () => {
  const waiting = await challenged("manual");
  const { deps } = delayedVoid();
  await callOffAttempt(deps, rig.scope, waiting.attempt);
  assert.equal((await rig.attemptsOf(waiting.session))[0]?.status, "action_required");
  await rig.makeChecksDue();
  await reconcileDueMovements(rig.deps);
  assert.equal((await rig.attemptsOf(waiting.session))[0]?.status, "declined");
  await confirm(waiting);
  await beginPayment(rig.deps, rig.scope, waiting.session, cardOf("approved"));
  assert.equal(
    await standing(waiting.session),
    "authorized: 0 of 100 released, session complete/authorized, call-off succeeded",
  );
});

test("an approval during the release after 20 minutes is released and reported", async () => {
  const waiting = await challenged("manual");
  const deps = withVoid((connector) => async (request, call) => {
    await confirm(waiting);
    await reconcileNow(rig.deps, rig.scope, waiting.attempt);
    return connector.void(request, call);
  });
  await rig.makeChecksDue(21 * minuteMs);
  await reconcileDueAttempts(deps);
  assert.equal(await standing(waiting.session), voided);
  assert.deepEqual(await rig.eventsOf(waiting.session), [...authorizedEvents, "payment.voided"]);
});

test("an attempt that is found to wait only after its time is over is called off as well", async () => {
  const session = await rig.makeSession({ amount: 100 });
  rig.injectFault("POST", "timeout_after_charge");
  await beginPayment(rig.deps, rig.scope, session, cardOf("challenge"));
  rig.clearFaults();
  await rig.makeChecksDue(21 * minuteMs);
  await reconcileDueAttempts(rig.deps);
  assert.equal((await rig.attemptsOf(session))[0]?.status, "declined");
  assert.equal(
    await standing(session),
    "requires_payment_method: 0 of 0 released, session open/unpaid, call-off succeeded",
  );
});

test("two concurrent call-offs make one, and an older answer doesn't approve the attempt", async () => {
  const waiting = await challenged("manual");
  const older = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  await confirm(waiting);
  const connectors = wrapConnector(rig.deps.connectors, (connector) => ({
    findCharge: async (request, call) => {
      const found = await connector.findCharge(request, call);
      asked.resolve();
      await older.promise;
      return found;
    },
  }));
  const returning = reconcileNow({ ...rig.deps, connectors }, rig.scope, waiting.attempt);
  await asked.promise;
  await Promise.all([1, 2].map(() => callOffAttempt(rig.deps, rig.scope, waiting.attempt)));
  assert.equal((await rig.attemptsOf(waiting.session))[0]?.status, "declined");
  older.resolve();
  assert.equal(await returning, "late");
  await rig.makeChecksDue();
  await reconcileDueMovements(rig.deps);
  assert.equal(
    await standing(waiting.session),
    "requires_payment_method: 0 of 0 released, session open/unpaid, call-off succeeded",
  );
  await beginPayment(rig.deps, rig.scope, waiting.session, cardOf("approved"));
  assert.match(await standing(waiting.session), /^authorized: 0 of 100/);
});

test("a call-off that the database is missing is found again with the amount that it released", async () => {
  const waiting = await challenged("manual");
  const { deps, arrive } = delayedVoid();
  await callOffAttempt(deps, rig.scope, waiting.attempt);
  await confirm(waiting);
  await reconcileNow(rig.deps, rig.scope, waiting.attempt);
  await rig.db.sql("DELETE FROM movements WHERE attempt_id = $1", [waiting.attempt.id]);
  await arrive();
  await makeComparison(rig.deps).round();
  assert.equal(await standing(waiting.session), voided);
  assert.equal((await rig.eventsOf(waiting.session)).at(-1), "payment.voided");
});

test("an attempt that the bank is deciding about isn't called off", async () => {
  const waiting = await challenged("automatic");
  await rig.db.sql("UPDATE attempts SET status = 'pending', redirect_url = NULL WHERE id = $1", [
    waiting.attempt.id,
  ]);
  await callOffAttempt(rig.deps, rig.scope, waiting.attempt);
  assert.match(await standing(waiting.session), /call-off absent$/);
  await rig.db.sql("UPDATE attempts SET status = 'action_required', redirect_url = $2 WHERE id = $1", [
    waiting.attempt.id,
    waiting.attempt.redirectUrl,
  ]);
});
