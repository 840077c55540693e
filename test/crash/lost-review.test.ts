import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { beginPayment } from "../../src/payments/attempts/begin-payment.ts";
import { reconcileDueAttempts } from "../../src/payments/attempts/reconcile.ts";
import { compareDueAccounts } from "../../src/payments/compare/compare-due-accounts.ts";
import { makeComparison } from "../../src/payments/compare/compare-with-psps.ts";
import { DatabaseWatch } from "../../src/payments/holds/database-watch.ts";
import { releaseHolds } from "../../src/payments/holds/release-holds.ts";
import { refundPayment } from "../../src/payments/movements/move-money.ts";
import { reconcileDueMovements } from "../../src/payments/movements/reconcile-movements.ts";
import { type ReviewDecision, reviewPayment } from "../../src/payments/review/review-payment.ts";
import { cardOf, insertSession, wrapConnector } from "../support/payments.ts";
import { moveAtDashboard } from "../support/psp-dashboard.ts";
import { type RestorableTestbed, startRestorableTestbed } from "../support/restorable-testbed.ts";

// A restored backup has forgotten the merchant's decision about a payment of which the PSP approved 60 of 100.

let testbed: RestorableTestbed;
before(async () => {
  testbed = await startRestorableTestbed();
});
after(() => testbed.close());

type Sale = { readonly session: string };

const makeSale = async (capture: "automatic" | "manual" = "automatic"): Promise<Sale> => ({
  session: await insertSession(testbed, testbed.scope, { amount: 100, capture }),
});

/** Pays, and the PSP approves 60 of 100. */
async function pay({ session }: Sale): Promise<void> {
  const connectors = wrapConnector(testbed.deps().connectors, (connector) => ({
    authorize: (request, call) => connector.authorize({ ...request, amount: 60 }, call),
  }));
  await beginPayment({ ...testbed.deps(), connectors }, testbed.scope, session, cardOf("approved"));
  assert.match(await stateOf({ session }), /^needs_review/);
}

async function paymentOf({ session }: Sale): Promise<{ payment: string; charge: string }> {
  const [row] = await testbed.sql<{ payment: string; charge: string }>(
    `SELECT p.id AS payment, a.psp_reference AS charge FROM payments p JOIN attempts a ON a.payment_id = p.id
     WHERE session_id = $1`,
    [session],
  );
  assert.ok(row);
  return row;
}

async function decide(sale: Sale, decision: ReviewDecision): Promise<void> {
  const { payment } = await paymentOf(sale);
  const decided = await testbed
    .deps()
    .database.inTenant(testbed.scope, (trx) =>
      reviewPayment(testbed.deps(), trx, { paymentId: payment, decision }),
    );
  assert.ok(decided.ok);
  await reconcileDueMovements(testbed.deps());
}

/** The amounts and states of a payment in Kassa. */
async function stateOf({ session }: Sale): Promise<string> {
  const [row] = await testbed.sql<{ words: string }>(
    `SELECT format('%s: %s captured, %s refunded, %s released, %s late, %s returned, session %s/%s', p.status, amount_captured,
       amount_refunded, amount_released, amount_late, amount_late_returned, s.status, s.payment_status) AS words
     FROM payments p JOIN checkout_sessions s ON s.id = p.session_id WHERE s.id = $1`,
    [session],
  );
  return row?.words ?? "absent";
}

const quarantined = () => testbed.sql("SELECT quarantine_reason FROM psp_notifications");

for (const forgets of ["the decision", "the payment"]) {
  test(`after an accepted review and a partial refund, restores both if the backup forgot ${forgets}`, async () => {
    const sale = await makeSale();
    if (forgets === "the payment") await testbed.backUp();
    await pay(sale);
    if (forgets === "the decision") await testbed.backUp();
    await decide(sale, "accept");
    const { payment } = await paymentOf(sale);
    assert.ok((await refundPayment(testbed.deps(), testbed.scope, payment, { amount: 20 })).ok);
    const before = await stateOf(sale);
    assert.match(before, /^captured: 60 captured, 20 refunded/);
    await testbed.restore();
    await makeComparison(testbed.deps()).round();
    assert.equal(await stateOf(sale), before);
    assert.deepEqual(await quarantined(), []);
  });

  test(`after a returned payment, returns nothing twice if the backup forgot ${forgets}`, async () => {
    const sale = await makeSale();
    if (forgets === "the payment") await testbed.backUp();
    await pay(sale);
    if (forgets === "the decision") await testbed.backUp();
    await decide(sale, "return");
    const before = await stateOf(sale);
    assert.match(before, /60 late, 60 returned, session open\/unpaid$/);
    await testbed.restore();
    await makeComparison(testbed.deps()).round();
    await reconcileDueMovements(testbed.deps());
    assert.equal(await stateOf(sale), before);
    assert.deepEqual(await quarantined(), []);
  });
}

test("a review can't be decided until the comparison has found what the PSP has executed", async () => {
  const sale = await makeSale();
  await pay(sale);
  await testbed.backUp();
  await decide(sale, "return");
  const before = await stateOf(sale);
  await testbed.restore();
  await testbed.sql("UPDATE database_watch SET identity = 'another'");
  await new DatabaseWatch(testbed.deps()).beat();
  const { payment } = await paymentOf(sale);
  const decided = await testbed
    .deps()
    .database.inTenant(testbed.scope, (trx) =>
      reviewPayment(testbed.deps(), trx, { paymentId: payment, decision: "accept" }),
    );
  assert.equal(decided.ok ? "ok" : decided.failure.code, "movements_on_hold");
  await releaseHolds(testbed.deps(), () => true);
  await reconcileDueMovements(testbed.deps());
  assert.equal(await stateOf(sale), before);
  assert.deepEqual(await quarantined(), []);
});

test("a returned reservation is known to be released", async () => {
  const sale = await makeSale("manual");
  await pay(sale);
  await testbed.backUp();
  await decide(sale, "return");
  await testbed.restore();
  await makeComparison(testbed.deps()).round();
  await reconcileDueAttempts(testbed.deps());
  await compareDueAccounts(testbed.deps());
  assert.equal(
    await stateOf(sale),
    "requires_payment_method: 0 captured, 0 refunded, 0 released, 0 late, 0 returned, session open/unpaid",
  );
  assert.deepEqual(await quarantined(), []);
});

test("a refund at the dashboard waits for the review without a hold for other payments, and is then learned at once", async () => {
  const sale = await makeSale();
  await pay(sale);
  const { charge } = await paymentOf(sale);
  const { tenantId } = testbed.scope;
  const psp = { url: testbed.pspUrl, keyring: testbed.keyring };
  await moveAtDashboard(psp, { tenantId, charge, kind: "refund", amount: 10 });
  await testbed.sql("UPDATE database_watch SET identity = 'another'");
  await new DatabaseWatch(testbed.deps()).beat();
  assert.equal((await testbed.sql("SELECT FROM movement_holds")).length, 1);
  await releaseHolds(testbed.deps(), () => true);
  assert.deepEqual(
    await testbed.sql("SELECT FROM movement_holds"),
    [],
    "other payments can be refunded again",
  );
  // Long before the decision.
  await testbed.sql("UPDATE compared_accounts SET compared_until = now() + interval '3 days'");
  await makeComparison(testbed.deps()).round();
  assert.match(await stateOf(sale), /^needs_review: 0 captured, 0 refunded/);
  await decide(sale, "accept");
  await compareDueAccounts(testbed.deps());
  assert.match(await stateOf(sale), /^captured: 60 captured, 10 refunded/);
  assert.deepEqual(await quarantined(), []);
  const due = await testbed.sql(
    "SELECT FROM compared_accounts WHERE due_at IS NOT NULL OR due_from IS NOT NULL",
  );
  assert.deepEqual(due, [], "no further comparison is due");
});
