import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { untilPaymentIs } from "./states.ts";
import { cards, pay, scripting, thanksUrl, useTestbed } from "./testbed.ts";

const testbed = useTestbed({ KASSA_SANDBOX_PENDING_MS: "600000", KASSA_PSP_TIMEOUT_MS: "3000" });

// These tests mostly wait: run concurrently, they take as long as the longest.
describe("payments with a delayed result", { concurrency: true }, () => {
  for (const { js, name } of scripting) {
    test(`${name}: a payment that is processing returns the customer at once, and the page shows its state`, async () => {
      const session = await testbed.createSession();
      await testbed.visit({ js, session }, async (page) => {
        await pay(page, cards.approvedLater);
        await page.waitForURL(thanksUrl(session));
        await page.goto(session.url);
        assert.equal(await page.locator("h1").textContent(), "Order accepted");
        await page.getByRole("link", { name: "Continue to Test shop" }).waitFor();
        await testbed.settle(session);
        await untilPaymentIs(testbed, session, "paid");
        await page.goto(session.url);
        assert.equal(await page.locator("h1").textContent(), "Payment complete");
      });
      assert.deepEqual(await testbed.charges(session), [2599]);
    });

    test(`${name}: a payment that fails later says so, with a link back to the shop`, async () => {
      const session = await testbed.createSession();
      await testbed.visit({ js, session }, async (page) => {
        await pay(page, cards.declinedLater);
        await page.waitForURL(thanksUrl(session));
        await testbed.settle(session);
        await untilPaymentIs(testbed, session, "unpaid");
        await page.goto(session.url);
        assert.equal(await page.locator("h1").textContent(), "The payment didn’t go through");
        await page.getByRole("link", { name: "Back to Test shop" }).click();
        await page.waitForURL(`${testbed.shop.url}/cart`);
      });
      assert.deepEqual(await testbed.charges(session), []);
    });

    test(`${name}: if the PSP charges and never responds, the page waits and then shows that it is paid`, async () => {
      const session = await testbed.createSession();
      await testbed.visit({ js, session }, async (page) => {
        await pay(page, cards.answerNeverArrives);
        await page.getByRole("heading", { name: "Your payment is being processed" }).waitFor();
        // Nobody touches the page: its script, or its refresh without scripts, shows the result.
        await page.getByRole("heading", { name: "Payment complete" }).waitFor();
      });
      assert.deepEqual(await testbed.charges(session), [2599]);
      assert.equal(await testbed.attempts(session), 1);
    });
  }
});
