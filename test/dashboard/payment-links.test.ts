import assert from "node:assert/strict";
import { test } from "node:test";
import { usePeopleApp } from "../../src/people/test-support.ts";
import { useBrowser } from "../support/browser.ts";
import { cards } from "../support/payments.ts";
import { joinAsOwner } from "./join-as-owner.ts";
import { layouts } from "./layouts.ts";
import { lookAt } from "./look-at.ts";

// An owner makes a link for one customer, who pays by it on a phone; then it is sold out.

const kassa = usePeopleApp();
const browser = useBrowser(kassa);

/** Pays by a link on a phone, without JavaScript. */
async function payByLink(url: string): Promise<void> {
  await browser.visit({ phone: true, js: false }, async (page) => {
    await page.goto(url);
    await page.getByRole("button", { name: "Continue to payment" }).click();
    await page.waitForURL(/\/pay\/cs_sandbox_/);
    const card = page.locator("form").filter({ has: page.getByLabel("Card number") });
    await card.getByLabel("Card number").fill(cards.approved);
    await card.getByLabel("Expiry date").fill("12 / 34");
    await card.getByLabel("Security code").fill("123");
    await card.getByRole("button", { name: "Pay €25.00" }).click();
    await page.getByText("Payment complete").waitFor();
    await page.goto(url);
    await page.getByText("Sold out").waitFor();
  });
}

for (const [name, options, isFirst] of layouts)
  test(`an owner makes a link that one customer can pay by, and changes it: ${name}`, async () => {
    await browser.visit({ ...options, mayKeepCookies: true }, async (page) => {
      await page.goto(`${await joinAsOwner(page, kassa, `links-${name}`)}/home`);
      await page.getByRole("heading", { name: "Home", exact: true }).waitFor();
      if (options.phone) await page.getByRole("button", { name: "Menu" }).click();
      await page.getByRole("navigation").getByRole("link", { name: "Payment links" }).click();
      await page.getByRole("heading", { name: "Payment links", exact: true }).waitFor();
      if (isFirst) {
        await page.getByText("No payment links yet").waitFor();
        await lookAt(page, "links-empty");
      }
      await page.getByRole("button", { name: "Make a payment link" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Name").fill(`Concert ${name}`);
      await dialog.getByLabel("Amount").fill("25");
      await dialog.getByLabel("Description").fill("One ticket");
      await dialog.getByLabel("How many may pay").fill("none");
      await dialog.getByText("Enter a whole number of at least 1, or nothing.").waitFor();
      await dialog.getByLabel("How many may pay").fill("1");
      await dialog.getByLabel("Last day").fill("2099-12-31");
      await lookAt(page, `link-new-${name}`);
      await dialog.getByRole("button", { name: "Make the link" }).click();
      await page.getByRole("img", { name: "QR code of the payment link" }).waitFor();
      await page.getByText("Nobody has begun to pay yet").waitFor();
      await page.getByText("0 of 1").waitFor();
      const downloading = page.waitForEvent("download");
      await page.getByRole("button", { name: "Download the code (SVG)" }).click();
      assert.equal((await downloading).suggestedFilename(), `Concert-${name}.svg`);
      await lookAt(page, `link-${name}`);
      const url = (await page.getByText(/\/l\/pl_sandbox_/).textContent()) ?? "";

      await payByLink(kassa.url + new URL(url).pathname);
      await page.reload();
      await page.getByText("1 of 1").waitFor();
      await page.getByText("Sold out").waitFor();
      await page.getByText("Complete", { exact: true }).first().waitFor();
      await lookAt(page, `link-sold-out-${name}`);

      await page.getByRole("button", { name: "Change" }).click();
      await dialog.getByLabel("How many may pay").fill("");
      await lookAt(page, `link-change-${name}`);
      await dialog.getByRole("button", { name: "Save" }).click();
      await page.getByText("Active", { exact: true }).waitFor();
      await page.getByRole("button", { name: "Deactivate" }).click();
      await dialog.getByRole("button", { name: "Deactivate" }).click();
      await page.getByText("Inactive", { exact: true }).waitFor();
      await page.getByRole("link", { name: "All payment links" }).click();
      await page.getByText(`Concert ${name}`).first().waitFor();
      await lookAt(page, `links-${name}`);
      const { body } = await kassa.call("GET", "/api/payment-links");
      const { active, maxPayments, expiresAt, completedSessions } = body.data[0];
      assert.deepEqual([active, maxPayments, completedSessions], [false, null, 1]);
      assert.match(expiresAt, /^(2099-12-31|2100-01-01)T/);
    });
  });
