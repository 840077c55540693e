import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type DisputedSale,
  disputeSummary,
  reportToKassa,
  untilDisputed,
} from "../../test/support/disputes.ts";
import { cardOf, usePaymentTestbed, wrapConnector } from "../../test/support/payments.ts";
import { present } from "../kernel/assert.ts";
import { beginPayment } from "../payments/attempts/begin-payment.ts";
import { reconcileDueMovements } from "../payments/movements/reconcile-movements.ts";
import { type ReviewDecision, reviewPayment } from "../payments/review/review-payment.ts";
import { checkDueReports } from "./check-due-reports.ts";

/** The PSP approves 60 of 100, and the customer's bank disputes the charge before the merchant has decided. */
const rig = usePaymentTestbed({ pendingMs: 50 });

const fraudCard = "4000000000000259";

async function disputedUnderReview(): Promise<DisputedSale & { readonly payment: string }> {
  const session = await rig.makeSession({ amount: 100 });
  const connectors = wrapConnector(rig.deps.connectors, (connector) => ({
    authorize: (request, call) => connector.authorize({ ...request, amount: 60 }, call),
  }));
  await beginPayment({ ...rig.deps, connectors }, rig.scope, session, {
    ...cardOf("approved"),
    number: fraudCard,
  });
  const attempt = present((await rig.attemptsOf(session))[0], "the attempt");
  assert.equal(attempt.status, "needs_review");
  const { id: attemptId, connectorAccount, paymentId } = attempt;
  const sale = await untilDisputed(rig, { session, attemptId, connectorAccount });
  await reportToKassa(rig, sale);
  // Several checks, so that the next one isn't due soon.
  for (let times = 0; times < 5; times += 1) {
    await rig.db.sql("UPDATE reported_disputes SET next_check_at = now()");
    await checkDueReports(rig.deps);
  }
  assert.equal(await disputeSummary(rig, sale), undefined);
  return { ...sale, payment: paymentId };
}

async function decide(paymentId: string, decision: ReviewDecision): Promise<void> {
  const decided = await rig.db.database.inTenant(rig.scope, (trx) =>
    reviewPayment(rig.deps, trx, { paymentId, decision }),
  );
  assert.ok(decided.ok);
  await reconcileDueMovements(rig.deps);
  await checkDueReports(rig.deps);
}

const isOpened = async (sale: DisputedSale): Promise<boolean> =>
  (await rig.eventsOf(sale.session)).includes("dispute.opened");

for (const [decision, isLate] of [
  ["accept", false],
  ["return", true],
] as const) {
  test(`a dispute during a review is opened right after the decision to ${decision}`, async () => {
    const sale = await disputedUnderReview();
    assert.ok(!(await isOpened(sale)));
    await decide(sale.payment, decision);
    assert.equal(await disputeSummary(rig, sale), "chargeback needs_response");
    const rows = await rig.db.sql("SELECT late FROM disputes WHERE psp_reference = $1", [
      sale.facts.pspReference,
    ]);
    assert.deepEqual(rows, [{ late: isLate }]);
    assert.ok(await isOpened(sale));
    await rig.assertInvariants();
  });
}
