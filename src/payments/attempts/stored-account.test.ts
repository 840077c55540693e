import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { makeDisputedSale, reportToKassa } from "../../../test/support/disputes.ts";
import { cardOf, usePaymentTestbed, wrapConnector } from "../../../test/support/payments.ts";
import { createConnectorRegistry } from "../../connectors/registry.ts";
import { sandboxAccount } from "../../connectors/sandbox/accounts.ts";
import { sandboxPspSecret } from "../../connectors/sandbox/psp-secret.ts";
import { checkDueReports } from "../../disputes/check-due-reports.ts";
import { makeComparison } from "../compare/compare-with-psps.ts";
import type { PaymentDeps } from "../deps.ts";
import { capturePayment, refundPayment, voidPayment } from "../movements/move-money.ts";
import { reconcileDueMovements } from "../movements/reconcile-movements.ts";
import { beginPayment } from "./begin-payment.ts";
import { callOffAttempt } from "./call-off-attempt.ts";
import { reconcileDueAttempts } from "./reconcile.ts";

/** A payment that began at one account is finished there, even if the tenant's new charges are made at another. */
const rig = usePaymentTestbed({ pendingMs: 50 }, async () => {
  const connectors = createConnectorRegistry({
    sandbox: { baseUrl: rig.psp.url, secretKey: sandboxPspSecret(rig.keyring) },
    sandboxAccountNumbers: [2],
  });
  switched = { ...rig.deps, connectors };
});
let switched: PaymentDeps;
afterEach(async () => {
  rig.clearFaults();
  await rig.assertInvariants();
});

const accountsOf = (session: string) =>
  rig.db.sql<{ account: string; captured: number; refunded: number; released: number }>(
    `SELECT account, amount_captured::int AS captured, amount_refunded::int AS refunded, amount_released::int AS released
     FROM sandbox_psp.charges WHERE merchant_reference = $1 ORDER BY created_at`,
    [session],
  );

async function paymentOf(session: string): Promise<string> {
  const [row] = await rig.db.sql<{ id: string }>("SELECT id FROM payments WHERE session_id = $1", [session]);
  assert.ok(row);
  return row.id;
}

async function pay(capture: "automatic" | "manual"): Promise<{ session: string; payment: string }> {
  const session = await rig.makeSession({ capture, amount: 100 });
  await beginPayment(rig.deps, rig.scope, session, cardOf("approved"));
  return { session, payment: await paymentOf(session) };
}

test("an unknown attempt is asked about at its own account, and the customer doesn't pay twice", async () => {
  const session = await rig.makeSession({ amount: 100 });
  rig.injectFault("POST", "timeout_after_charge");
  await beginPayment(rig.deps, rig.scope, session, cardOf("approved"));
  rig.clearFaults();
  await rig.makeChecksDue(20_000);
  await reconcileDueAttempts(switched);
  assert.equal(await rig.summaryOf(session), "complete, paid, charged 1 times");
  const again = await beginPayment(switched, rig.scope, session, cardOf("approved"));
  assert.equal(again.kind, "session_not_open");
});

test("the next charge and its movements are made at the new account", async () => {
  const session = await rig.makeSession({ amount: 100 });
  await beginPayment(switched, rig.scope, session, cardOf("approved"));
  assert.deepEqual(
    (await accountsOf(session)).map(({ account }) => account),
    [sandboxAccount(rig.scope.tenantId, 2).settings.account],
  );
  const refunded = await refundPayment(switched, rig.scope, await paymentOf(session), { amount: 30 });
  assert.ok(refunded.ok && refunded.value.status === "succeeded");
});

test("captures, voids and refunds go to the account of the charge", async () => {
  const { session, payment } = await pay("manual");
  const [{ account } = { account: "none" }] = await accountsOf(session);
  assert.ok((await capturePayment(switched, rig.scope, payment, { amount: 60 })).ok);
  assert.ok((await voidPayment(switched, rig.scope, payment)).ok);
  const refunded = await refundPayment(switched, rig.scope, payment, { amount: 10 });
  assert.ok(refunded.ok && refunded.value.status === "succeeded");
  assert.deepEqual(await accountsOf(session), [{ account, captured: 60, refunded: 10, released: 40 }]);
});

test("a refund whose answer was lost is looked up at the account of the charge", async () => {
  const { session, payment } = await pay("automatic");
  rig.injectFault("POST", "timeout_after_charge");
  const refunded = await refundPayment(rig.deps, rig.scope, payment, { amount: 30 });
  assert.ok(refunded.ok && refunded.value.status === "unknown");
  rig.clearFaults();
  await rig.makeChecksDue(20_000);
  // Another account doesn't know the refund's key: it would be sent again.
  const connectors = wrapConnector(switched.connectors, () => ({
    refund: () => assert.fail("the refund was sent again"),
  }));
  await reconcileDueMovements({ ...switched, connectors });
  const [row] = await rig.db.sql("SELECT amount_refunded::int AS refunded FROM payments WHERE id = $1", [
    payment,
  ]);
  assert.deepEqual(row, { refunded: 30 });
  assert.equal((await accountsOf(session))[0]?.refunded, 30);
});

test("an attempt that waits for its customer is called off at its own account", async () => {
  const session = await rig.makeSession({ amount: 100 });
  await beginPayment(rig.deps, rig.scope, session, cardOf("challenge"));
  const [attempt] = await rig.attemptsOf(session);
  assert.ok(attempt);
  await callOffAttempt(switched, rig.scope, attempt);
  assert.equal((await rig.attemptsOf(session))[0]?.status, "declined");
});

test("a dispute is retrieved at the account of the charge", async () => {
  const sale = await makeDisputedSale(rig);
  await reportToKassa(rig, sale);
  await checkDueReports(switched);
  const disputes = await rig.db.sql("SELECT status FROM disputes WHERE psp_reference = $1", [
    sale.facts.pspReference,
  ]);
  assert.deepEqual(disputes, [{ status: "needs_response" }]);
});

test("the comparison still reads the list of an account that was used before", async () => {
  const { payment } = await pay("automatic");
  await makeComparison(rig.deps).round();
  const refund = await refundPayment(rig.deps, rig.scope, payment, { amount: 30 });
  assert.ok(refund.ok);
  // The PSP did it, and the database is missing the outcome.
  await rig.db.sql(
    "UPDATE movements SET status = 'unknown', decided_at = NULL, next_check_at = now() + interval '1 day' WHERE id = $1",
    [refund.value.id],
  );
  await rig.db.sql("UPDATE payments SET amount_refunded = 0, amount_refund_pending = 30 WHERE id = $1", [
    payment,
  ]);
  await rig.db.sql(
    `WITH gone AS (DELETE FROM events WHERE type = 'refund.succeeded' AND object->>'id' = $1 RETURNING session_id)
     UPDATE checkout_sessions SET event_count = event_count - 1 WHERE id IN (SELECT session_id FROM gone)`,
    [refund.value.id],
  );
  await rig.db.sql("DELETE FROM ledger_transactions WHERE source_id = $1 AND kind = 'refund_succeeded'", [
    refund.value.id,
  ]);
  await makeComparison(switched).round();
  const [row] = await rig.db.sql("SELECT amount_refunded::int AS refunded FROM payments WHERE id = $1", [
    payment,
  ]);
  assert.deepEqual(row, { refunded: 30 });
});

test("the comparison reads the list of an account that the database is missing", async () => {
  const session = await rig.makeSession({ amount: 100 });
  rig.injectFault("POST", "timeout_after_charge");
  await beginPayment(rig.deps, rig.scope, session, cardOf("approved"));
  rig.clearFaults();
  // A backup from before the charge, of a tenant whose accounts had never been compared.
  await rig.db.sql(
    "DELETE FROM attempts WHERE payment_id IN (SELECT id FROM payments WHERE session_id = $1)",
    [session],
  );
  await rig.db.sql("DELETE FROM payments WHERE session_id = $1", [session]);
  await rig.db.sql("UPDATE checkout_sessions SET payment_status = 'unpaid' WHERE id = $1", [session]);
  await rig.db.sql("DELETE FROM compared_accounts");
  await makeComparison(switched).round();
  assert.equal(await rig.summaryOf(session), "complete, paid, charged 1 times");
});
