import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { sampleViews } from "../../../src/checkout-page/sample-views.ts";
import { desktop, phone } from "../../support/browser.ts";
import { useGallery } from "../looks/gallery.ts";

/** Nothing that is shown already moves when the page's script comes, however late: somebody may be about to press it. */
const gallery = useGallery();

/** Says what moved, and by how much of the screen. An expression of the page, where a new observer gets all entries so far. */
const shifts = `new Promise((done) => {
  const nameOf = ({ node, previousRect: before, currentRect: after }) => {
    const element = node instanceof Element ? node : node?.parentElement;
    return \`\${element?.tagName} "\${element?.textContent.trim().slice(0, 40)}" from \${before.x},\${before.y} to \${after.x},\${after.y}\`;
  };
  const found = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) found.push(value.toFixed(5), ...sources.map(nameOf));
  }).observe({ type: "layout-shift", buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(found))));
})`;

const painted = `new Promise((done) => {
  new PerformanceObserver(() => done()).observe({ type: "paint", buffered: true });
})`;

/** Opens a state, and lets its script in once the page is drawn. */
async function openWithLateScript(page: Page, url: string): Promise<void> {
  let letIn = (): void => {};
  const drawn = new Promise<void>((resolve) => {
    letIn = resolve;
  });
  await page.route("**/*.js", async (route) => {
    await drawn;
    await route.continue();
  });
  const loaded = page.waitForEvent("load");
  await page.goto(url, { waitUntil: "commit" });
  await page.evaluate(painted);
  letIn();
  await loaded;
}

for (const [name, viewport] of Object.entries({ phone, desktop }))
  for (const state of Object.keys(sampleViews("en")))
    test(`${state} on a ${name}`, async () => {
      await gallery.visit({ locale: "en" }, async (page) => {
        await page.setViewportSize(viewport);
        // Times are shown in the customer's zone once the script is there.
        const devTools = await page.context().newCDPSession(page);
        await devTools.send("Emulation.setTimezoneOverride", { timezoneId: "America/New_York" });
        await openWithLateScript(page, gallery.url("en", state));
        assert.deepEqual(await page.evaluate(shifts), []);
      });
    });
