import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { checkAccessibility } from "../support/axe.ts";
import { checkMarkup, look } from "./looks/look-at-states.ts";
import { arrangements, steadyPageSettings } from "./states.ts";
import { useTestbed } from "./testbed.ts";

/** States that need input or much content, and the pages of the simulated PSP; all other states are in `looks/`. */
const testbed = useTestbed(steadyPageSettings);

for (const locale of ["en", "ar"]) {
  describe(locale, () => {
    for (const [state, arrange] of Object.entries(arrangements)) {
      test(state, async () => {
        await testbed.visit({ locale, phone: true }, async (page) => {
          await arrange(testbed, page);
          assert.equal(await page.locator("html").getAttribute("lang"), locale);
          await checkMarkup(page);
          await checkAccessibility(page);
          await look(page, `${state}-${locale}`);
        });
      });
    }
  });
}
