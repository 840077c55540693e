import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { cards, openStage, pay, type Stage, scripting, thanksUrl } from "./stage.ts";
import { untilPaymentIs } from "./states.ts";

let stage: Stage;
before(async () => {
  stage = await openStage({ KASSA_SANDBOX_PENDING_MS: "600000", KASSA_PSP_TIMEOUT_MS: "3000" });
});
after(() => stage.close());

// Mostly waiting: side by side it costs no more than the longest.
describe("payments that take their time", { concurrency: true }, () => {
  for (const { js, name } of scripting) {
    test(`${name}: money that comes later sends the customer on at once, and the page says how it stands`, async () => {
      const session = await stage.createSession();
      await stage.visit({ js }, async (page) => {
        await page.goto(session.url);
        await pay(page, cards.approvedLater);
        await page.waitForURL(thanksUrl(session));
        await page.goto(session.url);
        assert.equal(await page.locator("h1").textContent(), "Order accepted");
        await page.getByRole("link", { name: "Continue to Test shop" }).waitFor();
        await stage.settle(session);
        await untilPaymentIs(stage, session, "paid");
        await page.goto(session.url);
        assert.equal(await page.locator("h1").textContent(), "Payment complete");
      });
      assert.deepEqual(await stage.charges(session), [2599]);
    });

    test(`${name}: money that doesn't come after all is said, with the way back to the shop`, async () => {
      const session = await stage.createSession();
      await stage.visit({ js }, async (page) => {
        await page.goto(session.url);
        await pay(page, cards.declinedLater);
        await page.waitForURL(thanksUrl(session));
        await stage.settle(session);
        await untilPaymentIs(stage, session, "unpaid");
        await page.goto(session.url);
        assert.equal(await page.locator("h1").textContent(), "The payment didn’t go through");
        await page.getByRole("link", { name: "Back to Test shop" }).click();
        await page.waitForURL(`${stage.shop.url}/cart`);
      });
      assert.deepEqual(await stage.charges(session), []);
    });

    test(`${name}: when the PSP charges and never answers, the page waits and then says that it is paid`, async () => {
      const session = await stage.createSession();
      await stage.visit({ js }, async (page) => {
        await page.goto(session.url);
        await pay(page, cards.answerNeverArrives);
        await page.getByRole("heading", { name: "Your payment is being processed" }).waitFor();
        // Nobody touches the page: its script, or its refresh where no script runs, brings the result.
        await page.getByRole("heading", { name: "Payment complete" }).waitFor();
      });
      assert.deepEqual(await stage.charges(session), [2599]);
      assert.equal(await stage.attempts(session), 1);
    });
  }
});
