import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import {
  choose,
  ibans,
  type Method,
  openStage,
  pay,
  payBy,
  payByDebit,
  type Stage,
  scripting,
  submit,
  thanksUrl,
} from "./stage.ts";
import { untilPartArrived, untilPaymentIs } from "./states.ts";

/** Every way to pay but the card, with the card beside it: what is chosen, typed, confirmed, and comes of it. */
let stage: Stage;
before(async () => {
  stage = await openStage({ KASSA_SANDBOX_PENDING_MS: "600000" });
});
after(() => stage.close());

const headingOf = (page: Page) => page.locator("h1").textContent();

for (const { js, name } of scripting) {
  describe(name, () => {
    test("a wallet pays: its owner confirms there and arrives at the shop", async () => {
      const session = await stage.createSession();
      await stage.visit({ js }, async (page) => {
        await page.goto(session.url);
        await payBy(page, "wallet");
        await page.getByRole("button", { name: "Pay €25.99" }).click();
        await page.waitForURL(thanksUrl(session));
      });
      assert.equal((await stage.readSession(session.id)).paymentStatus, "paid");
      assert.deepEqual(await stage.charges(session), [2599]);
    });

    test("who cancels in the wallet is told so, with the wallet's form open, and can pay by card", async () => {
      const session = await stage.createSession();
      await stage.visit({ js }, async (page) => {
        await page.goto(session.url);
        await payBy(page, "wallet");
        await page.getByRole("button", { name: "Cancel" }).click();
        await page
          .getByText("The payment wasn’t confirmed in your wallet. You have not been charged.")
          .waitFor();
        assert.deepEqual(await openForms(page), ["wallet"]);
        await pay(page);
        await page.waitForURL(thanksUrl(session));
      });
      assert.deepEqual(await stage.charges(session), [2599]);
    });

    test("who comes back from the wallet without an answer can go on there, or pay in another way", async () => {
      const session = await stage.createSession();
      await stage.visit({ js }, async (page) => {
        await page.goto(session.url);
        await payBy(page, "wallet");
        await page.goto(session.url);
        assert.equal(await headingOf(page), "Confirm the payment in your wallet");
        await page.getByRole("link", { name: "Continue to the wallet" }).click();
        await page.getByRole("heading", { name: "Pay with your wallet?" }).waitFor();
        await page.goto(session.url);
        await page.getByRole("button", { name: "Pay in another way" }).click();
        await page.getByRole("alert").waitFor();
        await pay(page);
        await page.waitForURL(thanksUrl(session));
      });
      assert.deepEqual(await stage.charges(session), [2599]);
    });

    test("a direct debit is on its way at once, and paid when the bank has paid", async () => {
      const session = await stage.createSession();
      await stage.visit({ js }, async (page) => {
        await page.goto(session.url);
        await payByDebit(page);
        await page.waitForURL(thanksUrl(session));
        await page.goto(session.url);
        assert.equal(await headingOf(page), "Order accepted");
        await stage.settle(session);
        await untilPaymentIs(stage, session, "paid");
        await page.goto(session.url);
        assert.equal(await headingOf(page), "Payment complete");
      });
      assert.deepEqual(await stage.charges(session), [2599]);
    });

    test("a direct debit that the bank returns says why, for each reason", async () => {
      for (const [iban, reason] of [
        [ibans.insufficientFunds, "There wasn’t enough money in the account."],
        [ibans.accountClosed, "Your bank says that the account is closed."],
        [ibans.notAuthorized, "Your bank didn’t allow the direct debit."],
      ] as const) {
        const session = await stage.createSession();
        await stage.visit({ js }, async (page) => {
          await page.goto(session.url);
          await payByDebit(page, iban);
          await page.waitForURL(thanksUrl(session));
          await stage.settle(session);
          await untilPaymentIs(stage, session, "unpaid");
          await page.goto(session.url);
          assert.equal(await headingOf(page), "The payment didn’t go through");
          await page.getByText(reason).waitFor();
        });
        assert.deepEqual(await stage.charges(session), []);
      }
    });

    test("an account is checked before anything is tried; what was mistyped comes back, a real account doesn't", async () => {
      const session = await stage.createSession();
      await stage.visit({ js }, async (page) => {
        await page.goto(session.url);
        await choose(page, "bank_debit");
        await submit(page, "bank_debit");
        assert.deepEqual(await page.locator("[role=alert]:focus li").allTextContents(), [
          "Enter the name of the account holder.",
          "Enter your IBAN.",
        ]);
        await payByDebit(page, "DE89 3704 0044 0532 0130 01");
        await page.getByRole("link", { name: "Check the IBAN. A character is wrong or missing." }).waitFor();
        assert.equal(await page.locator("#iban").inputValue(), "DE89 3704 0044 0532 0130 01");
        assert.equal(await page.locator("#holder").inputValue(), "Kim Test");
        await payByDebit(page, "GB82 WEST 1234 5698 7654 32");
        await page.getByRole("link", { name: /^This is a sandbox: it takes test accounts only/ }).waitFor();
        assert.equal(await page.locator("#iban").inputValue(), "");
        assert.equal(await page.locator("#test-cards").getAttribute("open"), "");
      });
      assert.equal(await stage.attempts(session), 0);
    });

    test("a transfer shows where to send the money, can be left and come back to, and is paid when it arrives", async () => {
      const session = await stage.createSession();
      await stage.visit({ js }, async (page) => {
        await page.goto(session.url);
        await payBy(page, "bank_transfer");
        assert.equal(await headingOf(page), "Send €25.99 from your bank");
        const facts = await factsOf(page);
        assert.deepEqual(facts.slice(0, 4), [
          "€25.99",
          "Kassa Sandbox",
          "DE66 0000 0000 0000 0000 42",
          "TESTDE00XXX",
        ]);
        await page.goto(session.url);
        assert.deepEqual(await factsOf(page), facts);
        const bank = await page.context().newPage();
        await bank.goto((await page.locator("a[href*='/transfers/']").getAttribute("href")) ?? "");
        await bank.getByRole("button", { name: "Send €25.99" }).click();
        await bank.getByRole("heading", { name: "The money is sent" }).waitFor();
        await untilPaymentIs(stage, session, "paid");
        // With scripts the page learns of it by itself; else who looks again is told.
        if (!js) await page.getByRole("link", { name: "Check again" }).click();
        await page.getByRole("heading", { name: "Payment complete" }).waitFor();
      });
      assert.deepEqual(await stage.charges(session), [2599]);
    });

    test("a transfer can come in parts, and bring too much; what goes back is told", async () => {
      const session = await stage.createSession();
      await stage.visit({ js }, async (page) => {
        await page.goto(session.url);
        await payBy(page, "bank_transfer");
        await headingOf(page);
        const bank = await page.context().newPage();
        await bank.goto((await page.locator("a[href*='/transfers/']").getAttribute("href")) ?? "");
        const send = async (amount: string) => {
          await bank.getByLabel("Amount in EUR").fill(amount);
          await bank.getByRole("button", { name: "Send this amount" }).click();
        };
        await bank.getByText("Send another amount").click();
        await send("5.99 €");
        await bank.getByText("Write an amount above zero, such as 25.99.").waitFor();
        await send("5.99");
        await bank.getByText("Part of the money has arrived.", { exact: false }).waitFor();
        if (!js) {
          await untilPartArrived(session);
          await page.getByRole("link", { name: "Check again" }).click();
        }
        await page.getByRole("heading", { name: "Send €20.00 from your bank" }).waitFor();
        await page.getByText("€5.99 of €25.99 has arrived. Please send the remaining €20.00").waitFor();
        await bank.getByText("Send another amount").click();
        await send("24.01");
        await untilPaymentIs(stage, session, "paid");
        if (!js) await page.getByRole("link", { name: "Check again" }).click();
        await page.getByRole("heading", { name: "Payment complete" }).waitFor();
        await page
          .getByText("You sent €4.01 more than was asked for. It is being sent back to you.")
          .waitFor();
      });
      // The charge, and what came beyond it, which then goes back.
      assert.deepEqual((await stage.charges(session)).slice(0, 2), [2599, 401]);
    });

    test("the merchant limits the choice and sets its order; of one there is nothing to choose", async () => {
      const some = await stage.createSession({ paymentMethods: ["bank_transfer", "card"] });
      const one = await stage.createSession({ paymentMethods: ["bank_debit"] });
      await stage.visit({ js }, async (page) => {
        await page.goto(some.url);
        assert.deepEqual(await methodsOn(page), ["bank_transfer", "card"]);
        assert.deepEqual(await openForms(page), ["bank_transfer"]);
        await page.goto(one.url);
        assert.deepEqual(await methodsOn(page), ["bank_debit"]);
        assert.equal(await page.locator("details[name=method]").count(), 0);
        await payByDebit(page);
        await page.waitForURL(thanksUrl(one));
      });
    });

    test("a direct debit is offered in euros only, and nothing that brings the money at once for a later capture", async () => {
      const dollars = await stage.createSession({ currency: "USD" });
      const later = await stage.createSession({ captureMethod: "manual" });
      await stage.visit({ js }, async (page) => {
        await page.goto(dollars.url);
        assert.deepEqual(await methodsOn(page), ["card", "wallet", "bank_transfer"]);
        assert.equal(
          await page.getByText("DE89 3704").count(),
          0,
          "no test account where none can be debited",
        );
        await page.goto(later.url);
        assert.deepEqual(await methodsOn(page), ["card", "wallet"]);
      });
    });

    test("a method that wasn't offered can't be posted", async () => {
      const session = await stage.createSession({ paymentMethods: ["card", "bank_transfer"] });
      await stage.visit({ js }, async (page) => {
        await page.goto(session.url);
        const hidden = page.locator("form[data-pay=card] input[name=method]");
        await hidden.evaluate((input) => input.setAttribute("value", "wallet"));
        await submit(page);
        await page.getByRole("link", { name: "Choose how you would like to pay." }).waitFor();
        assert.deepEqual(await openForms(page), []);
      });
      assert.equal(await stage.attempts(session), 0);
    });

    test("the keyboard alone chooses a method and pays", async () => {
      const session = await stage.createSession();
      await stage.visit({ js }, async (page) => {
        await page.goto(session.url);
        await page.getByText("Direct debit").first().press("Enter");
        assert.deepEqual(await openForms(page), ["bank_debit"]);
        await page.keyboard.press("Tab");
        await page.keyboard.type("Kim Test");
        await page.keyboard.press("Tab");
        await page.keyboard.type(ibans.approvedLater);
        await page.keyboard.press("Tab");
        await page.keyboard.press("Enter");
        await page.waitForURL(thanksUrl(session));
      });
      assert.equal((await stage.readSession(session.id)).paymentStatus, "processing");
    });
  });
}

test("a test account fills the debit's form in and opens it", async () => {
  const session = await stage.createSession();
  await stage.visit({}, async (page) => {
    await page.goto(session.url);
    await page.locator("#test-cards summary").click();
    await page.getByRole("button", { name: "Use DE89 3704 0044 0532 0130 00" }).click();
    assert.deepEqual(await openForms(page), ["bank_debit"]);
    await page.keyboard.press("Enter");
    await page.waitForURL(thanksUrl(session));
  });
});

test("an IBAN is grouped while it is typed", async () => {
  const session = await stage.createSession();
  await stage.visit({}, async (page) => {
    await page.goto(session.url);
    await choose(page, "bank_debit");
    await page.locator("#iban").pressSequentially("de89370400440532013000");
    assert.equal(await page.locator("#iban").inputValue(), ibans.approvedLater);
  });
});

test("what a transfer needs is copied by a press", async () => {
  const session = await stage.createSession();
  await stage.visit({ keepWindow: false }, async (page) => {
    await page.context().grantPermissions(["clipboard-write"]);
    await page.goto(session.url);
    await payBy(page, "bank_transfer");
    await page.getByRole("button", { name: "Copy: IBAN" }).click();
    await page.getByRole("status").getByText("Copied").waitFor();
    // The page may not read what was copied; a customer pastes it.
    await page.goto((await stage.createSession()).url);
    await choose(page, "bank_debit");
    await page.locator("#iban").focus();
    await page.keyboard.press("Control+V");
    assert.equal(await page.locator("#iban").inputValue(), "DE66 0000 0000 0000 0000 42");
  });
});

/** The methods whose forms stand in the page, in its order. */
const methodsOn = (page: Page): Promise<(string | null)[]> =>
  page.locator("form[data-pay]").evaluateAll((forms) => forms.map((form) => form.getAttribute("data-pay")));

/** Which methods' forms can be seen. */
/** What is to be sent, without the buttons that the script puts beside each. */
const factsOf = (page: Page): Promise<string[]> =>
  page.locator(".facts dd").evaluateAll((facts) => facts.map((fact) => fact.firstChild?.textContent ?? ""));

async function openForms(page: Page): Promise<Method[]> {
  const methods: Method[] = ["card", "wallet", "bank_debit", "bank_transfer"];
  const seen = await Promise.all(
    methods.map((method) => page.locator(`form[data-pay=${method}] button`).isVisible()),
  );
  return methods.filter((_, index) => seen[index]);
}
