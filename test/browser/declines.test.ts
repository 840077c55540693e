import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Locator } from "playwright-core";
import { postForm } from "./states.ts";
import { cards, fillIn, pay, payButton, scripting, submit, thanksUrl, useTestbed } from "./testbed.ts";

const testbed = useTestbed();

const declines = [
  [
    cards.genericDecline,
    "Your bank declined the payment. You haven’t been charged. Try another card, or ask your bank.",
  ],
  [
    cards.insufficientFunds,
    "There isn’t enough money on this card. You haven’t been charged. Try another card.",
  ],
  [
    cards.expired,
    "Your bank says this card has expired. You haven’t been charged. Check the expiry date, or try another card.",
  ],
  [
    cards.wrongCvc,
    "The security code doesn’t match this card. You haven’t been charged. Check the code and try again.",
  ],
  [
    cards.processingError,
    "The payment couldn’t be processed. You haven’t been charged. Try again in a moment, or pay another way.",
  ],
] as const;

for (const { js, name } of scripting) {
  describe(name, () => {
    test("each decline shows its reason, has the focus, and leaves the page ready for another card", async () => {
      const session = await testbed.createSession();
      await testbed.visit({ js, session }, async (page) => {
        for (const [number, text] of declines) {
          await pay(page, number);
          await page.getByText(text).waitFor();
          await page.getByRole("group", { name: "The payment didn’t go through" }).waitFor();
          assert.match(await page.title(), /^Error: Pay €25\.99/);
          // Without a script, a new page: all that is left to type is the number and the code.
          const focused = page.locator(js ? ".notice:focus" : "#number:focus");
          assert.ok((await saidOf(focused)).includes(text));
          assert.equal(await page.locator("#expiry").inputValue(), "12 / 34");
          assert.equal((await page.locator("#number").inputValue()) !== "", js);
          assert.equal((await page.locator("#cvc").inputValue()) !== "", js && number !== cards.wrongCvc);
        }
        assert.deepEqual(await testbed.charges(session), []);
        assert.equal((await testbed.readSession(session.id)).paymentStatus, "unpaid");
        await pay(page, cards.approved);
        await page.waitForURL(thanksUrl(session));
      });
      assert.deepEqual(await testbed.charges(session), [2599]);
      assert.equal(await testbed.attempts(session), declines.length + 1);
    });

    test("after ten attempts the page has no form, and an open one is refused", async () => {
      // A merchant of its own, because a card with too many declines at one merchant has to pause there.
      const tenant = await testbed.makeTenant();
      const session = await testbed.createSession({}, tenant.keys.sandbox.secret);
      await testbed.visit({ js, session }, async (page) => {
        await fillIn(page);
        for (let attempt = 1; attempt <= 10; attempt += 1) await postForm(session, cards.genericDecline);
        const answer = page.waitForResponse((response) => response.request().method() === "POST");
        await submit(page);
        assert.equal((await answer).status(), 429);
        await page.goto(session.url);
        assert.equal(await page.locator("h1").textContent(), "Too many attempts");
        assert.equal(await page.locator(payButton).count(), 0);
        await page.getByRole("link", { name: "Back to Test shop" }).click();
        await page.waitForURL(`${testbed.shop.url}/cart`);
      });
      assert.equal(await testbed.attempts(session), 10);
      assert.deepEqual(await testbed.charges(session), []);
    });
  });
}

/** What a screen reader says of an element after its name: its descriptions. */
const saidOf = (element: Locator): Promise<string> =>
  element.evaluate((node) => {
    const ids = node.getAttribute("aria-describedby")?.split(" ") ?? [];
    return ids.map((id: string) => node.ownerDocument.getElementById(id)?.textContent ?? "").join(" ");
  });
