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
import { atDashboard } from "../support/psp-dashboard.ts";
import { type Restorable, startRestorable } from "../support/restorable.ts";

// A restored backup has forgotten what the merchant decided about a payment of which the PSP approved 60 of 100.

let house: Restorable;
before(async () => {
  house = await startRestorable();
});
after(() => house.close());

type Sale = { readonly session: string };

const makeSale = async (capture: "automatic" | "manual" = "automatic"): Promise<Sale> => ({
  session: await insertSession(house, house.scope, { amount: 100, capture }),
});

/** The PSP approves 60 of 100. */
async function pay({ session }: Sale): Promise<void> {
  const connectors = wrapConnector(house.deps().connectors, (connector) => ({
    authorize: (request, call) => connector.authorize({ ...request, amount: 60 }, call),
  }));
  await beginPayment({ ...house.deps(), connectors }, house.scope, session, cardOf("approved"));
  assert.match(await standing({ session }), /^needs_review/);
}

async function paymentOf({ session }: Sale): Promise<{ payment: string; charge: string }> {
  const [row] = await house.sql<{ payment: string; charge: string }>(
    `SELECT p.id AS payment, a.psp_reference AS charge FROM payments p JOIN attempts a ON a.payment_id = p.id
     WHERE session_id = $1`,
    [session],
  );
  assert.ok(row);
  return row;
}

async function decide(sale: Sale, decision: ReviewDecision): Promise<void> {
  const { payment } = await paymentOf(sale);
  const decided = await house
    .deps()
    .database.inTenant(house.scope, (trx) =>
      reviewPayment(house.deps(), trx, { paymentId: payment, decision }),
    );
  assert.ok(decided.ok);
  await reconcileDueMovements(house.deps());
}

/** A payment's amounts in Kassa's words. */
async function standing({ session }: Sale): Promise<string> {
  const [row] = await house.sql<{ words: string }>(
    `SELECT format('%s: %s captured, %s refunded, %s released, %s late, %s returned, session %s/%s', p.status, amount_captured,
       amount_refunded, amount_released, amount_late, amount_late_returned, s.status, s.payment_status) AS words
     FROM payments p JOIN checkout_sessions s ON s.id = p.session_id WHERE s.id = $1`,
    [session],
  );
  return row?.words ?? "absent";
}

const quarantined = () => house.sql("SELECT quarantine_reason FROM psp_notifications");

for (const forgets of ["the decision", "the payment"]) {
  test(`accepted, then refunded in part; the backup forgets ${forgets}`, async () => {
    const sale = await makeSale();
    if (forgets === "the payment") await house.backUp();
    await pay(sale);
    if (forgets === "the decision") await house.backUp();
    await decide(sale, "accept");
    const { payment } = await paymentOf(sale);
    assert.ok((await refundPayment(house.deps(), house.scope, payment, { amount: 20 })).ok);
    const before = await standing(sale);
    assert.match(before, /^captured: 60 captured, 20 refunded/);
    await house.restore();
    await makeComparison(house.deps()).round();
    assert.equal(await standing(sale), before);
    assert.deepEqual(await quarantined(), []);
  });

  test(`returned; the backup forgets ${forgets}`, async () => {
    const sale = await makeSale();
    if (forgets === "the payment") await house.backUp();
    await pay(sale);
    if (forgets === "the decision") await house.backUp();
    await decide(sale, "return");
    const before = await standing(sale);
    assert.match(before, /60 late, 60 returned, session open\/unpaid$/);
    await house.restore();
    await makeComparison(house.deps()).round();
    await reconcileDueMovements(house.deps());
    assert.equal(await standing(sale), before);
    assert.deepEqual(await quarantined(), []);
  });
}

test("nothing is decided otherwise before the comparison has found what the PSP has carried out", async () => {
  const sale = await makeSale();
  await pay(sale);
  await house.backUp();
  await decide(sale, "return");
  const before = await standing(sale);
  await house.restore();
  await house.sql("UPDATE database_watch SET identity = 'another'");
  await new DatabaseWatch(house.deps()).beat();
  const { payment } = await paymentOf(sale);
  const decided = await house
    .deps()
    .database.inTenant(house.scope, (trx) =>
      reviewPayment(house.deps(), trx, { paymentId: payment, decision: "accept" }),
    );
  assert.equal(decided.ok ? "ok" : decided.failure.code, "movements_on_hold");
  await releaseHolds(house.deps(), () => true);
  await reconcileDueMovements(house.deps());
  assert.equal(await standing(sale), before);
  assert.deepEqual(await quarantined(), []);
});

test("what was reserved and returned is known to be released", async () => {
  const sale = await makeSale("manual");
  await pay(sale);
  await house.backUp();
  await decide(sale, "return");
  await house.restore();
  await makeComparison(house.deps()).round();
  await reconcileDueAttempts(house.deps());
  await compareDueAccounts(house.deps());
  assert.equal(
    await standing(sale),
    "requires_payment_method: 0 captured, 0 refunded, 0 released, 0 late, 0 returned, session open/unpaid",
  );
  assert.deepEqual(await quarantined(), []);
});

test("a refund at the dashboard waits for the decision and holds up nothing else, then is learned at once", async () => {
  const sale = await makeSale();
  await pay(sale);
  const { charge } = await paymentOf(sale);
  const { tenantId } = house.scope;
  const psp = { url: house.pspUrl, keyring: house.keyring };
  await atDashboard(psp, { tenantId, charge, kind: "refund", amount: 10 });
  await house.sql("UPDATE database_watch SET identity = 'another'");
  await new DatabaseWatch(house.deps()).beat();
  assert.equal((await house.sql("SELECT FROM movement_holds")).length, 1);
  await releaseHolds(house.deps(), () => true);
  assert.deepEqual(await house.sql("SELECT FROM movement_holds"), [], "other payments are refunded again");
  // Long before the decision.
  await house.sql("UPDATE compared_accounts SET compared_until = clock_timestamp() + interval '3 days'");
  await makeComparison(house.deps()).round();
  assert.match(await standing(sale), /^needs_review: 0 captured, 0 refunded/);
  await decide(sale, "accept");
  await compareDueAccounts(house.deps());
  assert.match(await standing(sale), /^captured: 60 captured, 10 refunded/);
  assert.deepEqual(await quarantined(), []);
  const due = await house.sql(
    "SELECT FROM compared_accounts WHERE due_at IS NOT NULL OR due_from IS NOT NULL",
  );
  assert.deepEqual(due, [], "the list isn't read again from there");
});
