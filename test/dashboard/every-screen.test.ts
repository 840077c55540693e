import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { addAuthenticator, type PeopleApp, startPeopleApp } from "../../src/people/test-support.ts";
import { openBrowser, type TestBrowser } from "../support/browser.ts";
import { followLinks, type Visit } from "./follow-links.ts";
import { lookAt } from "./look-at.ts";
import { hostile, hostileTexts, storeTexts } from "./stored-texts.ts";

// Follows each link of the dashboard, where every text is markup and very long, in German, on the narrowest phone. New screens are
// found by their links.

let kassa: PeopleApp;
let browser: TestBrowser;
before(async () => {
  kassa = await startPeopleApp();
  browser = openBrowser(kassa.url);
});
after(async () => {
  await browser.close();
  await kassa.close();
});

/** Screens of one kind are alike: of payments, for example, the first two are visited. */
const ofEachKind = 2;

test("no screen takes stored text for markup, or is wider than the narrowest phone", async () => {
  const owner = kassa.visit();
  await storeTexts(kassa, owner, hostileTexts);
  await addAuthenticator(owner);
  await browser.visit({ locale: "de", dark: true, mayKeepCookies: true }, async (page) => {
    await page.setViewportSize({ width: 320, height: 640 });
    const cookies = [...owner.cookies].map(([name, value]) => ({ name, value, url: kassa.url }));
    await page.context().addCookies(cookies);
    const start = `/dashboard/${kassa.tenant.tenant.id}/sandbox`;
    const isOurs = (path: string) => path.startsWith(start) || path.startsWith("/dashboard/operator/");
    const found = await visitAll(page, `${start}/home`, isOurs);
    assert.deepEqual(found.faults, []);
    assert.ok(found.kinds.size >= 36, `found only ${[...found.kinds].join(" ")}`);
    assert.ok(found.texts > 20, "the stored texts are shown as texts");
  });
});

/** Visits a screen, those it links to, and so on. Collects what is wrong anywhere. */
async function visitAll(page: Page, first: string, isOurs: (path: string) => boolean) {
  const faults: string[] = [];
  let texts = 0;
  const visit: Visit = async ({ path, kind, number }) => {
    await page.goto(kassa.url + path);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await lookAt(page, `every-${kind}-${number}`).catch(({ message }: Error) =>
      faults.push(`${kind}: ${message}`),
    );
    texts += await page.getByText(hostile).count();
    for (const trace of traces) if (await page.evaluate(trace)) faults.push(`${kind}: ${trace}`);
    const menu = page.getByRole("button", { name: "Menü" });
    if (await menu.isVisible()) await menu.click();
  };
  const kinds = await followLinks(page, { first, isOurs, ofEachKind }, visit);
  return { kinds, texts, faults };
}

/** What is true if a page took a text for markup, or lets one push the switch to live data out of sight. */
const traces = [
  "document.querySelector('[data-hostile]') !== null",
  "typeof hostile !== 'undefined'",
  // The header is fixed, so what stands beside the window makes the page no wider.
  "document.querySelector('header [role=radiogroup]')?.getBoundingClientRect().right > innerWidth",
];
