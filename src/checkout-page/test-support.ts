import assert from "node:assert/strict";
import { script, stylesheet } from "./assets.ts";

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

/** Asserts that a page contains nothing that its Content-Security-Policy would block. */
export function assertNoInlineCode(html: string): void {
  assert.doesNotMatch(html, /<style|\sstyle=|\son[a-z]+=|javascript:/i);
  assert.deepEqual(html.match(/<script[^>]*>[^<]*/g), [
    `<script src="${script.path}" integrity="${script.integrity}" defer fetchpriority="low">`,
  ]);
  assert.ok(
    html.includes(`<link rel="stylesheet" href="${stylesheet.path}" integrity="${stylesheet.integrity}">`),
  );
  assert.doesNotMatch(html, /\ssrc="https?:/, "loads nothing from other origins");
}
