import assert from "node:assert/strict";
import { test } from "node:test";
import { ledgerBalancesOf } from "../../../test/support/late-funds.ts";
import { unfinishedWork } from "../../../test/support/oracle.ts";
import { cardOf, usePaymentTestbed } from "../../../test/support/payments.ts";
import { until } from "../../../test/support/until.ts";
import { verifyLedger } from "../../ledger/verify/verify-ledger.ts";
import { beginPayment } from "../attempts/begin-payment.ts";
import { applyMovement } from "./apply-movement.ts";
import { refundPayment } from "./move-money.ts";
import { checkMovement } from "./reconcile-movements.ts";

/** Refunds about which the PSP changes its decision. Amounts are minor units. */
// The PSP does nothing by itself while a test looks.
const rig = usePaymentTestbed({ pendingMs: 600_000 });

type Refund = { readonly session: string; readonly payment: string; readonly refund: string };

async function refunded(amount: number, number = "4200000000000646"): Promise<Refund> {
  const session = await rig.makeSession({ amount: 100 });
  await beginPayment(rig.deps, rig.scope, session, { ...cardOf("approved"), number });
  const [attempt] = await rig.attemptsOf(session);
  assert.ok(attempt);
  const made = await refundPayment(rig.deps, rig.scope, attempt.paymentId, { amount });
  assert.ok(made.ok);
  return { session, payment: attempt.paymentId, refund: made.value.id };
}

/** Has the simulated PSP decide what it is to decide next, and Kassa ask. */
async function learnNext({ refund }: Refund, status: "succeeded" | "failed"): Promise<void> {
  const refusal = async () => {
    const [row] = await rig.db.sql<{ refusal: string | null; pending: boolean }>(
      `SELECT s.refusal, s.pending FROM sandbox_psp.movements s JOIN movements m ON s.idempotency_key = m.psp_key WHERE m.id = $1`,
      [refund],
    );
    return row && !row.pending && (row.refusal === null ? "succeeded" : "failed");
  };
  await rig.db.sql(
    "UPDATE sandbox_psp.movements SET due_at = now() WHERE idempotency_key = (SELECT psp_key FROM movements WHERE id = $1)",
    [refund],
  );
  await until(async () => (await refusal()) === status, `the PSP says ${status}`);
  assert.ok(await checkMovement(rig.deps, rig.scope, refund));
}

async function standing({ payment, refund }: Refund): Promise<string> {
  const [row] = await rig.db.sql<{ words: string }>(
    `SELECT format('%s, revision %s, failure %s; %s refunded, %s pending, %s twice', m.status, m.revision, COALESCE(m.failure_reason, 'none'),
       p.amount_refunded, p.amount_refund_pending, p.amount_over_refunded) AS words
     FROM payments p JOIN movements m ON (m.tenant_id, m.payment_id) = (p.tenant_id, p.id) WHERE p.id = $1 AND m.id = $2`,
    [payment, refund],
  );
  return row?.words ?? "";
}

async function assertBooks(): Promise<void> {
  assert.deepEqual((await verifyLedger(rig.db.settings, [rig.scope])).differences, []);
}

test("a refund that succeeds after it has failed is posted once more, and counts again", async () => {
  const refund = await refunded(40);
  await learnNext(refund, "failed");
  assert.equal(
    await standing(refund),
    "failed, revision 0, failure account_closed; 0 refunded, 0 pending, 0 twice",
  );
  await assertBooks();
  await learnNext(refund, "succeeded");
  assert.equal(
    await standing(refund),
    "succeeded, revision 1, failure none; 40 refunded, 0 pending, 0 twice",
  );
  assert.deepEqual(await ledgerBalancesOf(rig, refund.session), ["merchant_payable -60", "psp_clearing 60"]);
  assert.deepEqual((await rig.eventsOf(refund.session)).slice(2), [
    "refund.created",
    "refund.failed",
    "refund.succeeded",
  ]);
  await rig.assertInvariants();
  assert.deepEqual(await unfinishedWork(rig.db), []);
  await assertBooks();
});

// From here on Kassa hears what the simulated PSP doesn't do, so the oracle's comparison with its log doesn't apply.

const arrived = { kind: "succeeded", pspReference: "spm_1" } as const;
const cameBack = { kind: "refused", reason: "account_closed" } as const;

test("a PSP may change its decision again and again: amounts and postings follow, and a repeated answer changes nothing", async () => {
  const refund = await refunded(40, cardOf("approved").number);
  const steps = [
    [cameBack, "failed, revision 1, failure account_closed; 0 refunded, 0 pending, 0 twice"],
    [arrived, "succeeded, revision 2, failure none; 40 refunded, 0 pending, 0 twice"],
    [cameBack, "failed, revision 3, failure account_closed; 0 refunded, 0 pending, 0 twice"],
    [arrived, "succeeded, revision 4, failure none; 40 refunded, 0 pending, 0 twice"],
  ] as const;
  for (const [answer, expected] of steps) {
    const hear = () => applyMovement(rig.deps, rig.scope, refund.refund, answer);
    assert.equal((await hear()).applied, "moved");
    assert.equal((await hear()).applied, "no_change");
    assert.equal(await standing(refund), expected);
    await assertBooks();
  }
  assert.deepEqual(await ledgerBalancesOf(rig, refund.session), ["merchant_payable -60", "psp_clearing 60"]);
});

test("if its money was refunded in another way meanwhile, the customer has it twice, and the merchant owes it", async () => {
  const first = await refunded(100, cardOf("approved").number);
  await applyMovement(rig.deps, rig.scope, first.refund, cameBack);
  const again = await refundPayment(rig.deps, rig.scope, first.payment, { amount: 70 });
  // The simulated PSP still has the first refund, and refuses another one.
  assert.ok(again.ok && again.value.status === "failed");
  await applyMovement(rig.deps, rig.scope, again.value.id, arrived);
  await applyMovement(rig.deps, rig.scope, first.refund, arrived);
  assert.equal(
    await standing(first),
    "succeeded, revision 2, failure none; 170 refunded, 0 pending, 70 twice",
  );
  assert.deepEqual(await ledgerBalancesOf(rig, first.session), ["merchant_payable 70", "psp_clearing -70"]);
  await assertBooks();
  const more = await refundPayment(rig.deps, rig.scope, first.payment, { amount: 1 });
  assert.ok(!more.ok && more.failure.code === "refund_exceeds_captured");
  await applyMovement(rig.deps, rig.scope, again.value.id, cameBack);
  assert.equal(
    await standing(first),
    "succeeded, revision 2, failure none; 100 refunded, 0 pending, 0 twice",
  );
  await assertBooks();
});

test("of twenty concurrent answers that a failed refund succeeded, one posts", async () => {
  const { session, refund } = await refunded(40, cardOf("approved").number);
  await applyMovement(rig.deps, rig.scope, refund, cameBack);
  const whenAsked = { status: "failed", revision: 1 } as const;
  const applied = await Promise.all(
    Array.from({ length: 20 }, () => applyMovement(rig.deps, rig.scope, refund, arrived, { whenAsked })),
  );
  assert.equal(applied.filter(({ applied: kind }) => kind === "moved").length, 1);
  assert.deepEqual(await ledgerBalancesOf(rig, session), ["merchant_payable -60", "psp_clearing 60"]);
  await assertBooks();
});
