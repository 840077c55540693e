import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import type { Locale } from "../../../src/checkout-page/locale.ts";
import { sampleViews } from "../../../src/checkout-page/sample-views.ts";
import { checkAccessibility, colorRules } from "../../support/axe.ts";
import { desktop, phone, screenshot } from "../../support/browser.ts";
import { useGallery } from "./gallery.ts";

/** As wide as an upright phone at 200 % zoom, or a desktop of 1280 px at 400 %. */
const narrowest = 320;

/**
 * Tests every state of the page in a language, on a phone and a desktop, light and dark: nothing is wider than the
 * screen, and there is no inline code; also without a script if the state has one. Saves screenshots in
 * `artifacts/screenshots`. `axe`: whether to run axe-core too; it checks structure and colours, which are the same in
 * all languages of a direction.
 */
export function lookAtEveryState(locale: Locale, { axe }: { axe: boolean }): void {
  const gallery = useGallery();
  for (const state of Object.keys(sampleViews(locale))) {
    test(`${state} in ${locale}`, async () => {
      await gallery.visit({ locale, phone: true }, async (page) => {
        await page.goto(gallery.url(locale, state));
        assert.equal(await page.locator("html").getAttribute("lang"), locale);
        await checkMarkup(page);
        if (axe) await checkAccessibility(page);
        await look(page, `${state}-${locale}`, async () => {
          if (axe) await checkAccessibility(page, colorRules);
        });
        if ((await page.locator(enhanced).count()) === 0) return;
        await gallery.visit({ locale, phone: true, js: false }, async (plain) => {
          await plain.goto(gallery.url(locale, state));
          await look(plain, `${state}-${locale}-noscript`);
        });
      });
    });
  }
}

/** The elements that the script enhances; if there is one, the page looks different without a script. */
const enhanced =
  "[data-pay], [data-use-label], [data-copy-label], [data-expires-at], [data-print], [data-status-url]";

export async function checkMarkup(page: Page): Promise<void> {
  assert.equal(await page.locator("script:not([src]), [onclick], [onload], [onerror], [style]").count(), 0);
  assert.equal(await page.locator("h1").count(), 1);
}

/**
 * Takes screenshots on a phone and a desktop, light and dark, and checks the width on small screens. Starts and ends on
 * a phone. `inTheDark` runs there with the dark scheme, because both schemes have the same layout.
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

/** The width of the whole page. CDP is the only way to get it on a page without scripts. */
async function widthOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const { cssContentSize } = await session.send("Page.getLayoutMetrics");
  await session.detach();
  return cssContentSize.width;
}
