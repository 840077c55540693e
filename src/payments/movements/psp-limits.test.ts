import assert from "node:assert/strict";
import { test } from "node:test";
import { cardOf, usePaymentTestbed, wrapConnector } from "../../../test/support/payments.ts";
import type { MethodCapabilities } from "../../connectors/capabilities.ts";
import { beginPayment } from "../attempts/begin-payment.ts";
import type { PaymentDeps } from "../deps.ts";
import { capturePayment, refundPayment } from "./move-money.ts";

// Captures and refunds that the PSP can't make are refused before anything is recorded or sent.

const rig = usePaymentTestbed();

const depsWith = (capabilities: MethodCapabilities): PaymentDeps => ({
  ...rig.deps,
  connectors: wrapConnector(rig.deps.connectors, () => ({ capabilities: () => ({ card: capabilities }) })),
});

async function paid(capture: "automatic" | "manual"): Promise<string> {
  const session = await rig.makeSession({ amount: 100, capture });
  await beginPayment(rig.deps, rig.scope, session, cardOf("approved"));
  const [attempt] = await rig.attemptsOf(session);
  return attempt?.paymentId ?? "none";
}

const movementsOf = (payment: string) => rig.db.sql("SELECT FROM movements WHERE payment_id = $1", [payment]);

test("where the first capture releases the rest, a part has to be the last capture", async () => {
  const once = depsWith({ capture: "once", refundDays: null });
  const payment = await paid("manual");
  const part = await capturePayment(once, rig.scope, payment, { amount: 60 });
  assert.ok(!part.ok);
  assert.deepEqual([part.failure.code, part.failure.param], ["capture_must_be_final", "/final"]);
  assert.match(
    part.failure.detail,
    /Test PSP captures this payment once .* "final": true, or capture all of the 100/,
  );
  assert.deepEqual(await movementsOf(payment), []);
  assert.ok((await capturePayment(once, rig.scope, payment, { amount: 60, final: true })).ok);
  assert.ok(
    (await capturePayment(once, rig.scope, await paid("manual"), {})).ok,
    "all of it is the last, too",
  );
  await rig.assertInvariants();
});

test("refunds are refused once the PSP's time for them is over", async () => {
  const limited = depsWith({ capture: "in_parts", refundDays: 180 });
  const payment = await paid("automatic");
  assert.ok((await refundPayment(limited, rig.scope, payment, { amount: 10 })).ok);
  await rig.db.sql("UPDATE attempts SET started_at = now() - interval '181 days' WHERE payment_id = $1", [
    payment,
  ]);
  const late = await refundPayment(limited, rig.scope, payment, { amount: 10 });
  assert.ok(!late.ok);
  assert.equal(late.failure.code, "refund_too_late");
  assert.match(late.failure.detail, /180 days/);
  assert.equal((await movementsOf(payment)).length, 1);
  assert.ok(
    (await refundPayment(rig.deps, rig.scope, payment, { amount: 10 })).ok,
    "without a limit it is made",
  );
  await rig.assertInvariants();
});
