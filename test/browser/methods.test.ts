import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Page } from "playwright-core";
import { noZbar, readQrCode } from "../../src/transfer-codes/test-support.ts";
import { untilPartArrived, untilPaymentIs } from "./states.ts";
import {
  choose,
  fillIn,
  ibans,
  type Method,
  noticeOn,
  pay,
  payBy,
  payByDebit,
  scripting,
  submit,
  thanksUrl,
  useTestbed,
} from "./testbed.ts";

/**
 * Every payment method but the card, with the card beside it: what the customer chooses, types and confirms, and the
 * result.
 */
const testbed = useTestbed({ KASSA_SANDBOX_PENDING_MS: "600000" });

const headingOf = (page: Page) => page.locator("h1").textContent();

for (const { js, name } of scripting) {
  describe(name, () => {
    test("pays by wallet: the customer confirms there and arrives at the shop", async () => {
      const session = await testbed.createSession();
      await testbed.visit({ js, session }, async (page) => {
        await payBy(page, "wallet");
        await page.getByRole("button", { name: "Pay €25.99" }).click();
        await page.waitForURL(thanksUrl(session));
      });
      assert.equal((await testbed.readSession(session.id)).paymentStatus, "paid");
      assert.deepEqual(await testbed.charges(session), [2599]);
    });

    test("a customer who cancels in the wallet sees that, with the wallet's form open, and can pay by card", async () => {
      const session = await testbed.createSession();
      await testbed.visit({ js, session }, async (page) => {
        await payBy(page, "wallet");
        await page.getByRole("button", { name: "Cancel" }).click();
        await page
          .getByText("The payment wasn’t confirmed in your wallet. You haven’t been charged.")
          .waitFor();
        assert.deepEqual(await openForms(page), ["wallet"]);
        await pay(page);
        await page.waitForURL(thanksUrl(session));
      });
      assert.deepEqual(await testbed.charges(session), [2599]);
    });

    test("a customer who returns from the wallet without an answer can continue there or pay another way", async () => {
      const session = await testbed.createSession();
      await testbed.visit({ js, session }, async (page) => {
        await payBy(page, "wallet");
        await page.goto(session.url);
        assert.equal(await headingOf(page), "Confirm the payment in your wallet");
        await page.getByRole("link", { name: "Continue to your wallet" }).click();
        await page.getByRole("heading", { name: "Pay with your wallet?" }).waitFor();
        await page.goto(session.url);
        await page.getByRole("button", { name: "Pay another way" }).click();
        await noticeOn(page).waitFor();
        await pay(page);
        await page.waitForURL(thanksUrl(session));
      });
      assert.deepEqual(await testbed.charges(session), [2599]);
    });

    test("a customer who doesn't make the transfer is told not to send the money, and how to pay another way", async () => {
      const session = await testbed.createSession();
      await testbed.visit({ js }, async (page) => {
        await page.goto(session.url);
        await payBy(page, "bank_transfer");
        await page.getByRole("button", { name: "Pay another way" }).click();
        await page.getByRole("heading", { name: "The transfer was cancelled" }).waitFor();
        await page.getByText("Please don’t send the €25.99 now.").waitFor();
        await page.getByRole("link", { name: /^Back to / }).click();
        await page.waitForURL(`${testbed.shop.url}/cart`);
      });
      assert.deepEqual(await testbed.charges(session), []);
    });

    test("a direct debit is processing at first, and paid when the bank has paid", async () => {
      const session = await testbed.createSession();
      await testbed.visit({ js, session }, async (page) => {
        await payByDebit(page);
        await page.waitForURL(thanksUrl(session));
        await page.goto(session.url);
        assert.equal(await headingOf(page), "Order accepted");
        await testbed.settle(session);
        await untilPaymentIs(testbed, session, "paid");
        await page.goto(session.url);
        assert.equal(await headingOf(page), "Payment complete");
      });
      assert.deepEqual(await testbed.charges(session), [2599]);
    });

    test("a direct debit that the bank returns shows the reason", async () => {
      for (const [iban, reason] of [
        [ibans.insufficientFunds, "There wasn’t enough money in the account."],
        [ibans.accountClosed, "Your bank says the account is closed."],
        [ibans.notAuthorized, "Your bank didn’t allow the direct debit."],
      ] as const) {
        const session = await testbed.createSession();
        await testbed.visit({ js, session }, async (page) => {
          await payByDebit(page, iban);
          await page.waitForURL(thanksUrl(session));
          await testbed.settle(session);
          await untilPaymentIs(testbed, session, "unpaid");
          await page.goto(session.url);
          assert.equal(await headingOf(page), "The payment didn’t go through");
          await page.getByText(reason).waitFor();
        });
        assert.deepEqual(await testbed.charges(session), []);
      }
    });

    test("checks an account before any attempt; a mistyped IBAN is shown again, a real one isn't", async () => {
      const session = await testbed.createSession();
      await testbed.visit({ js, session }, async (page) => {
        await choose(page, "bank_debit");
        await submit(page, "bank_debit");
        assert.deepEqual(await page.locator(".notice:focus li").allTextContents(), [
          "Enter the account holder’s name.",
          "Enter your IBAN.",
        ]);
        await payByDebit(page, "DE89 3704 0044 0532 0130 01");
        await page.getByRole("link", { name: "Check the IBAN. A character is wrong or missing." }).waitFor();
        assert.equal(await page.locator("#iban").inputValue(), "DE89 3704 0044 0532 0130 01");
        assert.equal(await page.locator("#holder").inputValue(), "Kim Test");
        await payByDebit(page, "GB82 WEST 1234 5698 7654 32");
        await page.getByRole("link", { name: /^This is a sandbox, so only test accounts work/ }).waitFor();
        assert.equal(await page.locator("#iban").inputValue(), "");
        assert.equal(await page.locator("#test-cards").getAttribute("open"), "");
      });
      assert.equal(await testbed.attempts(session), 0);
    });

    test("a transfer shows where to send the money, survives leaving the page, and is paid when it arrives", async () => {
      const session = await testbed.createSession();
      await testbed.visit({ js, session }, async (page) => {
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
        const bank = await openBank(page);
        await bank.getByRole("button", { name: "Send €25.99" }).click();
        await bank.getByRole("heading", { name: "The money has been sent" }).waitFor();
        await untilPaymentIs(testbed, session, "paid");
        // With scripts the page updates itself; without, the customer reloads it.
        if (!js) await page.getByRole("link", { name: "Check again" }).click();
        await page.getByRole("heading", { name: "Payment complete" }).waitFor();
      });
      assert.deepEqual(await testbed.charges(session), [2599]);
    });

    test("a transfer can arrive in parts and exceed the amount; the page says that the surplus goes back", async () => {
      const session = await testbed.createSession();
      await testbed.visit({ js, session }, async (page) => {
        await payBy(page, "bank_transfer");
        await headingOf(page);
        const bank = await openBank(page);
        const send = async (amount: string) => {
          await bank.getByLabel("Amount in EUR").fill(amount);
          await bank.getByRole("button", { name: "Send this amount" }).click();
        };
        await bank.getByText("Send another amount").click();
        await send("5.99 €");
        await bank.getByText("Enter an amount above zero, such as 25.99.").waitFor();
        await send("5.99");
        await bank.getByText("Part of the money has arrived.", { exact: false }).waitFor();
        if (!js) {
          await untilPartArrived(session);
          await page.getByRole("link", { name: "Check again" }).click();
        }
        await page.getByRole("heading", { name: "€5.99 has arrived, €20.00 is still missing" }).waitFor();
        await page.getByText("€5.99 of €25.99 has arrived. Please send the remaining €20.00").waitFor();
        await bank.getByText("Send another amount").click();
        await send("24.01");
        await untilPaymentIs(testbed, session, "paid");
        if (!js) await page.getByRole("link", { name: "Check again" }).click();
        await page.getByRole("heading", { name: "Payment complete" }).waitFor();
        await page.getByText("You sent €4.01 too much. It’s being sent back to you.").waitFor();
      });
      // The charge, and the surplus, which then goes back.
      assert.deepEqual((await testbed.charges(session)).slice(0, 2), [2599, 401]);
    });

    test("the merchant selects and orders the methods; a single one needs no choice", async () => {
      const some = await testbed.createSession({ paymentMethods: ["bank_transfer", "card"] });
      const one = await testbed.createSession({ paymentMethods: ["bank_debit"] });
      await testbed.visit({ js, session: some }, async (page) => {
        assert.deepEqual(await methodsOn(page), ["bank_transfer", "card"]);
        assert.deepEqual(await openForms(page), ["bank_transfer"]);
        await page.goto(one.url);
        assert.deepEqual(await methodsOn(page), ["bank_debit"]);
        assert.equal(await page.getByRole("radio").count(), 0);
        await payByDebit(page);
        await page.waitForURL(thanksUrl(one));
      });
    });

    test("direct debits are offered in euros only, and a later capture excludes methods that can't wait", async () => {
      const dollars = await testbed.createSession({ currency: "USD" });
      const later = await testbed.createSession({ captureMethod: "manual" });
      await testbed.visit({ js, session: dollars }, async (page) => {
        assert.deepEqual(await methodsOn(page), ["card", "wallet", "bank_transfer"]);
        assert.equal(await page.getByText("DE89 3704").count(), 0, "no test account without direct debit");
        await page.goto(later.url);
        assert.deepEqual(await methodsOn(page), ["card", "wallet"]);
      });
    });

    test("refuses a method that wasn't offered", async () => {
      const session = await testbed.createSession({ paymentMethods: ["card", "bank_transfer"] });
      await testbed.visit({ js, session }, async (page) => {
        const hidden = page.locator("form[data-pay=card] input[name=method]");
        await hidden.evaluate((input) => input.setAttribute("value", "wallet"));
        await fillIn(page);
        await submit(page);
        await page.getByRole("link", { name: "Choose how you’d like to pay." }).waitFor();
        assert.deepEqual(await openForms(page), ["card"], "one method is always open");
      });
      assert.equal(await testbed.attempts(session), 0);
    });

    test("the arrow keys choose a method, and the keyboard alone pays", async () => {
      const session = await testbed.createSession();
      await testbed.visit({ js, session }, async (page) => {
        await page.getByRole("radio", { name: "Card" }).focus();
        await page.keyboard.press("ArrowUp");
        assert.deepEqual(await openForms(page), ["bank_transfer"]);
        for (const method of ["card", "wallet", "bank_debit"]) {
          await page.keyboard.press("ArrowDown");
          assert.deepEqual(await openForms(page), [method]);
        }
        assert.equal(await page.getByRole("radiogroup").getByRole("radio", { checked: true }).count(), 1);
        await page.keyboard.press("Tab");
        await page.keyboard.type("Kim Test");
        await page.keyboard.press("Tab");
        await page.keyboard.type(ibans.approvedLater);
        await page.keyboard.press("Tab");
        await page.keyboard.press("Enter");
        await page.waitForURL(thanksUrl(session));
      });
      assert.equal((await testbed.readSession(session.id)).paymentStatus, "processing");
    });
  });
}

test("a test account fills in the direct debit form and opens it", async () => {
  const session = await testbed.createSession();
  await testbed.visit({ session }, async (page) => {
    await page.locator("#test-cards summary").click();
    await page.getByRole("button", { name: "Use DE89 3704 0044 0532 0130 00" }).click();
    assert.deepEqual(await openForms(page), ["bank_debit"]);
    await page.keyboard.press("Enter");
    await page.waitForURL(thanksUrl(session));
  });
});

test("groups an IBAN while it is typed", async () => {
  const session = await testbed.createSession();
  await testbed.visit({ session }, async (page) => {
    await choose(page, "bank_debit");
    await page.locator("#iban").pressSequentially("de89370400440532013000");
    assert.equal(await page.locator("#iban").inputValue(), ibans.approvedLater);
  });
});

test("copies the transfer details with a button", async () => {
  const session = await testbed.createSession();
  await testbed.visit({ keepWindow: false }, async (page) => {
    await page.context().grantPermissions(["clipboard-write"]);
    await page.goto(session.url);
    await payBy(page, "bank_transfer");
    await page.getByRole("button", { name: "Copy: IBAN" }).click();
    await page.getByRole("status").getByText("Copied").waitFor();
    for (const fact of ["Amount", "Recipient", "IBAN", "BIC", "Reference"])
      assert.equal(await page.getByRole("button", { name: `Copy: ${fact}` }).count(), 1, fact);
    // The page may not read the clipboard, so the test pastes it like a customer.
    await page.goto((await testbed.createSession()).url);
    await choose(page, "bank_debit");
    await page.locator("#iban").focus();
    await page.keyboard.press("Control+V");
    assert.equal(await page.locator("#iban").inputValue(), "DE66 0000 0000 0000 0000 42");
  });
});

for (const dark of [false, true]) {
  for (const phone of [false, true]) {
    const look = `${dark ? "dark" : "light"}, on a ${phone ? "phone" : "desktop"}`;
    test(`the QR code of a transfer in euros can be read from the screen: ${look}`, async (t) => {
      const session = await testbed.createSession();
      await testbed.visit({ dark, phone, session }, async (page) => {
        await payBy(page, "bank_transfer");
        const code = page.getByRole("img", { name: "QR code for this transfer" });
        const read = readQrCode(await code.screenshot());
        if (read === undefined) return t.diagnostic(noZbar);
        const reference = await page.locator("[data-copy^=RF]").getAttribute("data-copy");
        assert.deepEqual(read.split("\n").slice(4), [
          ...["TESTDE00XXX", "Kassa Sandbox", "DE66000000000000000042", "EUR25.99", "", reference],
        ]);
      });
    });
  }
}

test("a transfer in another currency has no QR code", async () => {
  const session = await testbed.createSession({ currency: "CHF" });
  await testbed.visit({ session }, async (page) => {
    await payBy(page, "bank_transfer");
    assert.equal((await factsOf(page)).length, 5);
    assert.equal(await page.locator(".qr").count(), 0);
  });
});

/** Opens the bank that a transfer's page links to, in another tab. */
async function openBank(page: Page): Promise<Page> {
  const bank = await page.context().newPage();
  await bank.goto((await page.locator("a[href*='/transfers/']").getAttribute("href")) ?? "");
  return bank;
}

/** The methods whose forms are on the page, in order. */
const methodsOn = (page: Page): Promise<(string | null)[]> =>
  page.locator("form[data-pay]").evaluateAll((forms) => forms.map((form) => form.getAttribute("data-pay")));

/** The transfer details, without the script's copy buttons. */
const factsOf = (page: Page): Promise<string[]> =>
  page.locator(".facts dd").evaluateAll((facts) => facts.map((fact) => fact.firstChild?.textContent ?? ""));

/** The methods whose forms are visible. */
async function openForms(page: Page): Promise<Method[]> {
  const methods: Method[] = ["card", "wallet", "bank_debit", "bank_transfer"];
  const seen = await Promise.all(
    methods.map((method) => page.locator(`form[data-pay=${method}] button`).isVisible()),
  );
  return methods.filter((_, index) => seen[index]);
}
