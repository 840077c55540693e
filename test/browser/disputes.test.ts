import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sendEvidence, untilDispute, untilDisputed } from "../api/disputing.ts";
import { pay, payButton, type Session, scripting, thanksUrl, useTestbed } from "./testbed.ts";

/** Customers who pay with cards that lead to a dispute. */
const testbed = useTestbed({ KASSA_SANDBOX_PENDING_MS: "150" });

const disputeOf = async ({ id }: Session) => {
  const { body } = await testbed.call("GET", `/api/payments?session=${id}`);
  return untilDisputed(testbed, body.data[0].id);
};

for (const { js, name } of scripting) {
  describe(name, () => {
    test("a customer whose card is disputed later sees nothing of it, and the merchant gets the dispute", async () => {
      const session = await testbed.createSession();
      await testbed.visit({ js, session }, async (page) => {
        await pay(page, "4000 0000 0000 0259");
        await page.waitForURL(thanksUrl(session));
        const dispute = await disputeOf(session);
        assert.deepEqual([dispute.stage, dispute.reason, dispute.amount], ["chargeback", "fraudulent", 2599]);
        const accepted = await testbed.call("POST", `/api/disputes/${dispute.id}/accept`);
        assert.equal(accepted.body.status, "lost", accepted.text);
        // The dispute doesn't change the page for a returning customer.
        await page.goto(session.url);
        assert.equal(await page.locator("h1").textContent(), "Payment complete");
        assert.equal(await page.locator(payButton).count(), 0);
      });
    });
  });
}

test("an inquiry that becomes a chargeback and is won leaves the session paid", async () => {
  const session = await testbed.createSession();
  await testbed.visit({ session }, async (page) => {
    await pay(page, "4000 0000 0000 1976");
    await page.waitForURL(thanksUrl(session));
  });
  const { id } = await disputeOf(session);
  await sendEvidence(testbed, id, "losing_evidence");
  await untilDispute(testbed, id, "needs_response", "chargeback");
  await sendEvidence(testbed, id, "winning_evidence");
  await untilDispute(testbed, id, "won");
  const { status, paymentStatus } = await testbed.readSession(session.id);
  assert.deepEqual({ status, paymentStatus }, { status: "complete", paymentStatus: "paid" });
});
