import assert from "node:assert/strict";
import axe, { type AxeResults } from "axe-core";
import type { Page } from "playwright-core";

/** The rules that depend on the colour scheme. Nothing else on a page differs between schemes. */
export const colorRules = ["color-contrast", "link-in-text-block"];

/**
 * Runs axe-core on a page in its current state.
 *
 * @param rules the rules to run; default: all
 * @throws AssertionError listing each violated rule with the elements that violate it
 */
export async function checkAccessibility(page: Page, rules?: readonly string[]): Promise<void> {
  // Load axe once per page; a navigation removes it.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  // Skip the passed rules: collecting them takes twice as long as the check itself.
  const options = { resultTypes: ["violations"], ...(rules === undefined ? {} : { runOnly: rules }) };
  const run = `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`;
  const violations = await page.evaluate<AxeResults["violations"]>(run);
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join("\n  ")}`,
  );
  assert.deepEqual(found, [], `${page.url()}\n${found.join("\n")}`);
}
