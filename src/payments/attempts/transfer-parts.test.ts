import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import fc from "fast-check";
import { lateSummary, ledgerBalancesOf } from "../../../test/support/late-funds.ts";
import { usePaymentTestbed, wrapConnector } from "../../../test/support/payments.ts";
import { verifyLedger } from "../../ledger/verify/verify-ledger.ts";
import { changeSettings } from "../../settings/change-settings.ts";
import { reconcileDueMovements } from "../movements/reconcile-movements.ts";
import { reviewPayment } from "../review/review-payment.ts";
import { applyOutcome } from "./apply-outcome.ts";
import { beginPayment } from "./begin-payment.ts";
import { reconcileDueAttempts } from "./reconcile.ts";

// People type the amounts of transfers themselves: too little, too much, in two parts, or too late.

const rig = usePaymentTestbed();
beforeEach(() => setLateFunds("refund"));

const amount = 2599;

async function setLateFunds(lateFunds: "refund" | "keep"): Promise<void> {
  const rules = { supportedLocale: () => undefined };
  await rig.db.database.inTenant(rig.scope, (trx) => changeSettings(rules, trx, { lateFunds }));
}

const dayMs = 86_400_000;

/** A session that waits for its transfer, with the simulated bank to send it from. */
async function orderTransfer(deps = rig.deps) {
  const session = await rig.makeSession();
  await beginPayment(deps, rig.scope, session, { type: "bank_transfer" });
  const { id, transferInstructions } = await attemptOf(session);
  const bank = (fields: Record<string, string>) =>
    fetch(String(transferInstructions?.simulatorUrl), { method: "POST", body: new URLSearchParams(fields) });
  await bank({ choice: "withhold" });
  const send = async (minor: number) => {
    const response = await bank({ choice: "send", amount: (minor / 100).toFixed(2) });
    assert.equal(response.status, 200);
  };
  return { session, attempt: id, send };
}

async function attemptOf(session: string) {
  const [attempt] = await rig.attemptsOf(session);
  assert.ok(attempt);
  return attempt;
}

/** Has Kassa ask the PSP, as after a notification. */
async function hear(ageMs?: number): Promise<void> {
  await rig.makeChecksDue(ageMs);
  // One batch doesn't hold all attempts that earlier tests have left pending.
  while (await reconcileDueAttempts(rig.deps));
}

async function received(session: string): Promise<number | null> {
  return (await attemptOf(session)).amountReceived;
}

async function assertSound(): Promise<void> {
  await rig.assertInvariants();
  const { differences } = await verifyLedger(rig.db.settings, [rig.scope]);
  assert.deepEqual(differences, []);
}

test("a part of a transfer is reported but not booked, and the rest completes the payment", async () => {
  const { session, send } = await orderTransfer();
  await send(1000);
  await hear();
  assert.equal(await rig.summaryOf(session), "complete, processing, charged 0 times");
  assert.equal(await received(session), 1000);
  assert.deepEqual(await ledgerBalancesOf(rig, session), []);
  await hear();
  await send(599);
  await hear();
  assert.equal(await received(session), 1599);
  await send(1000);
  await hear();
  assert.equal(await rig.summaryOf(session), "complete, paid, charged 1 times");
  assert.deepEqual(await rig.eventsOf(session), [
    "checkout.session.completed",
    "payment.partially_funded",
    "payment.partially_funded",
    "payment.captured",
    "checkout.session.async_payment_succeeded",
  ]);
  assert.deepEqual(await ledgerBalancesOf(rig, session), ["merchant_payable -2599", "psp_clearing 2599"]);
  await assertSound();
});

test("an older answer after a newer one changes nothing", async () => {
  const { session, attempt, send } = await orderTransfer();
  await send(1000);
  await hear();
  const older = { kind: "pending", pspReference: "spc_1", instructions: null, amountReceived: 400 } as const;
  assert.equal(await applyOutcome(rig.deps, rig.scope, attempt, older), "no_change");
  const same = { ...older, amountReceived: 1000 };
  assert.equal(await applyOutcome(rig.deps, rig.scope, attempt, same), "no_change");
  assert.equal(await received(session), 1000);
  await assertSound();
});

test("concurrent answers about the same part record it once", async () => {
  const { session, attempt, send } = await orderTransfer();
  await send(1000);
  const news = { kind: "pending", pspReference: "spc_1", instructions: null, amountReceived: 1000 } as const;
  const applied = await Promise.all(
    Array.from({ length: 10 }, () => applyOutcome(rig.deps, rig.scope, attempt, news)),
  );
  assert.equal(applied.filter((one) => one === "part_received").length, 1);
  assert.equal((await rig.eventsOf(session)).filter((type) => type.endsWith("funded")).length, 1);
  await assertSound();
});

test("a surplus is flagged and returned, and the payment keeps the requested amount", async () => {
  const { session, send } = await orderTransfer();
  await send(1000);
  await send(2000);
  await hear();
  assert.equal(await rig.summaryOf(session), "complete, paid, charged 1 times");
  assert.equal(await received(session), 3000);
  assert.deepEqual(await rig.eventsOf(session), [
    "checkout.session.completed",
    "payment.captured",
    "checkout.session.async_payment_succeeded",
    "payment.overfunded",
    "refund.created",
    "refund.succeeded",
  ]);
  assert.match(await lateSummary(rig, session), /^401 late, 401 returned/);
  assert.deepEqual(await ledgerBalancesOf(rig, session), ["merchant_payable -2599", "psp_clearing 2599"]);
  await assertSound();
});

test("a tenant that keeps late funds keeps the surplus of a transfer as well", async () => {
  await setLateFunds("keep");
  const { session, send } = await orderTransfer();
  await send(3000);
  await hear();
  assert.match(await lateSummary(rig, session), /^401 late, 0 returned/);
  assert.deepEqual(await ledgerBalancesOf(rig, session), ["merchant_payable -3000", "psp_clearing 3000"]);
  assert.equal((await rig.eventsOf(session)).at(-1), "payment.overfunded");
  await assertSound();
});

test("a surplus that a process of an earlier version left out is recorded later, once", async () => {
  const { session, attempt, send } = await orderTransfer();
  await send(3000);
  const [charge] = await rig.db.sql<{ id: string }>(
    "SELECT id FROM sandbox_psp.charges WHERE idempotency_key = $1",
    [attempt],
  );
  const approved = {
    kind: "approved",
    pspReference: String(charge?.id),
    amount,
    currency: "EUR",
    captured: true,
    captureBefore: null,
    card: null,
  } as const;
  await applyOutcome(rig.deps, rig.scope, attempt, { ...approved, surplus: 0 });
  await rig.db.sql("UPDATE attempts SET amount_received = NULL WHERE id = $1", [attempt]);
  const foreign = { ...approved, currency: "USD", surplus: 401 };
  assert.equal(await applyOutcome(rig.deps, rig.scope, attempt, foreign), "evidence_mismatch");
  const told = () => applyOutcome(rig.deps, rig.scope, attempt, { ...approved, surplus: 401 });
  assert.deepEqual((await Promise.all([told(), told(), told()])).sort(), ["moved", "no_change", "no_change"]);
  assert.match(await lateSummary(rig, session), /^401 late, 401 returned/);
  await assertSound();
});

test("the surplus of a transfer for another amount is booked and returned once the review has accepted the amount", async () => {
  const connectors = wrapConnector(rig.deps.connectors, (connector) => ({
    authorize: (request, call) => connector.authorize({ ...request, amount: 1500 }, call),
  }));
  const { session, send } = await orderTransfer({ ...rig.deps, connectors });
  await send(2000);
  await hear();
  const { status, paymentId, evidence } = await attemptOf(session);
  assert.deepEqual([status, evidence?.amount, evidence?.surplus], ["needs_review", 1500, 500]);
  assert.deepEqual(await ledgerBalancesOf(rig, session), []);
  const decided = await rig.db.database.inTenant(rig.scope, (trx) =>
    reviewPayment(rig.deps, trx, { paymentId, decision: "accept" }),
  );
  assert.ok(decided.ok && decided.value.amountCaptured === 1500);
  await reconcileDueMovements(rig.deps);
  assert.match(await lateSummary(rig, session), /^500 late, 500 returned/);
  assert.deepEqual(await ledgerBalancesOf(rig, session), ["merchant_payable -1500", "psp_clearing 1500"]);
  await assertSound();
});

test("a transfer whose rest never comes is called off, and its part is never booked", async () => {
  const { session, send } = await orderTransfer();
  await send(1000);
  await hear();
  await hear(15 * dayMs);
  assert.equal(await rig.summaryOf(session), "complete, unpaid, charged 0 times");
  assert.deepEqual([await received(session), await ledgerBalancesOf(rig, session)], [1000, []]);
  // The PSP has returned the part, so the rest alone doesn't pay the payment.
  await send(1599);
  await hear();
  assert.equal(await rig.summaryOf(session), "complete, unpaid, charged 0 times");
  await assertSound();
});

test("a late transfer that is too large counts as late funds, with its surplus", async () => {
  const { session, send } = await orderTransfer();
  await hear(15 * dayMs);
  await send(3000);
  await rig.db.sql("UPDATE attempts SET next_check_at = now() WHERE status = 'declined'");
  await reconcileDueAttempts(rig.deps);
  assert.match(await lateSummary(rig, session), /^3000 late, 3000 returned/);
  assert.deepEqual(await ledgerBalancesOf(rig, session), []);
  await assertSound();
});

test("all money is accounted for, in whatever parts it is sent and whenever Kassa learns of it", async () => {
  const sent = fc.integer({ min: 1, max: amount + 500 });
  const steps = fc.array(fc.oneof(sent, fc.constant("hear" as const)), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const { session, send } = await orderTransfer();
      let total = 0;
      for (const next of sequence) {
        if (next === "hear") await hear();
        else {
          await send(next);
          // The bank accepts no more money for a paid charge.
          if (total < amount) total += next;
        }
      }
      await hear();
      const paid = total >= amount;
      assert.equal(await received(session), total === 0 ? null : total);
      assert.equal(
        await rig.summaryOf(session),
        paid ? "complete, paid, charged 1 times" : "complete, processing, charged 0 times",
      );
      assert.match(await lateSummary(rig, session), new RegExp(`^${Math.max(0, total - amount)} late`));
    }),
    { numRuns: 25 },
  );
  await assertSound();
});
