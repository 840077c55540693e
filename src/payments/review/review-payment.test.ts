import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { cardOf, usePaymentTestbed, wrapConnector } from "../../../test/support/payments.ts";
import { moveAtDashboard } from "../../../test/support/psp-dashboard.ts";
import { verifyLedger } from "../../ledger/verify/verify-ledger.ts";
import { beginPayment } from "../attempts/begin-payment.ts";
import { reconcileDueAttempts } from "../attempts/reconcile.ts";
import { makeComparison } from "../compare/compare-with-psps.ts";
import { capturePayment, refundPayment } from "../movements/move-money.ts";
import { reconcileDueMovements } from "../movements/reconcile-movements.ts";
import { type ReviewDecision, reviewPayment } from "./review-payment.ts";

/** The PSP approves 60 of 100. */
const rig = usePaymentTestbed();
afterEach(async () => {
  await rig.assertInvariants();
  assert.deepEqual((await verifyLedger(rig.db.settings, [rig.scope])).differences, []);
});

type Reviewed = { readonly session: string; readonly payment: string };

/** The PSP made a charge of `came` instead of 100, and reports that. */
async function mismatched(
  came: { amount: number; capture?: "automatic" | "manual" },
  capture: "automatic" | "manual" = "automatic",
): Promise<Reviewed> {
  const session = await rig.makeSession({ amount: 100, capture });
  const connectors = wrapConnector(rig.deps.connectors, (connector) => ({
    authorize: (request, call) => connector.authorize({ ...request, capture, ...came }, call),
  }));
  await beginPayment({ ...rig.deps, connectors }, rig.scope, session, cardOf("approved"));
  const [attempt] = await rig.attemptsOf(session);
  assert.equal(attempt?.status, "needs_review");
  return { session, payment: attempt.paymentId };
}

async function decide({ payment }: Reviewed, decision: ReviewDecision): Promise<string> {
  const decided = await rig.db.database.inTenant(rig.scope, (trx) =>
    reviewPayment(rig.deps, trx, { paymentId: payment, decision }),
  );
  await reconcileDueMovements(rig.deps);
  return decided.ok ? decided.value.status : decided.failure.code;
}

async function standing({ payment }: Reviewed): Promise<string> {
  const [row] = await rig.db.sql<{ words: string }>(
    `SELECT format('%s: %s authorized, %s captured, %s late, %s returned, session %s/%s', p.status, amount_authorized,
       amount_captured, amount_late, amount_late_returned, s.status, s.payment_status) AS words
     FROM payments p JOIN checkout_sessions s ON s.id = p.session_id WHERE p.id = $1`,
    [payment],
  );
  return row?.words ?? "absent";
}

test("a wrong amount is reported once, keeps the session waiting, and is shown to the operator", async () => {
  const sale = await mismatched({ amount: 60 });
  await rig.makeChecksDue();
  await reconcileDueAttempts(rig.deps);
  assert.equal(
    await standing(sale),
    "needs_review: 0 authorized, 0 captured, 0 late, 0 returned, session open/processing",
  );
  assert.deepEqual(await rig.eventsOf(sale.session), ["payment.needs_review"]);
  const again = await beginPayment(rig.deps, rig.scope, sale.session, cardOf("approved"));
  assert.equal(again.kind, "in_progress");
  const { scope } = rig;
  const underReview = async () => (await verifyLedger(rig.db.settings, [scope])).underReview;
  assert.deepEqual(await underReview(), [
    { scope, currency: "EUR", payments: 1, captured: 60n, reserved: 0n },
  ]);
  assert.equal(await decide(sale, "accept"), "captured");
  assert.deepEqual(await underReview(), []);
});

test("accepted: the payment has the amount that came", async () => {
  const sale = await mismatched({ amount: 60 });
  assert.equal(await decide(sale, "accept"), "captured");
  assert.equal(
    await standing(sale),
    "captured: 60 authorized, 60 captured, 0 late, 0 returned, session complete/paid",
  );
  assert.deepEqual(await rig.eventsOf(sale.session), [
    "payment.needs_review",
    "payment.captured",
    "checkout.session.completed",
  ]);
  assert.equal(await decide(sale, "return"), "payment_not_reviewable");
});

test("accepted: 150 of 100 is a payment of 150, and all of it can be refunded", async () => {
  const sale = await mismatched({ amount: 150 });
  assert.equal(await decide(sale, "accept"), "captured");
  assert.equal(
    await standing(sale),
    "captured: 150 authorized, 150 captured, 0 late, 0 returned, session complete/paid",
  );
  const refunded = await refundPayment(rig.deps, rig.scope, sale.payment, {});
  assert.deepEqual(refunded.ok && [refunded.value.amount, refunded.value.status], [150, "succeeded"]);
});

test("accepted: 150 authorized of 100 can be captured up to 150", async () => {
  const sale = await mismatched({ amount: 150 }, "manual");
  assert.equal(await decide(sale, "accept"), "authorized");
  const tooMuch = await capturePayment(rig.deps, rig.scope, sale.payment, { amount: 151 });
  assert.equal(tooMuch.ok ? "ok" : tooMuch.failure.code, "capture_exceeds_authorized");
  assert.ok((await capturePayment(rig.deps, rig.scope, sale.payment, { amount: 120, final: true })).ok);
  assert.match(await standing(sale), /^captured: 150 authorized, 120 captured/);
});

test("accepted: a smaller authorization can be captured up to its amount", async () => {
  const sale = await mismatched({ amount: 60 }, "manual");
  assert.equal(await decide(sale, "accept"), "authorized");
  const tooMuch = await capturePayment(rig.deps, rig.scope, sale.payment, { amount: 61 });
  assert.equal(tooMuch.ok ? "ok" : tooMuch.failure.code, "capture_exceeds_authorized");
  assert.ok((await capturePayment(rig.deps, rig.scope, sale.payment, {})).ok);
  assert.match(await standing(sale), /^captured: 60 authorized, 60 captured/);
});

for (const amount of [60, 150]) {
  test(`returned: ${amount} of 100 goes back, and the customer can pay again`, async () => {
    const sale = await mismatched({ amount });
    assert.equal(await decide(sale, "return"), "requires_payment_method");
    assert.equal(
      await standing(sale),
      `requires_payment_method: 0 authorized, 0 captured, ${amount} late, ${amount} returned, session open/unpaid`,
    );
    await beginPayment(rig.deps, rig.scope, sale.session, cardOf("approved"));
    assert.match(await standing(sale), /^captured: 100 authorized, 100 captured/);
  });
}

for (const [asked, came] of [
  ["automatic", "manual"],
  ["manual", "automatic"],
] as const) {
  test(`returned: asked to capture ${asked}, the PSP did ${came}`, async () => {
    const sale = await mismatched({ amount: 100, capture: came }, asked);
    assert.equal(await decide(sale, "accept"), "review_not_possible");
    assert.equal(await decide(sale, "return"), "requires_payment_method");
    const late = came === "automatic" ? 100 : 0;
    assert.match(await standing(sale), new RegExp(`${late} late, ${late} returned, session open/unpaid`));
  });
}

for (const [capture, kind, parts] of [
  ["manual", "void", [undefined]],
  ["automatic", "refund", [60, 40]],
] as const) {
  test(`another currency: the refusal says to ${kind} it at the PSP's dashboard, which ends the review`, async () => {
    const session = await rig.makeSession({ amount: 100, capture });
    const connectors = wrapConnector(rig.deps.connectors, (connector) => ({
      authorize: (request, call) => connector.authorize({ ...request, currency: "USD" }, call),
    }));
    await beginPayment({ ...rig.deps, connectors }, rig.scope, session, cardOf("approved"));
    const [attempt] = await rig.attemptsOf(session);
    assert.ok(attempt && attempt.pspReference !== null);
    const { paymentId: payment, pspReference: charge } = attempt;
    for (const decision of ["accept", "return"] as const) {
      const refused = await rig.db.database.inTenant(rig.scope, (trx) =>
        reviewPayment(rig.deps, trx, { paymentId: payment, decision }),
      );
      assert.ok(!refused.ok);
      const said = new RegExp(`${kind} the whole charge ${charge} at the PSP's dashboard`, "i");
      assert.match(refused.failure.detail, said);
    }
    for (const amount of parts) {
      assert.match(await standing({ session, payment }), /^needs_review: 0 authorized/);
      const { tenantId } = rig.scope;
      const movement = { tenantId, charge, kind, currency: "USD", ...(amount && { amount }) };
      await moveAtDashboard({ url: rig.psp.url, keyring: rig.keyring }, movement);
      await makeComparison(rig.deps).round();
    }
    await makeComparison(rig.deps).round();
    assert.deepEqual(await rig.db.sql("SELECT quarantine_reason FROM psp_notifications"), []);
    assert.equal(
      await standing({ session, payment }),
      "requires_payment_method: 0 authorized, 0 captured, 0 late, 0 returned, session open/unpaid",
    );
    await beginPayment(rig.deps, rig.scope, session, cardOf("approved"));
    assert.match(await standing({ session, payment }), /: 100 authorized/);
  });
}

test("a review of a session on a clock is checked in real time until the PSP has ended it", async () => {
  const { session } = await mismatched({ amount: 60 });
  const clock = "clk_sandbox_review";
  await rig.db.sql("INSERT INTO clocks (tenant_id, id, mode, shows) VALUES ($1, $2, 'sandbox', now())", [
    rig.scope.tenantId,
    clock,
  ]);
  await rig.db.sql("UPDATE checkout_sessions SET clock_id = $2 WHERE id = $1", [session, clock]);
  await rig.db.sql("UPDATE payments SET clock_id = $2 WHERE session_id = $1", [session, clock]);
  for (let times = 0; times < 3; times += 1) {
    await rig.makeChecksDue();
    await reconcileDueAttempts(rig.deps);
    const [attempt] = await rig.db.sql(
      `SELECT clock_id, next_check_at > clock_timestamp() AS waits FROM attempts
       WHERE payment_id = (SELECT id FROM payments WHERE session_id = $1)`,
      [session],
    );
    assert.deepEqual(attempt, { clock_id: null, waits: true });
  }
});
