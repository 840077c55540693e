import assert from "node:assert/strict";
import { test } from "node:test";
import { ledgerBalancesOf } from "../../../test/support/late-funds.ts";
import { unfinishedWork } from "../../../test/support/oracle.ts";
import { cardOf, usePaymentTestbed } from "../../../test/support/payments.ts";
import { until } from "../../../test/support/until.ts";
import type { AuthorizeOutcome } from "../../connectors/contract.ts";
import { verifyLedger } from "../../ledger/verify/verify-ledger.ts";
import { refundPayment } from "../movements/move-money.ts";
import { checkSoon } from "../queries/attempts.ts";
import { applyOutcome } from "./apply-outcome.ts";
import { beginPayment } from "./begin-payment.ts";
import { checkAttempt, reconcileDueAttempts } from "./reconcile.ts";

/** Payments that were captured with their approval, and whose money fails later. Amounts are minor units. */
// The PSP does nothing by itself while a test looks.
const rig = usePaymentTestbed({ pendingMs: 600_000 });

type Paid = { readonly session: string; readonly payment: string; readonly attempt: string };

const failsThenSucceeds = "4200000000000661";

async function paid(
  number = cardOf("approved").number,
  capture: "automatic" | "manual" = "automatic",
): Promise<Paid> {
  const session = await rig.makeSession({ amount: 100, capture });
  await beginPayment(rig.deps, rig.scope, session, { ...cardOf("approved"), number });
  const [attempt] = await rig.attemptsOf(session);
  assert.ok(attempt);
  return { session, payment: attempt.paymentId, attempt: attempt.id };
}

/** Has the simulated PSP decide what it is to decide next. */
async function pspDecides({ attempt }: Paid, status: "approved" | "failed"): Promise<void> {
  await rig.db.sql("UPDATE sandbox_psp.charges SET due_at = now() WHERE idempotency_key = $1", [attempt]);
  await until(async () => {
    const [row] = await rig.db.sql<{ status: string }>(
      "SELECT status FROM sandbox_psp.charges WHERE idempotency_key = $1",
      [attempt],
    );
    return row?.status === status;
  }, `the PSP says ${status}`);
}

async function standing({ payment, session, attempt }: Paid): Promise<string> {
  const [row] = await rig.db.sql<{ words: string }>(
    `SELECT format('%s, attempt %s %s; session %s, %s; %s authorized, %s captured; %s refunded, %s owed', p.status, a.status, a.revision, s.status,
       s.payment_status, p.amount_authorized, p.amount_captured, p.amount_refunded, p.amount_over_refunded) AS words
     FROM payments p JOIN checkout_sessions s ON (s.tenant_id, s.id) = (p.tenant_id, p.session_id)
       JOIN attempts a ON (a.tenant_id, a.payment_id) = (p.tenant_id, p.id) WHERE (p.id, s.id, a.id) = ($1, $2, $3)`,
    [payment, session, attempt],
  );
  return row?.words ?? "";
}

async function assertBooks(): Promise<void> {
  assert.deepEqual((await verifyLedger(rig.db.settings, [rig.scope])).differences, []);
}

const whole =
  "captured, attempt approved 0; session complete, paid; 100 authorized, 100 captured; 0 refunded, 0 owed";

test("money that was captured with the approval fails, and its payment fails; it is paid again if the money comes after all", async () => {
  const charge = await paid(failsThenSucceeds);
  assert.equal(await standing(charge), whole);
  await pspDecides(charge, "failed");
  assert.ok(await checkAttempt(rig.deps, rig.scope, charge.attempt));
  assert.equal(
    await standing(charge),
    "failed, attempt failed 1; session complete, unpaid; 0 authorized, 0 captured; 0 refunded, 0 owed",
  );
  assert.deepEqual(await ledgerBalancesOf(rig, charge.session), []);
  await rig.assertInvariants();
  await assertBooks();
  await pspDecides(charge, "approved");
  assert.ok(await checkAttempt(rig.deps, rig.scope, charge.attempt));
  assert.equal(await standing(charge), whole.replace("approved 0", "approved 2"));
  assert.deepEqual(await ledgerBalancesOf(rig, charge.session), [
    "merchant_payable -100",
    "psp_clearing 100",
  ]);
  assert.deepEqual(await rig.eventsOf(charge.session), [
    "payment.captured",
    "checkout.session.completed",
    "payment.capture_failed",
    "payment.captured",
  ]);
  await rig.assertInvariants();
  assert.deepEqual(await unfinishedWork(rig.db), []);
  await assertBooks();
});

test("the PSP's notification of the failure makes Kassa ask, and so does that of a later success", async () => {
  const charge = await paid(failsThenSucceeds);
  for (const status of ["failed", "approved"] as const) {
    await pspDecides(charge, status);
    // What a notification does, in receive-notification.ts.
    const isDue = await rig.db.database.inTenant(rig.scope, (trx) =>
      checkSoon(trx, charge.attempt, status === "failed"),
    );
    assert.ok(isDue);
    await reconcileDueAttempts(rig.deps);
    assert.match(await standing(charge), new RegExp(`attempt ${status}`));
  }
  const isDue = await rig.db.database.inTenant(rig.scope, (trx) => checkSoon(trx, charge.attempt));
  assert.ok(!isDue, "any other notification of an approved charge costs no question");
});

// From here on Kassa hears what the simulated PSP doesn't do, so the oracle's comparison with its log doesn't apply.

const failed: AuthorizeOutcome = { kind: "failed", pspReference: "spc_1", reason: "account_closed" };
const approved: AuthorizeOutcome = {
  kind: "approved",
  pspReference: "spc_1",
  amount: 100,
  currency: "EUR",
  captured: true,
  surplus: 0,
  captureBefore: null,
  card: null,
};

async function hear({ attempt }: Paid, outcome: AuthorizeOutcome): Promise<string> {
  const [whenAsked] = await rig.db.sql<{ status: "approved" | "failed"; revision: number }>(
    "SELECT status, revision FROM attempts WHERE id = $1",
    [attempt],
  );
  assert.ok(whenAsked);
  return applyOutcome(rig.deps, rig.scope, attempt, outcome, { whenAsked });
}

test("what was refunded of money that fails is owed by the merchant, until the money comes after all", async () => {
  const charge = await paid();
  assert.ok((await refundPayment(rig.deps, rig.scope, charge.payment, { amount: 40 })).ok);
  assert.equal(await hear(charge, failed), "moved");
  assert.equal(
    await standing(charge),
    "failed, attempt failed 1; session complete, unpaid; 0 authorized, 0 captured; 40 refunded, 40 owed",
  );
  assert.deepEqual(await ledgerBalancesOf(rig, charge.session), ["merchant_payable 40", "psp_clearing -40"]);
  await assertBooks();
  const more = await refundPayment(rig.deps, rig.scope, charge.payment, { amount: 1 });
  assert.ok(!more.ok && more.failure.code === "payment_not_refundable");
  assert.equal(await hear(charge, approved), "moved");
  assert.equal(
    await standing(charge),
    "captured, attempt approved 2; session complete, paid; 100 authorized, 100 captured; 40 refunded, 0 owed",
  );
  await assertBooks();
});

test("a PSP may change its decision again and again: amounts and postings follow, and a repeated answer changes nothing", async () => {
  const charge = await paid();
  for (const answer of [failed, approved, failed, approved, failed]) {
    assert.equal(await hear(charge, answer), "moved");
    assert.equal(await hear(charge, answer), "no_change");
    await assertBooks();
  }
  assert.match(await standing(charge), /^failed, attempt failed 5; .* 0 captured/);
});

test("an answer that was asked for before the approval changes nothing, and Kassa asks again", async () => {
  const charge = await paid();
  for (const whenAsked of [undefined, { status: "unknown", revision: 0 }] as const) {
    const options = whenAsked ? { whenAsked } : {};
    assert.equal(await applyOutcome(rig.deps, rig.scope, charge.attempt, failed, options), "no_change");
    const [row] = await rig.db.sql("SELECT next_check_at <= now() AS due FROM attempts WHERE id = $1", [
      charge.attempt,
    ]);
    assert.deepEqual(row, { due: true });
    await reconcileDueAttempts(rig.deps);
    assert.equal(await standing(charge), whole);
  }
  assert.deepEqual(await unfinishedWork(rig.db), []);
});

test("of twenty concurrent answers that the money failed, one posts", async () => {
  const charge = await paid();
  const whenAsked = { status: "approved", revision: 0 } as const;
  const apply = () => applyOutcome(rig.deps, rig.scope, charge.attempt, failed, { whenAsked });
  const applied = await Promise.all(Array.from({ length: 20 }, apply));
  assert.equal(applied.filter((one) => one === "moved").length, 1);
  assert.deepEqual(await ledgerBalancesOf(rig, charge.session), []);
  await assertBooks();
});

test("an authorization doesn't fail: the PSP's word that it did changes nothing", async () => {
  const charge = await paid(cardOf("approved").number, "manual");
  assert.equal(await hear(charge, failed), "contradiction");
  assert.match(await standing(charge), /^authorized, attempt approved 0; session complete, authorized/);
  await assertBooks();
});

test("money that comes after all has to be the amount that had been accepted", async () => {
  const charge = await paid();
  const smaller = { ...approved, amount: 60 };
  await rig.db.sql("UPDATE attempts SET evidence = $2, amount_received = 60 WHERE id = $1", [
    charge.attempt,
    JSON.stringify(smaller),
  ]);
  assert.equal(await hear(charge, failed), "moved");
  assert.equal(await hear(charge, approved), "contradiction");
  assert.match(await standing(charge), /^failed, attempt failed 1/);
  assert.equal(await hear(charge, smaller), "moved");
  assert.match(await standing(charge), /^captured, attempt approved 2; .* 60 authorized, 60 captured/);
});
