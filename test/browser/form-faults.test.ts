import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Page } from "playwright-core";
import {
  type CardEntry,
  fillIn,
  payButton,
  type Session,
  scripting,
  thanksUrl,
  useTestbed,
} from "./testbed.ts";

let session: Session;
const testbed = useTestbed({}, async ({ createSession }) => {
  session = await createSession();
});

for (const { js, name } of scripting) {
  describe(name, () => {
    test("an empty form shows a focused summary with links to all three fields", async () => {
      await testbed.visit({ js }, async (page) => {
        await submit(page, { number: "", expiry: "", cvc: "" });
        const summary = page.locator(".notice:focus");
        assert.equal(await summary.locator("h3").textContent(), "Please correct 3 fields");
        assert.deepEqual(await summary.locator("li").allTextContents(), [
          "Enter your card number.",
          "Enter the expiry date.",
          "Enter the security code.",
        ]);
        assert.match(await page.title(), /^Error: /);
        await page.keyboard.press("Tab");
        await page.keyboard.press("Enter");
        await page.locator("#number:focus").waitFor();
        assert.equal(await page.locator("#number").getAttribute("aria-invalid"), "true");
      });
    });

    test("a field's fault is its description for screen readers; the server sends back valid values, but no number or code", async () => {
      await testbed.visit({ js }, async (page) => {
        await submit(page, { number: "4242 4242 4242 4243", cvc: "12" });
        assert.equal(
          await descriptionOf(page, "number"),
          "Check the card number. A digit is wrong or missing.",
        );
        assert.match(await descriptionOf(page, "cvc"), / Enter the 3 digits on the back of your card\.$/);
        assert.equal(await page.locator("#expiry").inputValue(), "12 / 34");
        assert.equal(await page.locator("#expiry").getAttribute("aria-invalid"), null);
        // The script leaves in the browser's own fields what was typed there.
        assert.equal(await page.locator("#number").inputValue(), js ? "4242 4242 4242 4243" : "");
        assert.equal(await page.locator("#cvc").inputValue(), js ? "12" : "");
      });
    });

    test("an invalid or past expiry date says what to type", async () => {
      await testbed.visit({ js }, async (page) => {
        await submit(page, { expiry: "13 / 34" });
        assert.match(
          await descriptionOf(page, "expiry"),
          /Enter the month and year shown on your card, such as 04\s\/\s29\.$/,
        );
        await fillIn(page, { expiry: "01 / 20" });
        await page.locator(payButton).click();
        await page.getByText("This card has expired. Check the date, or use another card.").first().waitFor();
      });
    });

    test("American Express needs a security code of four digits", async () => {
      await testbed.visit({ js }, async (page) => {
        await submit(page, { number: "3782 822463 10005", cvc: "123" });
        assert.match(await descriptionOf(page, "cvc"), /Enter the 4 digits on the front of your card\.$/);
      });
    });

    test("refuses a card that could be real with the reason, and opens the list of test cards", async () => {
      await testbed.visit({ js }, async (page) => {
        await submit(page, { number: "4111 1111 1111 1111" });
        assert.match(
          await descriptionOf(page, "number"),
          /^This is a sandbox, so only test cards work\. Never enter a real/,
        );
        assert.ok(await page.getByText("4242 4242 4242 4242").isVisible());
      });
    });

    test("the corrected form pays, and its faults weren't attempts", async () => {
      const faulty = await testbed.createSession();
      await testbed.visit({ js }, async (page) => {
        await submit(page, { cvc: "1" }, faulty);
        await page.reload();
        await fillIn(page);
        await page.locator(payButton).click();
        await page.waitForURL(thanksUrl(faulty));
      });
      assert.equal(await testbed.attempts(faulty), 1);
    });
  });
}

/** Submits a form and waits for its faults: the only faulty field has the focus, or the message about several. */
async function submit(page: Page, entry: CardEntry, to = session): Promise<void> {
  await page.goto(to.url);
  await fillIn(page, entry);
  await page.locator(payButton).click();
  await page.locator(".notice:focus, [aria-invalid=true]:focus").waitFor();
}

/** What a screen reader says after a field's name: its descriptions. */
async function descriptionOf(page: Page, field: string): Promise<string> {
  const ids = (await page.locator(`#${field}`).getAttribute("aria-describedby"))?.split(" ") ?? [];
  const texts = await Promise.all(ids.map((id) => page.locator(`#${id}`).textContent()));
  return texts.join(" ").trim();
}
