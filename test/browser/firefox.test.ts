import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import axe from "axe-core";
import type { Page } from "puppeteer-core";
import { type Firefox, openFirefox } from "../support/firefox.ts";
import { cards, payButton, type Session, thanksUrl, useTestbed } from "./testbed.ts";

/** The main path and the hardest pages in a second browser engine. Everything else is tested in Chromium. */
let firefox: Firefox;
// Registered before the testbed's hook, so that Firefox closes first: its open connections would delay the server's end.
after(() => firefox?.close());
const testbed = useTestbed({}, async ({ url }) => {
  firefox = await openFirefox(url);
});

for (const { script, name } of [
  { script: true, name: "with the page's script" },
  { script: false, name: "where the script isn't loaded" },
]) {
  describe(name, () => {
    test("pays by card and arrives at the shop", async () => {
      const session = await testbed.createSession();
      await firefox.visit({ script }, async (page) => {
        await page.goto(session.url);
        await typeCard(page, cards.approved);
        await page.locator(payButton).click();
        await arrive(page, session);
      });
      assert.deepEqual(await testbed.charges(session), [2599]);
    });

    test("a declined card is followed by one that pays", async () => {
      const session = await testbed.createSession();
      await firefox.visit({ script }, async (page) => {
        await page.goto(session.url);
        await typeCard(page, cards.insufficientFunds);
        await page.locator(payButton).click();
        await page.locator("::-p-text(There isn’t enough money on this card)").wait();
        await typeCard(page, cards.approved);
        await page.locator(payButton).click();
        await arrive(page, session);
      });
      assert.deepEqual(await testbed.charges(session), [2599]);
    });

    test("the Enter key in a field of details pays by the chosen method", async () => {
      const session = await testbed.createSession({ collect: { email: "required" } });
      await firefox.visit({ script }, async (page) => {
        await page.goto(session.url);
        await page.locator("label[for=method-bank_transfer]").click();
        await page.locator("#email").fill("kim@shop.example");
        await page.keyboard.press("Enter");
        await page.locator("::-p-text(Use this reference)").wait();
      });
    });

    test("a changed amount keeps what was typed, and the Enter key pays by the chosen method", async () => {
      const item = { name: "Mug", unitAmount: 1000, adjustableQuantity: { minimum: 1, maximum: 9 } };
      const session = await testbed.createSession({
        amount: 2000,
        lineItems: [{ ...item, quantity: 2 }],
        tips: { amounts: [150], custom: true },
        collect: { email: "required" },
      });
      await firefox.visit({ script }, async (page) => {
        await page.goto(session.url);
        await page.locator("label[for=method-bank_transfer]").click();
        await page.locator("#email").fill("kim@shop.example");
        await page.locator("#more_0").click();
        await page.locator("::-p-text(€30.00)").wait();
        await page.locator("label[for=tip-custom]").click();
        await page.locator("#tip_amount").fill("1");
        await page.keyboard.press("Enter");
        await page.locator("::-p-text(€31.00)").wait();
        assert.equal(await page.$eval("#email", (input) => input.value), "kim@shop.example");
        await page.focus("#email");
        await page.keyboard.press("Enter");
        await page.locator("::-p-text(Use this reference)").wait();
      });
    });

    test("confirms at the bank, and comes back paid", async () => {
      const session = await testbed.createSession();
      await firefox.visit({ script }, async (page) => {
        await page.goto(session.url);
        await typeCard(page, cards.challenge);
        await page.locator(payButton).click();
        await page.locator("::-p-text(Confirm €25.99)").click();
        await arrive(page, session);
      });
      assert.deepEqual(await testbed.charges(session), [2599]);
    });
  });
}

test("the card number is grouped while it is typed", async () => {
  const session = await testbed.createSession();
  await firefox.visit({}, async (page) => {
    await page.goto(session.url);
    await page.locator("#number").click();
    await page.keyboard.type("4242424242424242");
    await page.locator("#expiry").click();
    await page.keyboard.type("1234");
    assert.equal(await textIn(page, "#number"), "4242 4242 4242 4242");
    assert.equal(await textIn(page, "#expiry"), "12 / 34");
  });
});

test("the fields of an address follow from its country, and nothing else of the page changes", async () => {
  const session = await testbed.createSession({ collect: { shippingAddress: {} } });
  await firefox.visit({}, async (page) => {
    await page.goto(session.url);
    await typeCard(page, cards.approved);
    await page.select("#shipping_country", "US");
    await page.locator("#shipping_recipient").wait();
    assert.equal(await textIn(page, "#number"), cards.approved);
  });
});

test("where the script isn't loaded, the button that shows the fields of a country appears after a while", async () => {
  const session = await testbed.createSession({ collect: { shippingAddress: {} } });
  await firefox.visit({ script: false }, async (page) => {
    await page.goto(session.url);
    await page.select("#shipping_country", "US");
    await page.locator("button[name=show_country]").click();
    await page.locator("#shipping_recipient").wait();
  });
});

for (const locale of ["en", "ar"]) {
  test(`the page in ${locale} fits a narrow phone and is accessible`, async () => {
    const lineItems = [{ name: "Terracotta pot, 24 cm", quantity: 2, unitAmount: 1450 }];
    const session = await testbed.createSession({ amount: 2900, lineItems, locale });
    await firefox.visit({ width: 320 }, async (page) => {
      await page.goto(session.url);
      assert.ok(
        await page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"),
      );
      assert.equal(await page.evaluate("document.dir"), locale === "ar" ? "rtl" : "ltr");
      assert.deepEqual(await violations(page), []);
    });
  });
}

async function typeCard(page: Page, number: string): Promise<void> {
  await page.locator("#number").fill(number);
  await page.locator("#expiry").fill("12 / 34");
  await page.locator("#cvc").fill("123");
}

async function arrive(page: Page, session: Session): Promise<void> {
  await page.waitForFunction(`location.href === ${JSON.stringify(thanksUrl(session))}`);
}

const textIn = (page: Page, field: string): Promise<unknown> =>
  page.evaluate(`document.querySelector(${JSON.stringify(field)}).value`);

/** What axe-core finds, as the name of the rule and the elements. */
async function violations(page: Page): Promise<unknown> {
  await page.evaluate(axe.source);
  return page.evaluate(`axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" ")))`);
}
