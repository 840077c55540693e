import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Page } from "playwright-core";
import { cards, pay, type Session, scripting, thanksUrl, useTestbed } from "./testbed.ts";

const testbed = useTestbed();

for (const { js, name } of scripting) {
  describe(name, () => {
    test("a customer who confirms at the bank has paid", async () => {
      const session = await testbed.createSession();
      await testbed.visit({ js }, async (page) => {
        await goToBank(page, session);
        assert.deepEqual(await testbed.charges(session), []);
        await page.getByRole("button", { name: "Confirm €25.99" }).click();
        await page.waitForURL(thanksUrl(session));
      });
      assert.equal((await testbed.readSession(session.id)).paymentStatus, "paid");
      assert.deepEqual(await testbed.charges(session), [2599]);
    });

    test("a customer who fails the bank's check sees that and can pay with another card", async () => {
      const session = await testbed.createSession();
      await testbed.visit({ js }, async (page) => {
        await goToBank(page, session);
        await page.getByRole("button", { name: "Fail the check" }).click();
        await page.getByText("Your bank couldn’t confirm it was you. You haven’t been charged.").waitFor();
        await pay(page);
        await page.waitForURL(thanksUrl(session));
      });
      assert.deepEqual(await testbed.charges(session), [2599]);
    });

    test("a customer who returns without an answer can continue to the bank", async () => {
      const session = await testbed.createSession();
      await testbed.visit({ js }, async (page) => {
        await goToBank(page, session);
        await page.goBack();
        await page.getByRole("heading", { name: "Confirm it’s you" }).waitFor();
        await page.getByRole("link", { name: "Continue to your bank" }).click();
        await page.getByRole("button", { name: "Confirm €25.99" }).click();
        await page.waitForURL(thanksUrl(session));
      });
      assert.equal(await testbed.attempts(session), 1);
    });

    test("a customer can pay another way instead, and the bank's page can't charge any more", async () => {
      const session = await testbed.createSession();
      await testbed.visit({ js }, async (page) => {
        await goToBank(page, session);
        const bankUrl = page.url();
        await page.goto(session.url);
        await page.getByRole("button", { name: "Pay with another card" }).click();
        await page
          .getByText("You didn’t finish confirming the payment with your bank. You haven’t been charged.")
          .waitFor();
        await pay(page);
        await page.waitForURL(thanksUrl(session));
        // The bank's page of the first card leads back to a session that is already paid.
        await page.goto(bankUrl);
        await page.waitForURL(thanksUrl(session));
      });
      assert.deepEqual(await testbed.charges(session), [2599]);
    });

    test("two tabs at the bank's page answer it once", async () => {
      const session = await testbed.createSession();
      await testbed.visit({ js }, async (first) => {
        await goToBank(first, session);
        const second = await first.context().newPage();
        await second.goto(first.url());
        await Promise.all(
          [first, second].map((page) => page.getByRole("button", { name: "Confirm €25.99" }).click()),
        );
        await Promise.all([first, second].map((page) => page.waitForURL(thanksUrl(session))));
      });
      assert.deepEqual(await testbed.charges(session), [2599]);
    });
  });
}

test("a page left open at the challenge shows a confirmation from another device", async () => {
  const session = await testbed.createSession();
  await testbed.visit({}, async (page) => {
    await goToBank(page, session);
    const elsewhere = await page.context().newPage();
    await elsewhere.goto(page.url());
    await page.goto(session.url);
    await elsewhere.getByRole("button", { name: "Confirm €25.99" }).click();
    await page.getByRole("heading", { name: "Payment complete" }).waitFor();
  });
});

async function goToBank(page: Page, session: Session): Promise<void> {
  await page.goto(session.url);
  await pay(page, cards.challenge);
  await page.getByRole("heading", { name: "Confirm it’s you" }).waitFor();
  await page.locator("dd", { hasText: "Test shop" }).waitFor();
}
