import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { checkAccessibility } from "../support/axe.ts";
import { checkMarkup, look } from "./looks/look-at-states.ts";
import { openStage, type Stage } from "./stage.ts";
import { arrangements, settingsThatHoldStill } from "./states.ts";

/** What only a hand or much content makes of the page, and the pages of the simulated PSP; the states are in `looks/`. */
let stage: Stage;
before(async () => {
  stage = await openStage(settingsThatHoldStill);
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
          await checkAccessibility(page);
          await look(page, `${state}-${locale}`);
        });
      });
    }
  });
}
