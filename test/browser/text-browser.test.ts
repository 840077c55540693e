import assert from "node:assert/strict";
import { test } from "node:test";
import { openTextBrowser, type TextBrowser } from "../support/text-browser.ts";
import { untilPaymentIs } from "./states.ts";
import { cards, type Session, useTestbed } from "./testbed.ts";

// Pays the page in w3m, in a terminal: no script, no style, no mouse. What works there works in anything that renders
// HTML.

const testbed = useTestbed();

async function walk(session: Session, work: (browser: TextBrowser) => Promise<void>): Promise<void> {
  const browser = await openTextBrowser(session.url);
  try {
    await browser.until("Viewing <");
    await work(browser);
  } finally {
    await browser.close();
  }
}

/** `isKept`: the page has the expiry date of the last attempt. */
async function payByCard(browser: TextBrowser, number: string, isKept = false): Promise<void> {
  await browser.fill("Card number", number);
  if (!isKept) await browser.fill("Expiry date", "12 / 34");
  await browser.fill("Security code", "123");
  await browser.press("Pay €25.99");
}

test("pays by card", async () => {
  const session = await testbed.createSession();
  await walk(session, async (browser) => {
    await payByCard(browser, cards.approved);
    await browser.until("Viewing <Shop>");
  });
  assert.equal((await testbed.readSession(session.id)).paymentStatus, "paid");
  assert.deepEqual(await testbed.charges(session), [2599]);
});

test("shows faults at the top and beside their fields, and pays after correction", async () => {
  const session = await testbed.createSession();
  await walk(session, async (browser) => {
    await browser.fill("Card number", "4242 4242 4242 4243");
    await browser.press("Pay €25.99");
    await browser.until("Please correct 3 fields");
    const [number, expiry, code] = [
      "Check the card number. A digit is wrong or missing.",
      "Enter the expiry date.",
      "Enter the security code.",
    ] as const;
    await browser.until("Please correct 3 fields", number, expiry, code, "You haven’t been charged");
    // After the summary, whose links have the same texts, each fault is under its field.
    const fields = ["Card number [", number, "Expiry date [", expiry, "Security code [", code];
    await browser.until("You haven’t been charged", ...fields, "Pay €25.99");
    // The last words above the form. The message mentions the card number, too.
    await browser.goTo("code again");
    await payByCard(browser, cards.approved);
    await browser.until("Viewing <Shop>");
  });
  assert.deepEqual(await testbed.charges(session), [2599]);
});

test("pays by a method's own button where the page asks for the e-mail address, too", async () => {
  const session = await testbed.createSession({ collect: { email: "required" } });
  await walk(session, async (browser) => {
    const methods = ["( ) Direct debit", "( ) Bank transfer"];
    await browser.until(
      "Continue with the chosen method",
      "Email address",
      "(*) Card",
      "Pay €25.99",
      ...methods,
    );
    await browser.fill("Email address", "kim@shop.example");
    await payByCard(browser, cards.approved);
    await browser.until("Viewing <Shop>");
  });
  assert.deepEqual(await testbed.charges(session), [2599]);
});

// w3m ignores the attribute by which the fields that change the amount name their form.
test("pays the total of a page whose amount other browsers can change", async () => {
  const mug = { name: "Mug", quantity: 2, unitAmount: 1000, adjustableQuantity: { minimum: 1, maximum: 9 } };
  const session = await testbed.createSession({
    amount: 2000,
    lineItems: [mug],
    tips: { percentages: ["10"] },
  });
  await walk(session, async (browser) => {
    await browser.until("€20.00 1 item", "Mug", "Add a tip", "(*) Card", "Pay €20.00", "( ) Wallet");
    await browser.fill("Card number", cards.approved);
    await browser.fill("Expiry date", "12 / 34");
    await browser.fill("Security code", "123");
    await browser.press("Pay €20.00");
    await browser.until("Viewing <Shop>");
  });
  assert.deepEqual(await testbed.charges(session), [2000]);
});

test("shows a decline, and pays after a challenge on the bank's page", async () => {
  const session = await testbed.createSession();
  await walk(session, async (browser) => {
    await payByCard(browser, cards.insufficientFunds);
    await browser.until("The payment didn’t go through");
    await payByCard(browser, cards.challenge, true);
    await browser.until("Confirm it’s you");
    await browser.press("Confirm €25.99");
    await browser.until("Viewing <Shop>");
  });
  assert.deepEqual(await testbed.charges(session), [2599]);
});

test("orders and sends a transfer in another language", async () => {
  const session = await testbed.createSession({ locale: "de" });
  await walk(session, async (browser) => {
    await browser.press("Kontodaten anzeigen");
    await browser.until("Verwendungszweck");
    await browser.press("simulierten Bank");
    await browser.until("Testbank");
    await browser.press("€ senden");
    await browser.until("Das Geld wurde gesendet");
  });
  await untilPaymentIs(testbed, session, "paid");
});
