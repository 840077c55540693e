import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { sendEvidence, untilDispute, untilDisputed } from "../api/disputing.ts";
import { openStage, pay, payButton, type Session, type Stage, scripting, thanksUrl } from "./stage.ts";

/** Customers who pay and then go to their bank, typed into the page like any others. */
let stage: Stage;
before(async () => {
  stage = await openStage({ KASSA_SANDBOX_PENDING_MS: "150" });
});
after(() => stage.close());

const disputeOf = async ({ id }: Session) => {
  const { body } = await stage.call("GET", `/api/payments?session=${id}`);
  return untilDisputed(stage, body.data[0].id);
};

for (const { js, name } of scripting) {
  describe(name, () => {
    test("whoever pays by a card that is disputed later is thanked, and the merchant hears of the dispute", async () => {
      const session = await stage.createSession();
      await stage.visit({ js }, async (page) => {
        await page.goto(session.url);
        await pay(page, "4000 0000 0000 0259");
        await page.waitForURL(thanksUrl(session));
        const dispute = await disputeOf(session);
        assert.deepEqual([dispute.stage, dispute.reason, dispute.amount], ["chargeback", "fraudulent", 2599]);
        const accepted = await stage.call("POST", `/api/disputes/${dispute.id}/accept`);
        assert.equal(accepted.body.status, "lost", accepted.text);
        // What the bank and the merchant settle between them is no business of who comes back to the page.
        await page.goto(session.url);
        assert.equal(await page.locator("h1").textContent(), "Payment complete");
        assert.equal(await page.locator(payButton).count(), 0);
      });
    });
  });
}

test("an inquiry that becomes a chargeback and is won leaves the session paid", async () => {
  const session = await stage.createSession();
  await stage.visit({}, async (page) => {
    await page.goto(session.url);
    await pay(page, "4000 0000 0000 1976");
    await page.waitForURL(thanksUrl(session));
  });
  const { id } = await disputeOf(session);
  await sendEvidence(stage, id, "losing_evidence");
  await untilDispute(stage, id, "needs_response", "chargeback");
  await sendEvidence(stage, id, "winning_evidence");
  await untilDispute(stage, id, "won");
  const { status, paymentStatus } = await stage.readSession(session.id);
  assert.deepEqual({ status, paymentStatus }, { status: "complete", paymentStatus: "paid" });
});
