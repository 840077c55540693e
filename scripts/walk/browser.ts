import type { Page } from "playwright-core";
import { launchChromium } from "../../test/support/launch-chromium.ts";

/** A Chromium with nothing in its cache. */
export async function openNewcomersBrowser(): Promise<{ page: Page; close: () => Promise<void> }> {
  const browser = await launchChromium();
  const page = await (await browser.newContext({ locale: "en" })).newPage();
  return { page, close: () => browser.close() };
}

/** Pays the session whose page is open, and waits for the page that says that it is paid. */
export async function payByCard(page: Page, kassaUrl: string): Promise<void> {
  await page.getByLabel("Card number").fill("4242 4242 4242 4242");
  await page.getByLabel("Expiry").fill("12 / 34");
  await page.getByLabel("Security code").fill("123");
  await page.getByRole("button", { name: /^Pay / }).click();
  await page.waitForURL(`${kassaUrl}/docs/paid?session=*`);
  await page.getByRole("heading", { level: 1, name: /paid/i }).waitFor();
}
