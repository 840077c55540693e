import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { checkAccessibility, colorRules } from "../support/axe.ts";
import { desktop, phone, screenshot } from "../support/browser.ts";
import { until } from "../support/until.ts";

/** Resolves when nothing moves any more, but for what never ends, such as a loader. */
const standsStill = `Promise.all(document.getAnimations()
  .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
  .map(({ finished }) => finished.catch(() => {}))).then(() => null)`;

/** Words on buttons that are broken over two lines, though each is short. */
const brokenWords = `[...document.querySelectorAll("button, [role=button]")].flatMap((button) => {
  const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
  const broken = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    for (const { 0: word, index } of text.data.matchAll(/\\S{2,12}/gu)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word);
    }
  return broken;
})`;

/** Whether the menu is scrolled so that its entry of this screen can't be seen. */
const hiddenEntry = `(() => {
  const entry = document.querySelector("nav [data-active]")?.getBoundingClientRect();
  const menu = document.querySelector("nav .mantine-ScrollArea-viewport")?.getBoundingClientRect();
  return Boolean(entry && menu && (entry.top < menu.top - 1 || entry.bottom > menu.bottom + 1));
})()`;

/**
 * Waits until everything is loaded, takes a screenshot, and checks that the page is accessible, and that nothing of it is cut off or lies
 * beside the window. A page on a phone in dark colours is looked at on a desktop in light ones, too.
 */
export async function lookAt(page: Page, name: string): Promise<void> {
  await look(page, name);
  const size = page.viewportSize();
  if (
    size?.width !== phone.width ||
    !(await page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches"))
  )
    return;
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(desktop);
  // The rules that depend neither on colours nor on sizes were checked just before.
  await look(page, `${name}-desktop`, colorRules);
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(size);
  await page.evaluate(standsStill);
}

/** @param rules those of axe that are checked; default: all */
async function look(page: Page, name: string, rules?: readonly string[]): Promise<void> {
  await page.locator("[data-loading], .mantine-Loader-root").first().waitFor({ state: "detached" });
  await page.evaluate(standsStill);
  assert.deepEqual(await page.evaluate(brokenWords), [], `${name} has broken words on buttons`);
  await until(
    async () => !(await page.evaluate(hiddenEntry)),
    `${name}: its entry in the menu is seen`,
    5_000,
  );
  await screenshot(page, `dashboard-${name}`);
  const overflow = await page.evaluate("document.documentElement.scrollWidth - window.innerWidth");
  assert.ok(Number(overflow) <= 0, `${name} is ${overflow} px too wide`);
  await checkAccessibility(page, rules);
}

/** The same in each of these widths in pixels, the last of which stays. Returns what is wrong. */
export async function looksInWidths(
  page: Page,
  widths: readonly number[],
  name: string,
  rules?: readonly string[],
): Promise<string[]> {
  const faults: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 640 });
    await look(page, name.replace("WIDTH", String(width)), rules).catch(({ message }: Error) =>
      faults.push(message),
    );
  }
  return faults;
}
