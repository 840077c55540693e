import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { desktop, phone, screenshot } from "../support/browser.ts";
import { openStage, type Stage } from "./stage.ts";
import { arrangements, settingsThatHoldStill } from "./states.ts";

/**
 * Every state, on a phone and a desktop, light and dark, left to right and right to left: axe finds nothing, nothing is
 * wider than the screen, no code stands in the page. What it looks like is kept in artifacts/screenshots.
 */
let stage: Stage;
before(async () => {
  stage = await openStage(settingsThatHoldStill);
  await stage.db.sql(
    "UPDATE tenants SET support_email = 'hello@shop.example', support_phone = '+49 30 1234567', support_url = 'https://shop.example/help'",
  );
});
after(() => stage.close());

for (const locale of ["en", "ar"]) {
  describe(locale, () => {
    for (const [state, arrange] of Object.entries(arrangements)) {
      test(state, async () => {
        await stage.visit({ locale, phone: true }, async (page) => {
          await arrange(stage, page);
          assert.equal(await page.locator("html").getAttribute("lang"), locale);
          await checkMarkup(page);
          await checkAccessibility(new AxeBuilder({ page }));
          await look(page, `${state}-${locale}-light`);
          await page.emulateMedia({ colorScheme: "dark" });
          // The schemes differ in colours only, and these are what axe spends the least time on.
          await checkAccessibility(
            new AxeBuilder({ page }).withRules(["color-contrast", "link-in-text-block"]),
          );
          await look(page, `${state}-${locale}-dark`);
        });
      });
    }
  });
}

async function checkAccessibility(axe: AxeBuilder): Promise<void> {
  // There are no frames, which is what legacy mode leaves out; it is twice as fast.
  const { violations } = await axe.setLegacyMode().analyze();
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join("\n  ")}`,
  );
  assert.deepEqual(found, []);
}

async function checkMarkup(page: Page): Promise<void> {
  assert.equal(await page.locator("script:not([src]), [onclick], [onload], [onerror], [style]").count(), 0);
  assert.equal(await page.locator("h1").count(), 1);
}

async function look(page: Page, name: string): Promise<void> {
  await page.setViewportSize(desktop);
  await screenshot(page, `${name}-desktop`);
  await page.setViewportSize(phone);
  await screenshot(page, `${name}-phone`);
  assert.equal(await page.evaluate("document.documentElement.scrollWidth"), phone.width);
}
