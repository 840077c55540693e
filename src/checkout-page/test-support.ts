import assert from "node:assert/strict";

/** Nothing in a page is what a program says when a value, a text or a placeholder is missing. */
export function assertNoMissingValues(html: string): void {
  // The countdown's text is filled in by the script.
  const shown = html.replace(/ data-countdown="[^"]*"/, "");
  assert.doesNotMatch(shown, /undefined|NaN|Infinity|\[object|\{[a-z]+\}/);
  assert.doesNotMatch(
    html,
    />\s*(card|fault|decline|error|order|paid|receipt|sandbox)\.[a-z_.]+\s*</,
    "no raw key",
  );
}
