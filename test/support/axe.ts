import assert from "node:assert/strict";
import axe, { type AxeResults } from "axe-core";
import type { Page } from "playwright-core";

/** What the schemes differ in: colours, and nothing else of a page. */
export const rulesOfColours = ["color-contrast", "link-in-text-block"];

/**
 * Has axe-core look at a page as it stands, by all its rules or by those named.
 *
 * @throws AssertionError naming each rule that is broken, with the elements that break it
 */
export async function checkAccessibility(page: Page, rules?: readonly string[]): Promise<void> {
  // Read into a page once; a page that was left for another has lost it.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  // What holds isn't told: collecting it takes twice as long as looking.
  const options = { resultTypes: ["violations"], ...(rules === undefined ? {} : { runOnly: rules }) };
  const run = `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`;
  const violations = await page.evaluate<AxeResults["violations"]>(run);
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join("\n  ")}`,
  );
  assert.deepEqual(found, [], `${page.url()}\n${found.join("\n")}`);
}
