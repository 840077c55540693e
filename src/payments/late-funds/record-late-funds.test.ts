import assert from "node:assert/strict";
import { test } from "node:test";
import {
  lateSummary,
  ledgerBalancesOf,
  makeLateCharge,
  reportCharge,
} from "../../../test/support/late-funds.ts";
import { cardOf, usePaymentTestbed } from "../../../test/support/payments.ts";
import { expireDueSessions } from "../../sessions/expire-session.ts";
import { beginPayment } from "../attempts/begin-payment.ts";
import { reconcileDueMovements } from "../movements/reconcile-movements.ts";

const rig = usePaymentTestbed();

const chargedLate = (capture: "automatic" | "manual" = "automatic") =>
  makeLateCharge(rig, { amount: 100, capture });
const hearOf = (attempt: string) => reportCharge(rig, attempt);
const late = (session: string) => lateSummary(rig, session);

test("money that arrives after the session expired is flagged and returned, and the session stays expired", async () => {
  const { session, attempt } = await chargedLate();
  await rig.db.sql("UPDATE checkout_sessions SET expires_at = now() WHERE id = $1", [session]);
  await expireDueSessions({ ...rig.deps, database: rig.db.database });
  await hearOf(attempt);
  assert.equal(await rig.summaryOf(session), "expired, unpaid, charged 1 times");
  assert.equal(await late(session), "100 late, 100 returned, 0 at the PSP");
  assert.deepEqual(await rig.eventsOf(session), [
    "payment.attempt_failed",
    "payment.failed",
    "checkout.session.expired",
    "payment.late_funds",
    "refund.created",
    "refund.succeeded",
  ]);
});

test("money that arrives after another attempt paid is returned, and the payment doesn't change", async () => {
  const { session, attempt } = await chargedLate();
  await beginPayment(rig.deps, rig.scope, session, cardOf("approved"));
  await hearOf(attempt);
  assert.equal(await rig.summaryOf(session), "complete, paid, charged 2 times");
  assert.equal(await late(session), "100 late, 100 returned, 0 at the PSP");
  await hearOf(attempt);
  assert.equal(await late(session), "100 late, 100 returned, 0 at the PSP");
});

test("a tenant can keep late funds; the ledger then posts them as the tenant's", async () => {
  await rig.db.sql("UPDATE tenants SET late_funds = 'keep'");
  const { session, attempt } = await chargedLate();
  await hearOf(attempt);
  await rig.db.sql("UPDATE tenants SET late_funds = 'refund'");
  assert.equal(await late(session), "100 late, 0 returned, 100 at the PSP");
  assert.deepEqual(await ledgerBalancesOf(rig, session), ["merchant_payable -100", "psp_clearing 100"]);
});

test("a late authorization is released, and nothing is booked", async () => {
  const { session, attempt } = await chargedLate("manual");
  await hearOf(attempt);
  assert.equal(await late(session), "0 late, 0 returned, 0 at the PSP");
  const [charge] = await rig.db.sql<{ status: string }>(
    "SELECT status FROM sandbox_psp.charges WHERE idempotency_key = $1",
    [attempt],
  );
  assert.equal(charge?.status, "voided");
  assert.equal(
    (await rig.db.sql("SELECT FROM ledger_transactions WHERE source_id = $1", [attempt])).length,
    0,
  );
});

test("a return that never reached the PSP is sent again under the same key", async () => {
  const { session, attempt } = await chargedLate();
  rig.injectFault("POST", "timeout_before_charge");
  await hearOf(attempt);
  assert.equal(await late(session), "100 late, 0 returned, 100 at the PSP");
  rig.clearFaults();
  await rig.makeChecksDue();
  await reconcileDueMovements(rig.deps);
  assert.equal(await late(session), "100 late, 100 returned, 0 at the PSP");
  await rig.assertInvariants();
});
