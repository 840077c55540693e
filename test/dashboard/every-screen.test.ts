import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { addAuthenticator, usePeopleApp } from "../../src/people/test-support.ts";
import { colorRules } from "../support/axe.ts";
import { useBrowser } from "../support/browser.ts";
import type { Screen } from "./follow-links.ts";
import { looksInWidths } from "./look-at.ts";
import { hostile, hostileTexts, storeTexts } from "./stored-texts.ts";
import { visitScreens } from "./visit-screens.ts";

// Follows each link of the dashboard, where every text is markup and very long, in German, on the narrowest phone. New screens are
// found by their links.

const kassa = usePeopleApp();
const browser = useBrowser(kassa);

test("no screen takes stored text for markup, or is wider than the narrowest phone", async () => {
  const owner = kassa.visit();
  await storeTexts(kassa, owner, hostileTexts);
  await addAuthenticator(owner);
  await browser.visit({ locale: "de", dark: true, mayKeepCookies: true }, async (page) => {
    let texts = 0;
    const faultsOf = async ({ kind, number }: Screen): Promise<string[]> => {
      texts += await page.getByText(hostile).count();
      // All other rules of accessibility are checked in any-language.test.ts.
      const looks = await looksInWidths(page, [320], `every-320-${kind}-${number}`, colorRules);
      return [...looks, ...(await tracesOn(page))];
    };
    const { kinds, faults } = await visitScreens(page, { kassa, owner, faultsOf });
    assert.deepEqual(faults, []);
    assert.ok(kinds.size >= 36, `found only ${[...kinds].join(" ")}`);
    assert.ok(texts > 20, "the stored texts are shown as texts");
  });
});

/** What is true if a page took a text for markup, or lets one push the switch to live data out of sight. */
const traces = [
  "document.querySelector('[data-hostile]') !== null",
  "typeof hostile !== 'undefined'",
  // The header is fixed, so what stands beside the window makes the page no wider.
  "document.querySelector('header [role=radiogroup]')?.getBoundingClientRect().right > innerWidth",
];

async function tracesOn(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const trace of traces) if (await page.evaluate(trace)) found.push(trace);
  return found;
}
