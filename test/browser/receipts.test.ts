import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";
import { readPublishedKeys } from "../../src/receipts/published-keys.ts";
import { verifyReceipt } from "../../src/receipts/verify-receipt.ts";
import { screenshot } from "../support/browser.ts";
import { chooseLanguage, pay, scripting, useTestbed } from "./testbed.ts";

const testbed = useTestbed();

const order = {
  description: "Order 1042",
  lineItems: [{ name: "Enamel mug", quantity: 1, unitAmount: 2599 }],
};

for (const { js, name } of scripting) {
  describe(name, () => {
    test("a customer can open the receipt, read it in another language, download it, and go back", async () => {
      const session = await testbed.createSession(order);
      await testbed.visit({ js, session }, async (page) => {
        await pay(page);
        await page.goto(session.url);
        await page.getByRole("link", { name: "View the receipt" }).click();
        assert.match((await page.locator(".receipt").textContent()) ?? "", /Enamel mug\s+€25\.99/);
        assert.equal(await page.getByRole("button", { name: "Print" }).isVisible(), js);

        const arrives = page.waitForEvent("download");
        await page.getByRole("link", { name: "Download the signed receipt" }).click();
        const file = await arrives;
        assert.match(file.suggestedFilename(), /^receipt-[0-9A-Z-]{19}\.json$/);
        const text = await readFile(await file.path(), "utf8");
        const answer = await testbed.call("GET", `/api/checkout/sessions/${session.id}/receipt`);
        assert.equal(text, answer.text, "the page and the API return the same bytes");
        const keys = await testbed.call("GET", "/.well-known/kassa-receipt-keys.json", { key: null });
        const read = readPublishedKeys(keys.text);
        assert.ok(read.ok && verifyReceipt(text, read.value).ok);

        await chooseLanguage(page, "ar");
        await page.locator("html[dir=rtl] .receipt").waitFor();
        await page.locator(".back a").click();
        await page.locator("html[lang=ar] .status.success").waitFor();
      });
    });
  });
}

test("the page shows later refunds, which aren't part of the signed receipt", async () => {
  const session = await testbed.createSession(order);
  await testbed.visit({ js: false, session }, async (page) => {
    await pay(page);
    const receipt = async () => (await page.request.get(`${session.url}/receipt.json`)).text();
    const before = await receipt();
    await testbed.refund(session, 599);
    await testbed.refund(session, 1000);
    await page.goto(`${session.url}/receipt`);
    const sums = await page.locator(".sums").textContent();
    assert.match(sums ?? "", /Total\s*€25\.99\s*Refunded\s*€15\.99\s*Paid, less refunds\s*€10\.00/);
    assert.equal(await receipt(), before);
  });
});

test("before the payment there is no receipt, only a link back; an unknown session has no page", async () => {
  const session = await testbed.createSession({ captureMethod: "manual" });
  await testbed.visit({}, async (page) => {
    assert.equal((await page.goto(`${session.url}/receipt`))?.status(), 409);
    await page.getByRole("link", { name: "Back to the payment" }).click();
    await pay(page);
    await page.goto(session.url);
    await page.locator(".status.success").waitFor();
    assert.equal(await page.getByRole("link", { name: "View the receipt" }).count(), 0, "only authorized");
    assert.equal((await page.request.get(`${session.url}/receipt.json`)).status(), 409);
    await testbed.movePayment(session, "capture");
    await page.goto(session.url);
    await page.getByRole("link", { name: "View the receipt" }).waitFor();
    const nowhere = await page.goto(`${session.url.slice(0, -1)}~/receipt`);
    assert.equal(nowhere?.status(), 404);
  });
});

test("the button prints, and paper shows the receipt and the contact but no controls", async () => {
  const session = await testbed.createSession(order);
  await testbed.visit({ dark: true, keepWindow: false }, async (page) => {
    await page.addInitScript("window.print = () => { document.title = 'printed'; }");
    await page.goto(session.url);
    await pay(page);
    await page.goto(`${session.url}/receipt`);
    await page.getByRole("button", { name: "Print" }).click();
    assert.equal(await page.title(), "printed");
    await page.emulateMedia({ media: "print" });
    await screenshot(page, "receipt-en-print");
    assert.equal(await page.locator(".receipt .facts").isVisible(), true);
    assert.equal(await page.getByText("Sandbox: no real money was paid.").isVisible(), true);
    assert.equal(await page.locator("button:visible, .actions a:visible, select:visible").count(), 0);
  });
});
