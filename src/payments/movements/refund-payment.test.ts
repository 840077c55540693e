import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { cardOf, type PaymentRig, startPaymentRig } from "../../../test/support/payments.ts";
import { beginPayment } from "../attempts/begin-payment.ts";
import { refundPayment } from "./refund-payment.ts";

let rig: PaymentRig;
before(async () => {
  rig = await startPaymentRig();
});
after(() => rig.close());

test("a refund of money that the customer's bank holds back is refused for that reason, with the amount", async () => {
  const session = await rig.makeSession({ amount: 100 });
  await beginPayment(rig.deps, rig.scope, session, cardOf("approved"));
  const [attempt] = await rig.attemptsOf(session);
  assert.ok(attempt);
  await rig.db.sql("UPDATE payments SET amount_disputed = 70 WHERE id = $1", [attempt.paymentId]);
  const refund = async (amount: number): Promise<string> => {
    const refunded = await refundPayment(rig.deps, rig.scope, attempt.paymentId, { amount });
    return refunded.ok ? refunded.value.status : `${refunded.failure.code}: ${refunded.failure.detail}`;
  };
  assert.match(await refund(40), /^payment_disputed: .* holds 70 of the payment back/);
  assert.match(await refund(101), /^refund_exceeds_captured: 30 of the payment/);
  assert.equal(await refund(30), "succeeded");
});
