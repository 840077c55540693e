import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { checkAccessibility } from "../support/axe.ts";
import { screenshot } from "../support/browser.ts";

/** Resolves when nothing moves any more, but for what never ends, such as a loader. */
const standsStill = `Promise.all(document.getAnimations()
  .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
  .map(({ finished }) => finished.catch(() => {}))).then(() => null)`;

/** Waits until everything is loaded, takes a screenshot, and checks that the page is accessible and nothing of it lies beside the window. */
export async function lookAt(page: Page, name: string): Promise<void> {
  await page.locator(".mantine-Loader-root").first().waitFor({ state: "detached" });
  await page.evaluate(standsStill);
  await screenshot(page, `dashboard-${name}`);
  const overflow = await page.evaluate("document.documentElement.scrollWidth - window.innerWidth");
  assert.ok(Number(overflow) <= 0, `${name} is ${overflow} px too wide`);
  await checkAccessibility(page);
}
