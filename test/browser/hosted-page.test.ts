import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Page } from "playwright-core";
import { noticeOn, payBy, scripting, thanksUrl, useTestbed } from "./testbed.ts";

/** Customers pay on the PSP's own page: what they see on the way there, and when they come back. */
const testbed = useTestbed({ KASSA_SANDBOX_PAGE: "hosted" });

const payAtPsp = async (page: Page, number: string): Promise<void> => {
  await page.getByLabel("Test card").selectOption(number);
  await page.getByRole("button", { name: "Pay €25.99" }).click();
};
const approved = "4242424242424242";

for (const { js, name } of scripting) {
  describe(name, () => {
    test("pays on the PSP's page, after a declined card and the bank's check there", async () => {
      const session = await testbed.createSession();
      await testbed.visit({ js, session }, async (page) => {
        assert.equal(await page.getByLabel("Card number").count(), 0, "Kassa's page asks for no card");
        await payBy(page, "card");
        await payAtPsp(page, "4000000000009995");
        await page.getByText("Declined: insufficient_funds. Choose another one, or cancel.").waitFor();
        await payAtPsp(page, "4000000000003220");
        await page.getByRole("button", { name: "Confirm €25.99" }).click();
        await page.waitForURL(thanksUrl(session));
      });
      assert.equal((await testbed.readSession(session.id)).paymentStatus, "paid");
      assert.deepEqual(await testbed.charges(session), [2599]);
    });

    test("a customer who cancels there sees that nothing was charged, and can pay again", async () => {
      const session = await testbed.createSession();
      await testbed.visit({ js, session }, async (page) => {
        await payBy(page, "card");
        await page.getByRole("button", { name: "Cancel" }).click();
        await page.getByText("You left Test PSP’s page without paying. You haven’t been charged.").waitFor();
        await payBy(page, "wallet");
        await page.getByRole("button", { name: "Pay €25.99" }).click();
        await page.getByRole("heading", { name: "Pay with your wallet?" }).waitFor();
        await page.getByRole("button", { name: "Pay €25.99" }).click();
        await page.waitForURL(thanksUrl(session));
      });
      assert.deepEqual(await testbed.charges(session), [2599]);
    });

    test("a customer who comes back without paying can go on there or choose another way, and pays once", async () => {
      const session = await testbed.createSession();
      await testbed.visit({ js, session }, async (page) => {
        await payBy(page, "card");
        const atPsp = page.url();
        await page.goto(session.url);
        await page.getByRole("heading", { name: "Finish paying with Test PSP" }).waitFor();
        await page.getByRole("link", { name: "Continue to Test PSP" }).click();
        await page.waitForURL(atPsp);
        await page.goto(session.url);
        await page.getByRole("button", { name: "Pay another way" }).click();
        await noticeOn(page).waitFor();
        await payBy(page, "card");
        await payAtPsp(page, approved);
        await page.waitForURL(thanksUrl(session));
        await page.goto(atPsp);
        assert.equal(await page.getByLabel("Test card").count(), 0, "the first page takes no money any more");
      });
      assert.deepEqual(await testbed.charges(session), [2599]);
    });
  });
}

test("the customer stays in their language: there, back, and without having paid", async () => {
  const session = await testbed.createSession();
  await testbed.visit({ phone: true, dark: true, locale: "ar", session }, async (page) => {
    await payBy(page, "card");
    await page.getByRole("heading", { name: "اختر طريقة الدفع" }).waitFor();
    await page.getByRole("button", { name: "إلغاء" }).click();
    await page.getByText("غادرت صفحة Test PSP دون أن تدفع.").waitFor();
    assert.equal(await page.locator("html").getAttribute("dir"), "rtl");
  });
});
