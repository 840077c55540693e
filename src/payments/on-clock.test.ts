import assert from "node:assert/strict";
import { test } from "node:test";
import { cardOf, usePaymentTestbed } from "../../test/support/payments.ts";
import { until } from "../../test/support/until.ts";
import { beginPayment } from "./attempts/begin-payment.ts";
import { refundPayment } from "./movements/move-money.ts";
import { reconcileWaitingPayments, runPaymentDue } from "./on-clock.ts";

/** The work of payments when a sandbox clock is advanced. test/api/clock-days.test.ts tests the clocks themselves. */
const rig = usePaymentTestbed({ pendingMs: 600_000 });

async function pay(number: string, capture: "automatic" | "manual" = "automatic") {
  const session = await rig.makeSession({ amount: 100, capture });
  await beginPayment(rig.deps, rig.scope, session, { ...cardOf("approved"), number });
  const [attempt] = await rig.attemptsOf(session);
  assert.ok(attempt);
  return { session, attempt, payment: attempt.paymentId };
}

test("due work is done: an attempt is checked, and a lapsed authorization is released", async () => {
  rig.injectFault("POST", "timeout_after_charge");
  const unknown = await pay(cardOf("approved").number);
  rig.clearFaults();
  const authorized = await pay(cardOf("approved").number, "manual");
  await rig.db.sql("UPDATE payments SET capture_before = now() - interval '1 s' WHERE id = $1", [
    authorized.payment,
  ]);
  const at = new Date();
  const run = (what: "attempt.checked" | "authorization.lapsed", id: string) =>
    runPaymentDue(rig.deps, rig.scope, { at, what, id });
  assert.equal(await run("attempt.checked", unknown.attempt.id), true);
  assert.equal(await run("authorization.lapsed", authorized.payment), true);
  assert.equal((await rig.eventsOf(unknown.session)).at(-1), "checkout.session.completed");
  assert.equal((await rig.eventsOf(authorized.session)).at(-1), "payment.voided");
});

test("a refund that the bank has decided meanwhile is returned as a change; one that still waits isn't", async () => {
  const refundOf = async () => {
    const { payment } = await pay("4000000000007726");
    const refund = await refundPayment(rig.deps, rig.scope, payment, { amount: 40 });
    assert.ok(refund.ok && refund.value.status === "pending");
    return refund.value;
  };
  const [decided, waiting] = [await refundOf(), await refundOf()];
  await rig.db.sql("UPDATE sandbox_psp.movements SET due_at = now() WHERE idempotency_key = $1", [
    decided.pspKey,
  ]);
  const isSettled = () =>
    rig.db.sql("SELECT FROM sandbox_psp.movements WHERE idempotency_key = $1 AND due_at IS NULL", [
      decided.pspKey,
    ]);
  await until(async () => (await isSettled()).length === 1, "the PSP has settled the refund");
  const movements = [decided, waiting].map(({ id, status }) => ({ id, status }));
  assert.deepEqual(await reconcileWaitingPayments(rig.deps, rig.scope, { attempts: [], movements }), [
    { what: "refund.updated", id: decided.id },
  ]);
  await rig.assertInvariants();
});
