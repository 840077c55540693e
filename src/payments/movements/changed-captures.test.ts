import assert from "node:assert/strict";
import { test } from "node:test";
import { ledgerBalancesOf } from "../../../test/support/late-funds.ts";
import { unfinishedWork } from "../../../test/support/oracle.ts";
import { cardOf, usePaymentTestbed } from "../../../test/support/payments.ts";
import { until } from "../../../test/support/until.ts";
import { verifyLedger } from "../../ledger/verify/verify-ledger.ts";
import { beginPayment } from "../attempts/begin-payment.ts";
import { applyMovement } from "./apply-movement.ts";
import { lapseDueAuthorizations } from "./lapse-authorizations.ts";
import { capturePayment, refundPayment, voidPayment } from "./move-money.ts";
import { checkMovement, reconcileDueMovements } from "./reconcile-movements.ts";

/** Captures about which the PSP changes its decision. Amounts are minor units. */
// The PSP does nothing by itself while a test looks.
const rig = usePaymentTestbed({ pendingMs: 600_000 });

type Capture = { readonly session: string; readonly payment: string; readonly capture: string };
type Terms = { readonly amount?: number; readonly final?: boolean };

const failsThenSucceeds = "4200000000000661";

async function captured(terms: Terms = {}, number = cardOf("approved").number): Promise<Capture> {
  const session = await rig.makeSession({ amount: 100, capture: "manual" });
  await beginPayment(rig.deps, rig.scope, session, { ...cardOf("approved"), number });
  const [attempt] = await rig.attemptsOf(session);
  assert.ok(attempt);
  return { session, payment: attempt.paymentId, capture: await captureMore(attempt.paymentId, terms) };
}

async function captureMore(payment: string, terms: Terms): Promise<string> {
  const made = await capturePayment(rig.deps, rig.scope, payment, terms);
  assert.ok(made.ok && made.value.movement.status === "succeeded");
  return made.value.movement.id;
}

/** Has the simulated PSP decide what it is to decide next, and Kassa ask. */
async function learnNext(id: string, status: "succeeded" | "failed"): Promise<void> {
  const at = "idempotency_key = (SELECT psp_key FROM movements WHERE id = $1)";
  const says = async () => {
    const [row] = await rig.db.sql<{ refusal: string | null }>(
      `SELECT refusal FROM sandbox_psp.movements WHERE ${at}`,
      [id],
    );
    return row?.refusal === null ? "succeeded" : "failed";
  };
  await rig.db.sql(`UPDATE sandbox_psp.movements SET due_at = now() WHERE ${at}`, [id]);
  await until(async () => (await says()) === status, `the PSP says ${status}`);
  assert.ok(await checkMovement(rig.deps, rig.scope, id));
}

async function standing({ payment, session }: Capture): Promise<string> {
  const [row] = await rig.db.sql<{ words: string }>(
    `SELECT format('%s; session %s, %s; %s captured, %s released, %s too much; %s refunded, %s owed; %s', p.status, s.status, s.payment_status,
       p.amount_captured, p.amount_released, p.amount_over_captured, p.amount_refunded, p.amount_over_refunded,
       CASE WHEN p.capture_before IS NULL THEN 'no deadline' WHEN p.capture_before > now() THEN 'a deadline' ELSE 'lapsed' END) AS words
     FROM payments p JOIN checkout_sessions s ON (s.tenant_id, s.id) = (p.tenant_id, p.session_id) WHERE (p.id, s.id) = ($1, $2)`,
    [payment, session],
  );
  return row?.words ?? "";
}

async function assertBooks(): Promise<void> {
  assert.deepEqual((await verifyLedger(rig.db.settings, [rig.scope])).differences, []);
}

test("a capture that fails after it succeeded is reversed, can be captured again, and counts again if it succeeds after all", async () => {
  const capture = await captured({}, failsThenSucceeds);
  const paid =
    "captured; session complete, paid; 100 captured, 0 released, 0 too much; 0 refunded, 0 owed; no deadline";
  assert.equal(await standing(capture), paid);
  await learnNext(capture.capture, "failed");
  assert.equal(
    await standing(capture),
    "authorized; session complete, authorized; 0 captured, 0 released, 0 too much; 0 refunded, 0 owed; a deadline",
  );
  assert.deepEqual(await ledgerBalancesOf(rig, capture.session), [
    "authorized_funds -100",
    "customer_funds_receivable 100",
  ]);
  await assertBooks();
  await learnNext(capture.capture, "succeeded");
  assert.equal(await standing(capture), paid);
  assert.deepEqual(await ledgerBalancesOf(rig, capture.session), [
    "merchant_payable -100",
    "psp_clearing 100",
  ]);
  const events = await rig.eventsOf(capture.session);
  assert.deepEqual(events.slice(-3), ["payment.captured", "payment.capture_failed", "payment.captured"]);
  await rig.assertInvariants();
  assert.deepEqual(await unfinishedWork(rig.db), []);
  await assertBooks();
});

test("after the failure, the authorization can be captured again, in another part", async () => {
  const capture = await captured({ amount: 60, final: true }, "4200000000000653");
  await learnNext(capture.capture, "failed");
  await captureMore(capture.payment, { amount: 25, final: true });
  assert.equal(
    await standing(capture),
    "captured; session complete, paid; 25 captured, 75 released, 0 too much; 0 refunded, 0 owed; no deadline",
  );
  await rig.assertInvariants();
  await assertBooks();
});

test("an authorization that can't be captured any more is released, and its session is unpaid", async () => {
  const capture = await captured({}, "4200000000000653");
  await rig.db.sql("UPDATE payments SET authorized_until = now() - interval '1 day' WHERE id = $1", [
    capture.payment,
  ]);
  await learnNext(capture.capture, "failed");
  await lapseDueAuthorizations(rig.deps);
  assert.equal(
    await standing(capture),
    "voided; session complete, unpaid; 0 captured, 100 released, 0 too much; 0 refunded, 0 owed; no deadline",
  );
  assert.deepEqual((await rig.eventsOf(capture.session)).slice(-2), [
    "payment.capture_failed",
    "payment.voided",
  ]);
  await rig.assertInvariants();
  await assertBooks();
});

// From here on Kassa hears what the simulated PSP doesn't do, so the oracle's comparison with its log doesn't apply.

const succeeded = { kind: "succeeded", pspReference: "spm_1" } as const;
const failed = { kind: "refused", reason: "refused_by_psp" } as const;

test("what was refunded of a capture that fails is owed by the merchant, until the money comes after all", async () => {
  const capture = await captured();
  const refund = await refundPayment(rig.deps, rig.scope, capture.payment, { amount: 40 });
  assert.ok(refund.ok);
  await rig.db.sql("UPDATE payments SET amount_disputed = 30 WHERE id = $1", [capture.payment]);
  await applyMovement(rig.deps, rig.scope, capture.capture, failed);
  const [row] = await rig.db.sql("SELECT amount_over_disputed::int AS over FROM payments WHERE id = $1", [
    capture.payment,
  ]);
  assert.deepEqual(row, { over: 30 });
  await rig.db.sql("UPDATE payments SET amount_disputed = 0 WHERE id = $1", [capture.payment]);
  assert.equal(
    await standing(capture),
    "authorized; session complete, authorized; 0 captured, 0 released, 0 too much; 40 refunded, 40 owed; a deadline",
  );
  assert.deepEqual(await ledgerBalancesOf(rig, capture.session), [
    "authorized_funds -100",
    "customer_funds_receivable 100",
    "merchant_payable 40",
    "psp_clearing -40",
  ]);
  await assertBooks();
  const more = await refundPayment(rig.deps, rig.scope, capture.payment, { amount: 1 });
  assert.ok(!more.ok && more.failure.code === "payment_not_refundable");
  await applyMovement(rig.deps, rig.scope, capture.capture, succeeded);
  assert.equal(
    await standing(capture),
    "captured; session complete, paid; 100 captured, 0 released, 0 too much; 40 refunded, 0 owed; no deadline",
  );
  await assertBooks();
});

test("a PSP may change its decision again and again: amounts and postings follow, and a repeated answer changes nothing", async () => {
  const capture = await captured({ amount: 60, final: true });
  for (const answer of [failed, succeeded, failed, succeeded, failed, succeeded]) {
    const hear = () => applyMovement(rig.deps, rig.scope, capture.capture, answer);
    assert.equal((await hear()).applied, "moved");
    assert.equal((await hear()).applied, "no_change");
    await assertBooks();
  }
  assert.equal(
    await standing(capture),
    "captured; session complete, paid; 60 captured, 40 released, 0 too much; 0 refunded, 0 owed; no deadline",
  );
});

test("a capture that succeeds after all exceeds the authorization if that was released or captured again meanwhile", async () => {
  const released = await captured({}, "4200000000000653");
  await learnNext(released.capture, "failed");
  const made = await voidPayment(rig.deps, rig.scope, released.payment);
  assert.ok(made.ok && made.value.movement.status === "succeeded");
  await applyMovement(rig.deps, rig.scope, released.capture, succeeded);
  assert.equal(
    await standing(released),
    "captured; session complete, paid; 100 captured, 100 released, 100 too much; 0 refunded, 0 owed; no deadline",
  );
  await assertBooks();
  const again = await captured({}, "4200000000000653");
  await learnNext(again.capture, "failed");
  const second = await captureMore(again.payment, { amount: 70, final: true });
  await applyMovement(rig.deps, rig.scope, again.capture, succeeded);
  assert.equal(
    await standing(again),
    "captured; session complete, paid; 170 captured, 30 released, 100 too much; 0 refunded, 0 owed; no deadline",
  );
  await assertBooks();
  await applyMovement(rig.deps, rig.scope, second, failed);
  assert.equal(
    await standing(again),
    "captured; session complete, paid; 100 captured, 30 released, 30 too much; 0 refunded, 0 owed; no deadline",
  );
  await assertBooks();
});

test("an answer that was asked for before the decision changes nothing, and Kassa asks again", async () => {
  const capture = await captured();
  const whenAsked = { status: "unknown", revision: 0 } as const;
  const { applied } = await applyMovement(rig.deps, rig.scope, capture.capture, failed, { whenAsked });
  assert.equal(applied, "no_change");
  const [row] = await rig.db.sql("SELECT next_check_at <= now() AS due FROM movements WHERE id = $1", [
    capture.capture,
  ]);
  assert.deepEqual(row, { due: true });
  await reconcileDueMovements(rig.deps);
  assert.deepEqual((await rig.eventsOf(capture.session)).slice(-1), ["payment.captured"]);
});

test("of twenty concurrent answers that a capture failed, one posts", async () => {
  const { session, capture } = await captured();
  const whenAsked = { status: "succeeded", revision: 0 } as const;
  const applied = await Promise.all(
    Array.from({ length: 20 }, () => applyMovement(rig.deps, rig.scope, capture, failed, { whenAsked })),
  );
  assert.equal(applied.filter(({ applied: kind }) => kind === "moved").length, 1);
  assert.deepEqual(await ledgerBalancesOf(rig, session), [
    "authorized_funds -100",
    "customer_funds_receivable 100",
  ]);
  await assertBooks();
});
