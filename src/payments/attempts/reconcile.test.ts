import assert from "node:assert/strict";
import { test } from "node:test";
import { beyondAnyCallMs, cardOf, usePaymentTestbed, wrapConnector } from "../../../test/support/payments.ts";
import { until } from "../../../test/support/until.ts";
import type { Connector, FindChargeOutcome } from "../../connectors/contract.ts";
import type { PaymentDeps } from "../deps.ts";
import { attemptLeases, checkSoon } from "../queries/attempts.ts";
import { applyOutcome } from "./apply-outcome.ts";
import { beginPayment } from "./begin-payment.ts";
import { callOffAttempt } from "./call-off-attempt.ts";
import { checkAttempt, reconcileDueAttempts } from "./reconcile.ts";

const rig = usePaymentTestbed();

const minuteMs = 60_000;

async function attemptOf(session: string) {
  const attempt = (await rig.attemptsOf(session)).at(-1);
  assert.ok(attempt);
  return attempt;
}

test("an unfinished challenge is released at the PSP, and the session can be paid with another card", async () => {
  const session = await rig.makeSession();
  await beginPayment(rig.deps, rig.scope, session, cardOf("challenge"));
  await rig.makeChecksDue(19 * minuteMs);
  await reconcileDueAttempts(rig.deps);
  assert.equal((await attemptOf(session)).status, "action_required");
  await rig.makeChecksDue(2 * minuteMs);
  await reconcileDueAttempts(rig.deps);
  const { status, declineReason, redirectUrl } = await attemptOf(session);
  assert.deepEqual([status, declineReason, redirectUrl], ["declined", "abandoned", null]);
  await beginPayment(rig.deps, rig.scope, session, cardOf("approved"));
  assert.equal(await rig.summaryOf(session), "complete, paid, charged 1 times");
  await rig.assertInvariants();
});

test("a challenge that was called off can't be finished afterwards", async () => {
  const session = await rig.makeSession();
  await beginPayment(rig.deps, rig.scope, session, cardOf("challenge"));
  const attempt = await attemptOf(session);
  await callOffAttempt(rig.deps, rig.scope, attempt);
  assert.equal((await attemptOf(session)).status, "declined");
  await answerChallenge(attempt.redirectUrl);
  assert.equal(await rig.summaryOf(session), "open, unpaid, charged 0 times");
  await rig.assertInvariants();
});

test("a finished challenge can't be called off", async () => {
  const session = await rig.makeSession();
  await beginPayment(rig.deps, rig.scope, session, cardOf("challenge"));
  const attempt = await attemptOf(session);
  await answerChallenge(attempt.redirectUrl);
  await callOffAttempt(rig.deps, rig.scope, attempt);
  await rig.makeChecksDue();
  await reconcileDueAttempts(rig.deps);
  assert.equal(await rig.summaryOf(session), "complete, paid, charged 1 times");
  await rig.assertInvariants();
});

for (const capture of ["automatic", "manual"] as const) {
  test(`capture ${capture}: a release whose answer is lost never turns into a payment`, async () => {
    const session = await rig.makeSession({ capture });
    await beginPayment(rig.deps, rig.scope, session, cardOf("challenge"));
    const attempt = await attemptOf(session);
    // With manual capture a finished challenge can still be released.
    if (capture === "manual") await answerChallenge(attempt.redirectUrl);
    rig.injectFault("POST", "timeout_after_charge");
    await callOffAttempt(rig.deps, rig.scope, attempt);
    rig.clearFaults();
    await rig.makeChecksDue();
    await reconcileDueAttempts(rig.deps);
    assert.match(await rig.summaryOf(session), /^open, unpaid/);
    await rig.assertInvariants();
  });
}

test("a charge of another amount never pays the payment, however often the PSP is asked", async () => {
  const session = await rig.makeSession();
  rig.injectFault("POST", "timeout_after_charge");
  await beginPayment(rig.deps, rig.scope, session, cardOf("approvedLater"));
  rig.clearFaults();
  const change = (set: string) =>
    rig.db.sql(`UPDATE sandbox_psp.charges SET ${set} WHERE merchant_reference = $1`, [session]);
  await change("amount = 1, status = 'approved', due_at = NULL");
  for (let count = 0; count < 2; count += 1) {
    await rig.makeChecksDue();
    await reconcileDueAttempts(rig.deps);
    assert.equal(await rig.summaryOf(session), "open, processing, charged 0 times");
    assert.equal((await attemptOf(session)).status, "needs_review");
  }
  await change("amount = 2599, status = 'pending', due_at = now()");
  await untilSettled(session);
  await rig.makeChecksDue();
  await reconcileDueAttempts(rig.deps);
  assert.equal(await rig.summaryOf(session), "complete, paid, charged 1 times");
  await rig.assertInvariants();
});

test("an attempt whose reconciliation fails doesn't keep the others from being reconciled", async () => {
  const [poisoned, healthy] = [await rig.makeSession(), await rig.makeSession()];
  rig.injectFault("POST", "timeout_after_charge");
  for (const session of [poisoned, healthy])
    await beginPayment(rig.deps, rig.scope, session, cardOf("approved"));
  rig.clearFaults();
  const { id } = await attemptOf(poisoned);
  const findCharge =
    (connector: Connector): Connector["findCharge"] =>
    async (request, call) => {
      if (request.idempotencyKey === id) throw new TypeError("a connector's bug");
      return connector.findCharge(request, call);
    };
  await rig.makeChecksDue();
  await reconcileDueAttempts({
    ...rig.deps,
    connectors: wrapConnector(rig.deps.connectors, (connector) => ({ findCharge: findCharge(connector) })),
  });
  assert.equal(await rig.summaryOf(healthy), "complete, paid, charged 1 times");
  assert.equal(await rig.summaryOf(poisoned), "open, processing, charged 1 times");
  await endLeases();
  await reconcileDueAttempts(rig.deps);
  assert.equal(await rig.summaryOf(poisoned), "complete, paid, charged 1 times");
  await rig.assertInvariants();
});

test("a worker that wakes up after its lease was taken over writes nothing", async () => {
  const session = await rig.makeSession();
  rig.injectFault("POST", "timeout_after_charge");
  await beginPayment(rig.deps, rig.scope, session, cardOf("approved"));
  rig.clearFaults();
  const { id } = await attemptOf(session);
  await rig.makeChecksDue();
  const gate = makeGate();
  // The worker asked before the PSP knew the charge, and sleeps before it applies the answer.
  const zombie = reconcileDueAttempts(gatedDeps(gate, { kind: "not_charged" }));
  await gate.reached;
  await rig.makeChecksDue(beyondAnyCallMs);
  await endLeases();
  await reconcileDueAttempts(rig.deps);
  const before = await rig.db.sql("SELECT * FROM attempts WHERE id = $1", [id]);
  gate.open();
  await zombie;
  assert.deepEqual(await rig.db.sql("SELECT * FROM attempts WHERE id = $1", [id]), before);
  assert.equal(await rig.summaryOf(session), "complete, paid, charged 1 times");
  await rig.assertInvariants();
});

test("the fence alone keeps a worker without its lease from writing, whatever the outcome is", async () => {
  const session = await rig.makeSession();
  rig.injectFault("POST", "timeout_before_charge");
  await beginPayment(rig.deps, rig.scope, session, cardOf("approved"));
  rig.clearFaults();
  await rig.makeChecksDue();
  const lease = async () => {
    const leases = await rig.db.database.inWorker((trx) => attemptLeases.takeDue(trx, 10, 1));
    await new Promise((resolve) => setTimeout(resolve, 5));
    const { id } = await attemptOf(session);
    const found = leases.find((candidate) => candidate.id === id);
    assert.ok(found);
    return found;
  };
  const [old, current] = [await lease(), await lease()];
  const outcome = { kind: "declined", pspReference: null, reason: "abandoned" } as const;
  assert.equal(await applyOutcome(rig.deps, rig.scope, old.id, outcome, { lease: old }), "fenced_off");
  assert.equal(await applyOutcome(rig.deps, rig.scope, old.id, outcome, { lease: current }), "moved");
  await rig.assertInvariants();
});

test("a check that loses its attempt to a notification returns false", async () => {
  const session = await rig.makeSession();
  await beginPayment(rig.deps, rig.scope, session, cardOf("challenge"));
  const { id } = await attemptOf(session);
  const notified = wrapConnector(
    rig.deps.connectors,
    (connector): Partial<Connector> => ({
      findCharge: async (request, call) => {
        const found = await connector.findCharge(request, call);
        await rig.db.database.inTenant(rig.scope, (trx) => checkSoon(trx, id));
        return found;
      },
    }),
  );
  assert.equal(await checkAttempt({ ...rig.deps, connectors: notified }, rig.scope, id), false);
  assert.equal(await checkAttempt(rig.deps, rig.scope, id), true);
  await rig.assertInvariants();
});

test("a notification that arrives before the PSP's older answer makes the attempt due again", async () => {
  const session = await rig.makeSession();
  await beginPayment(rig.deps, rig.scope, session, cardOf("challenge"));
  const attempt = await attemptOf(session);
  await rig.makeChecksDue();
  const gate = makeGate();
  const older = {
    kind: "action_required",
    pspReference: "spc_older",
    hostedReference: null,
    redirectUrl: "https://bank.example/",
    expiresAt: null,
  } as const;
  const untouched = { amountCaptured: 0, amountRefunded: 0, released: false, disputes: [] };
  const asking = reconcileDueAttempts(gatedDeps(gate, { kind: "found", outcome: older, charge: untouched }));
  await gate.reached;
  await answerChallenge(attempt.redirectUrl);
  await rig.db.database.inTenant(rig.scope, (trx) => checkSoon(trx, attempt.id));
  gate.open();
  await asking;
  await reconcileDueAttempts(rig.deps);
  assert.equal(await rig.summaryOf(session), "complete, paid, charged 1 times");
  await rig.assertInvariants();
});

test("a notification that overtakes the answer to the submit keeps the attempt due", async () => {
  const session = await rig.makeSession();
  const gate = makeGate();
  const connectors = wrapConnector(rig.deps.connectors, (connector) => ({
    authorize: async (request, call) => {
      const outcome = await connector.authorize(request, call);
      await gate.pass();
      return outcome;
    },
  }));
  const submitting = beginPayment({ ...rig.deps, connectors }, rig.scope, session, cardOf("approvedLater"));
  await gate.reached;
  const { id } = await attemptOf(session);
  await rig.db.sql("UPDATE sandbox_psp.charges SET due_at = now() WHERE idempotency_key = $1", [id]);
  await rig.db.database.inTenant(rig.scope, (trx) => checkSoon(trx, id));
  gate.open();
  await submitting;
  await untilSettled(session);
  await reconcileDueAttempts(rig.deps);
  assert.equal(await rig.summaryOf(session), "complete, paid, charged 1 times");
  await rig.assertInvariants();
});

async function untilSettled(session: string): Promise<void> {
  const taken = () =>
    rig.db.sql("SELECT FROM sandbox_psp.charge_log WHERE merchant_reference = $1", [session]);
  await until(async () => (await taken()).length > 0, "the PSP has taken the money");
}

/** A point where a worker waits until the test lets it continue. */
function makeGate() {
  const reached = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  const pass = (): Promise<void> => {
    reached.resolve();
    return opened.promise;
  };
  return { reached: reached.promise, open: opened.resolve, pass };
}

/** A worker that receives the PSP's `answer` only when the gate opens. */
function gatedDeps(gate: ReturnType<typeof makeGate>, answer: FindChargeOutcome): PaymentDeps {
  const findCharge = async (): Promise<FindChargeOutcome> => {
    await gate.pass();
    return answer;
  };
  return { ...rig.deps, connectors: wrapConnector(rig.deps.connectors, () => ({ findCharge })) };
}

async function endLeases(): Promise<void> {
  await rig.db.sql("UPDATE attempts SET lease_until = now() WHERE lease_until IS NOT NULL");
}

async function answerChallenge(url: string | null): Promise<void> {
  assert.ok(url);
  const body = new URLSearchParams({ choice: "complete" });
  const response = await fetch(url, { method: "POST", body, redirect: "manual" });
  await response.body?.cancel();
}
