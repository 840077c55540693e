import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import type { Locale } from "../../../src/checkout-page/locale.ts";
import { sampleViews } from "../../../src/checkout-page/sample-views.ts";
import { checkAccessibility, colorRules } from "../../support/axe.ts";
import { desktop, phone, screenshot } from "../../support/browser.ts";
import { useGallery } from "./gallery.ts";

/** As wide as a phone held upright at 200 % zoom, or a desktop of 1280 px at 400 %. */
const narrowest = 320;

/**
 * Every state of the page in a language, on a phone and a desktop, light and dark: nothing is wider than the screen, and
 * no code stands in the page; and without a script where there is one. What it looks like is kept in
 * `artifacts/screenshots`. `axe`: whether it looks as well; it sees structure and colours, which are the same in all
 * languages of a direction.
 */
export function lookAtEveryState(locale: Locale, { axe }: { axe: boolean }): void {
  const gallery = useGallery();
  for (const state of Object.keys(sampleViews(locale))) {
    test(`${state} in ${locale}`, async () => {
      await gallery.visit({ locale, phone: true }, async (page) => {
        await page.goto(`${gallery.url()}/${locale}/${state}`);
        assert.equal(await page.locator("html").getAttribute("lang"), locale);
        await checkMarkup(page);
        if (axe) await checkAccessibility(page);
        await look(page, `${state}-${locale}`, async () => {
          if (axe) await checkAccessibility(page, colorRules);
        });
        if ((await page.locator(enhanced).count()) === 0) return;
        await gallery.visit({ locale, phone: true, js: false }, async (plain) => {
          await plain.goto(`${gallery.url()}/${locale}/${state}`);
          await look(plain, `${state}-${locale}-noscript`);
        });
      });
    });
  }
}

/** What the script adds something to; without it the page looks otherwise there. */
const enhanced =
  "[data-pay], [data-use-label], [data-copy-label], [data-expires-at], [data-print], [data-status-url]";

export async function checkMarkup(page: Page): Promise<void> {
  assert.equal(await page.locator("script:not([src]), [onclick], [onload], [onerror], [style]").count(), 0);
  assert.equal(await page.locator("h1").count(), 1);
}

/**
 * Keeps what the page looks like on a phone and a desktop, light and dark, and holds it to the width of small screens.
 * It comes, and is left, on a phone; `inTheDark` is done there, for the schemes share their layout.
 */
export async function look(page: Page, name: string, inTheDark = async () => {}): Promise<void> {
  await page.setViewportSize({ ...phone, width: narrowest });
  assert.equal(await widthOf(page), narrowest, "nothing is wider than the narrowest screen");
  await page.setViewportSize(phone);
  assert.equal(await widthOf(page), phone.width);
  await screenshot(page, `${name}-light-phone`);
  await page.emulateMedia({ colorScheme: "dark" });
  await inTheDark();
  await screenshot(page, `${name}-dark-phone`);
  await page.setViewportSize(desktop);
  await screenshot(page, `${name}-dark-desktop`);
  await page.emulateMedia({ colorScheme: "light" });
  await screenshot(page, `${name}-light-desktop`);
}

/** How wide all of the page is, asked of the browser itself: of a page without a script nothing else can be asked. */
async function widthOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const { cssContentSize } = await session.send("Page.getLayoutMetrics");
  await session.detach();
  return cssContentSize.width;
}
