import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  cards,
  fillIn,
  openStage,
  pay,
  payButton,
  type Stage,
  scripting,
  submit,
  thanksUrl,
} from "./stage.ts";
import { postForm } from "./states.ts";

let stage: Stage;
before(async () => {
  stage = await openStage();
});
after(() => stage.close());

const declines = [
  [
    cards.genericDecline,
    "Your bank declined the payment. You have not been charged. Try another card, or ask your bank.",
  ],
  [
    cards.insufficientFunds,
    "There isn’t enough money on this card. You have not been charged. Try another card.",
  ],
  [
    cards.expired,
    "Your bank says that this card has expired. You have not been charged. Check the expiry date, or try another card.",
  ],
  [
    cards.wrongCvc,
    "The security code doesn’t match this card. You have not been charged. Check the code and try again.",
  ],
  [
    cards.processingError,
    "The payment couldn’t be processed. You have not been charged. Try again in a moment, or pay in another way.",
  ],
] as const;

for (const { js, name } of scripting) {
  describe(name, () => {
    test("each decline says why, takes the focus, and leaves the page ready to pay with another card", async () => {
      const session = await stage.createSession();
      await stage.visit({ js }, async (page) => {
        await page.goto(session.url);
        for (const [number, text] of declines) {
          await pay(page, number);
          await page.getByText(text).waitFor();
          assert.equal(
            await page.locator("[role=alert]:focus h3").textContent(),
            "The payment didn’t go through",
          );
          assert.match(await page.title(), /^Error: Pay €25\.99/);
          assert.equal(await page.locator("#number").inputValue(), "");
        }
        assert.deepEqual(await stage.charges(session), []);
        assert.equal((await stage.readSession(session.id)).paymentStatus, "unpaid");
        await pay(page, cards.approved);
        await page.waitForURL(thanksUrl(session));
      });
      assert.deepEqual(await stage.charges(session), [2599]);
      assert.equal(await stage.attempts(session), declines.length + 1);
    });

    test("after ten attempts no form is offered any more, and one that was left open is refused", async () => {
      // A merchant of its own, for a card that is declined too often at one has to pause there.
      const tenant = await stage.makeTenant();
      const session = await stage.createSession({}, tenant.keys.sandbox.secret);
      await stage.visit({ js }, async (page) => {
        await page.goto(session.url);
        await fillIn(page);
        for (let attempt = 1; attempt <= 10; attempt += 1) await postForm(session, cards.genericDecline);
        const answer = page.waitForResponse((response) => response.request().method() === "POST");
        await submit(page);
        assert.equal((await answer).status(), 429);
        await page.goto(session.url);
        assert.equal(await page.locator("h1").textContent(), "Too many attempts");
        assert.equal(await page.locator(payButton).count(), 0);
        await page.getByRole("link", { name: "Back to Test shop" }).click();
        await page.waitForURL(`${stage.shop.url}/cart`);
      });
      assert.equal(await stage.attempts(session), 10);
      assert.deepEqual(await stage.charges(session), []);
    });
  });
}
