import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Page } from "playwright-core";
import { cards, chooseLanguage, noticeOn, pay, type Session, scripting, useTestbed } from "./testbed.ts";

const testbed = useTestbed();

for (const { js, name } of scripting) {
  describe(name, () => {
    test("the page uses the browser's language", async () => {
      const session = await testbed.createSession();
      await testbed.visit({ js, locale: "fr-CA" }, async (page) => {
        await page.goto(session.url);
        assert.deepEqual(await languageOf(page), ["fr-CA", "ltr"]);
      });
    });

    test("the session's language takes precedence over the browser's", async () => {
      const session = await testbed.createSession({ locale: "de-AT" });
      await testbed.visit({ js, locale: "fr" }, async (page) => {
        await page.goto(session.url);
        assert.deepEqual(await languageOf(page), ["de", "ltr"]);
      });
    });

    test("the customer's own choice takes precedence, and survives a decline", async () => {
      const session = await testbed.createSession({ locale: "de" });
      await testbed.visit({ js }, async (page) => {
        await page.goto(session.url);
        await chooseLanguage(page, "es");
        await page.waitForURL(/locale=es/);
        await pay(page, cards.genericDecline);
        await noticeOn(page).waitFor();
        assert.deepEqual(await languageOf(page), ["es", "ltr"]);
      });
    });

    test("the customer's own choice is passed to the bank and back, whatever the bank's language", async () => {
      const session = await testbed.createSession({ locale: "de" });
      await testbed.visit({ js, locale: "fr" }, async (page) => {
        await page.goto(session.url);
        await chooseLanguage(page, "es");
        await page.waitForURL(/locale=es/);
        await pay(page, cards.challenge);
        await page.getByRole("button", { name: "Hacer fallar la comprobación" }).waitFor();
        assert.deepEqual(await headingOf(page), ["es", "Confirme su identidad"]);

        const bankUrl = page.url();
        await page.goto(await returnUrlOf(session));
        assert.deepEqual(await headingOf(page), ["es", "Confirme su identidad"]);

        await page.goto(bankUrl);
        await page.getByRole("button", { name: "Hacer fallar la comprobación" }).click();
        await noticeOn(page).waitFor();
        assert.deepEqual(await languageOf(page), ["es", "ltr"]);

        await pay(page, cards.challenge);
        await page.getByRole("button", { name: "Confirmar 25,99 €" }).click();
        await page.waitForURL(/thanks/);
      });
    });

    test("Arabic runs from right to left, the card's digits from left to right, and the customer can pay", async () => {
      const session = await testbed.createSession();
      await testbed.visit({ js }, async (page) => {
        await page.goto(session.url);
        await chooseLanguage(page, "ar");
        await page.locator("html[dir=rtl]").waitFor();
        assert.deepEqual(await languageOf(page), ["ar", "rtl"]);
        assert.equal(await page.locator("#number").getAttribute("dir"), "ltr");
        // As typed on an Arabic keyboard.
        await page.locator("#number").fill("٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢");
        await page.locator("#expiry").fill("١٢ / ٣٤");
        await page.locator("#cvc").fill("١٢٣");
        await page.locator("form[data-pay=card] button").click();
        await page.waitForURL(/thanks/);
      });
    });
  });
}

for (const [name, viewport] of [
  ["phone", { width: 320, height: 568 }],
  ["desktop", { width: 1280, height: 800 }],
] as const) {
  test(`on a ${name} the menu of languages is within the page, also where that is short`, async () => {
    const session = await testbed.createSession();
    await testbed.visit({ js: false }, async (page) => {
      await page.setViewportSize(viewport);
      for (const url of [session.url, `${session.url}x`, `${session.url}?locale=ar`]) {
        await page.goto(url);
        await page.locator(".languages summary").click();
        const list = await page.locator(".languages details > div").boundingBox();
        assert.ok(list, url);
        const length = await page.evaluate("document.documentElement.scrollHeight");
        assert.ok(list.x >= 0 && list.x + list.width <= viewport.width, `${url}: ${JSON.stringify(list)}`);
        const top = list.y + Number(await page.evaluate("scrollY"));
        assert.ok(top >= 0 && top + list.height <= Number(length), `${url}: ${JSON.stringify(list)}`);
        assert.ok(list.height >= 200, `${url}: ${list.height}`);
      }
    });
  });
}

test("the keyboard opens the menu of languages and closes it again, as does a click elsewhere", async () => {
  const session = await testbed.createSession();
  await testbed.visit({ js: true }, async (page) => {
    await page.goto(session.url);
    const menu = page.locator(".languages summary");
    const arabic = page.getByRole("button", { name: "العربية" });
    await menu.press("Enter");
    await arabic.focus();
    await page.keyboard.press("Escape");
    await arabic.waitFor({ state: "hidden" });
    assert.ok(await page.locator(".languages summary:focus").isVisible(), "the focus is back on the menu");
    await menu.press("Enter");
    await arabic.waitFor();
    await page.locator("h1").click();
    await arabic.waitFor({ state: "hidden" });
    await menu.press("Enter");
    await arabic.press("Enter");
    await page.locator("html[lang=ar]").waitFor();
  });
});

/** Currencies with no, two and three decimals, as each language writes them. */
const amounts = [
  { currency: "JPY", amount: 2599, en: "¥2,599", de: "2.599 ¥", ar: "2,599 JP¥" },
  { currency: "EUR", amount: 259_900, en: "€2,599.00", de: "2.599,00 €", ar: "2,599.00 €" },
  { currency: "KWD", amount: 2_599_005, en: "KWD 2,599.005", de: "2.599,005 KWD", ar: "2,599.005 د.ك." },
] as const;

for (const { currency, amount, ...expected } of amounts) {
  test(`an amount in ${currency} has its currency's decimals in every language`, async () => {
    const session = await testbed.createSession({ amount, currency });
    await testbed.visit({ js: false }, async (page) => {
      for (const [locale, text] of Object.entries(expected)) {
        await page.goto(`${session.url}?locale=${locale}`);
        assert.equal(plain(await page.locator(".amount").textContent()), text);
        assert.ok(plain(await page.locator("form[data-pay=card] button").textContent()).includes(text));
      }
    });
  });
}

/** The same amount in the page's language, as the browser's region writes it. */
const regional = [
  { locale: "de-CH", currency: "CHF", amount: 123_456_789, text: "CHF 1’234’567.89" },
  { locale: "es-CL", currency: "CLP", amount: 1_234_567, text: "$1.234.567" },
  { locale: "en-IN", currency: "INR", amount: 123_456_789, text: "₹12,34,567.89" },
  { locale: "zh-TW", currency: "TWD", amount: 123_456_789, text: "NT$1,234,567.89" },
  { locale: "de-DE", currency: "USD", amount: 123_456_789, text: "1.234.567,89 US$" },
] as const;

for (const { locale, currency, amount, text } of regional) {
  test(`a browser in ${locale} shows an amount in ${currency} in the summary and the button as its region does`, async () => {
    const session = await testbed.createSession({ amount, currency });
    await testbed.visit({ js: false, locale }, async (page) => {
      await page.goto(session.url);
      assert.equal(plain(await page.locator(".amount").textContent()), text);
      assert.ok(plain(await page.locator("form[data-pay=card] button").textContent()).includes(text));
    });
  });
}

test("a time of a language whose dates the browser lacks is in digits, in no other language", async () => {
  await testbed.visit({ locale: "de" }, async (page) => {
    const timeIn = async (locale: string) => {
      await page.goto((await testbed.createSession({ locale })).url);
      return page.locator("time bdi").first().textContent();
    };
    assert.match((await timeIn("de")) ?? "", /^\d+\. \p{L}+ \d{4} um \d\d:\d\d$/u);
    // Chromium knows no dates of Welsh, and takes the months of Punjabi to be M01 to M12.
    for (const locale of ["cy", "pa"])
      assert.match((await timeIn(locale)) ?? "", /^\d{4}-\d\d-\d\d \d\d:\d\d$/, locale);
  });
});

/** Removes direction marks, and turns every kind of space into a plain one. */
function plain(text: string | null): string {
  return (text ?? "")
    .replace(/[\u061c\u200e\u200f\u2066-\u2069]/g, "")
    .replace(/\s/g, " ")
    .trim();
}

async function headingOf(page: Page): Promise<(string | null)[]> {
  const [language = null] = await languageOf(page);
  return [language, await page.locator("h1, .payment h2").last().textContent()];
}

/** The URL to which the bank returns the customer, as stored by the simulated PSP. */
async function returnUrlOf({ id }: Session): Promise<string> {
  const [charge] = await testbed.db.sql<{ url: string }>(
    "SELECT return_url AS url FROM sandbox_psp.charges WHERE merchant_reference = $1 ORDER BY created_at DESC",
    [id],
  );
  assert.ok(charge);
  return charge.url;
}

async function languageOf(page: Page): Promise<(string | null)[]> {
  const html = page.locator("html");
  return [await html.getAttribute("lang"), await html.getAttribute("dir")];
}
