import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { addAuthenticator, type PeopleApp, startPeopleApp } from "../../src/people/test-support.ts";
import { openBrowser, type TestBrowser } from "../support/browser.ts";
import { hostile, storeHostileTexts } from "./hostile-texts.ts";
import { lookAt } from "./look-at.ts";

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
  await storeHostileTexts(kassa, owner);
  await addAuthenticator(owner);
  await browser.visit({ locale: "de", dark: true, mayKeepCookies: true }, async (page) => {
    await page.setViewportSize({ width: 320, height: 640 });
    const cookies = [...owner.cookies].map(([name, value]) => ({ name, value, url: kassa.url }));
    await page.context().addCookies(cookies);
    const start = `/dashboard/${kassa.tenant.tenant.id}/sandbox`;
    const isOurs = (path: string) => path.startsWith(start) || path.startsWith("/dashboard/operator/");
    const found = await visitAll(page, `${start}/home`, isOurs);
    assert.deepEqual(found.faults, []);
    assert.ok(found.kinds.size >= 36, `found only ${[...found.kinds.keys()].join(" ")}`);
    assert.ok(found.texts > 20, "the stored texts are shown as texts");
  });
});

/** Visits a screen, those it links to, and so on. Collects what is wrong anywhere. */
async function visitAll(page: Page, first: string, isOurs: (path: string) => boolean) {
  const waiting = [first];
  const seen = new Set(waiting);
  const kinds = new Map<string, number>();
  const faults: string[] = [];
  let texts = 0;
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const kind = kindOf(path);
    const before = kinds.get(kind) ?? 0;
    if (before === ofEachKind) continue;
    kinds.set(kind, before + 1);
    await page.goto(kassa.url + path);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await lookAt(page, `every-${kind}-${before}`).catch(({ message }: Error) =>
      faults.push(`${kind}: ${message}`),
    );
    texts += await page.getByText(hostile).count();
    for (const trace of traces) if (await page.evaluate(trace)) faults.push(`${kind}: ${trace}`);
    for (const link of await linksOf(page)) {
      if (seen.has(link) || !isOurs(link)) continue;
      seen.add(link);
      waiting.push(link);
    }
  }
  return { kinds, texts, faults };
}

/** What is true if a page took a text for markup, or lets one push the switch to live data out of sight. */
const traces = [
  "document.querySelector('[data-hostile]') !== null",
  "typeof hostile !== 'undefined'",
  // The header is fixed, so what stands beside the window makes the page no wider.
  "document.querySelector('header [role=radiogroup]')?.getBoundingClientRect().right > innerWidth",
];

/** The screen of an address, without ids and filters: payments-id. */
const kindOf = (path: string): string =>
  path
    .replace(/.*\/sandbox\//, "")
    .replace(/^\/dashboard\//, "")
    .replace(/\?.*/, "")
    .replaceAll(/[a-z]+_sandbox_\w+|ten_\w+/g, "id")
    .replaceAll(/\W+/g, "-")
    .slice(0, 40);

async function linksOf(page: Page): Promise<string[]> {
  const menu = page.getByRole("button", { name: "Menü" });
  if (await menu.isVisible()) await menu.click();
  return page.evaluate("[...document.querySelectorAll('a[href]')].map((a) => a.getAttribute('href'))");
}
