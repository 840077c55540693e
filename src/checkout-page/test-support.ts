import assert from "node:assert/strict";

/** Asserts that no value, text or placeholder is missing in a page. */
export function assertNoMissingValues(html: string): void {
  // The script fills in the countdown's text.
  const shown = html.replace(/ data-countdown="[^"]*"/, "");
  assert.doesNotMatch(shown, /undefined|NaN|Infinity|\[object|\{[a-z]+\}/);
  assert.doesNotMatch(
    html,
    />\s*(card|fault|decline|error|order|paid|receipt|sandbox)\.[a-z_.]+\s*</,
    "no raw key",
  );
}
