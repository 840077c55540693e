import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, test } from "node:test";
import { readPublishedKeys } from "../../src/receipts/published-keys.ts";
import { verifyReceipt } from "../../src/receipts/verify-receipt.ts";
import { screenshot } from "../support/browser.ts";
import { openStage, pay, type Stage, scripting } from "./stage.ts";

let stage: Stage;
before(async () => {
  stage = await openStage();
});
after(() => stage.close());

const order = {
  description: "Order 1042",
  lineItems: [{ name: "Enamel mug", quantity: 1, unitAmount: 2599 }],
};

for (const { js, name } of scripting) {
  describe(name, () => {
    test("who has paid finds the receipt, reads it in another language, keeps it, and goes back", async () => {
      const session = await stage.createSession(order);
      await stage.visit({ js }, async (page) => {
        await page.goto(session.url);
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
        const answer = await stage.call("GET", `/api/checkout/sessions/${session.id}/receipt`);
        assert.equal(text, answer.text, "the page and the API give the same bytes");
        const keys = await stage.call("GET", "/.well-known/kassa-receipt-keys.json", { key: null });
        const read = readPublishedKeys(keys.text);
        assert.ok(read.ok && verifyReceipt(text, read.value).ok);

        await page.locator(".languages select").selectOption("ar");
        await page.locator(".languages button").click();
        await page.locator("html[dir=rtl] .receipt").waitFor();
        await page.locator(".back a").click();
        await page.locator("html[lang=ar] .status.success").waitFor();
      });
    });
  });
}

test("what was refunded since is told on the page, and isn't part of what was signed", async () => {
  const session = await stage.createSession(order);
  await stage.visit({ js: false }, async (page) => {
    await page.goto(session.url);
    await pay(page);
    const receipt = async () => (await page.request.get(`${session.url}/receipt.json`)).text();
    const before = await receipt();
    await stage.refund(session, 599);
    await stage.refund(session, 1000);
    await page.goto(`${session.url}/receipt`);
    const sums = await page.locator(".sums").textContent();
    assert.match(sums ?? "", /Total\s*€25\.99\s*Refunded\s*€15\.99\s*Paid, less refunds\s*€10\.00/);
    assert.equal(await receipt(), before);
  });
});

test("before it is paid there is none, and the way back is shown; an unknown session has no page", async () => {
  const session = await stage.createSession({ captureMethod: "manual" });
  await stage.visit({}, async (page) => {
    assert.equal((await page.goto(`${session.url}/receipt`))?.status(), 409);
    await page.getByRole("link", { name: "Back to the payment" }).click();
    await pay(page);
    await page.goto(session.url);
    await page.locator(".status.success").waitFor();
    assert.equal(await page.getByRole("link", { name: "View the receipt" }).count(), 0, "only authorized");
    assert.equal((await page.request.get(`${session.url}/receipt.json`)).status(), 409);
    await stage.movePayment(session, "capture");
    await page.goto(session.url);
    await page.getByRole("link", { name: "View the receipt" }).waitFor();
    const nowhere = await page.goto(`${session.url.slice(0, -1)}~/receipt`);
    assert.equal(nowhere?.status(), 404);
  });
});

test("the button prints, and paper has the receipt and whom to ask, and nothing to press", async () => {
  const session = await stage.createSession(order);
  await stage.visit({ dark: true, keepWindow: false }, async (page) => {
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
