import assert from "node:assert/strict";
import { test } from "node:test";
import { locales } from "./locale.ts";
import { renderPage } from "./render.ts";
import { sampleViews } from "./sample-views.ts";
import { assertNoInlineCode } from "./test-support.ts";
import type { OpenPage } from "./view-model.ts";

const open: OpenPage = (() => {
  const view = sampleViews("en").open;
  assert.ok(view?.state === "open");
  return view;
})();
const htmlOf = (changes: Partial<OpenPage>) => renderPage({ ...open, ...changes }).html;

test("legal pages are linked at the end of every page of a merchant, in its language and in a new tab", () => {
  for (const [name, view] of Object.entries(sampleViews("de"))) {
    const { html } = renderPage(view);
    const links = [
      ...html.matchAll(/<li><a href="([^"]+)" target="_blank" rel="noopener">([^<]+)<\/a><\/li>/g),
    ];
    const hasMerchant = view.state !== "not_found" && view.merchant !== null;
    assert.deepEqual(
      links.map(([, url, text]) => `${text}: ${url}`),
      hasMerchant
        ? [
            "AGB: https://shop.example/terms",
            "Datenschutz: https://shop.example/privacy",
            "Impressum: https://shop.example/imprint",
          ]
        : [],
      name,
    );
  }
});

test("legal pages that aren't set or aren't web addresses have no link, and markup in them is escaped", () => {
  assert.doesNotMatch(htmlOf({ merchant: { name: "Shop" } }), /class="legal"/);
  const merchant = {
    name: "Shop",
    termsUrl: "javascript:alert(1)",
    privacyUrl: 'https://shop.example/?"><script>alert(1)</script>',
  };
  const html = htmlOf({ merchant });
  assertNoInlineCode(html);
  assert.equal(html.match(/rel="noopener"/g)?.length, 1);
  assert.ok(!html.includes("javascript:"));
});

test("a plain form offers every language, with the current one marked, and stays on the session's page", () => {
  const html = htmlOf({}).replaceAll("&#61;", "=");
  assert.match(html, /<form class="languages" method="get" action="\/pay\/cs_sandbox_1">/);
  for (const locale of locales)
    assert.ok(html.includes(`<button name="locale" value="${locale}" lang="${locale}"`), locale);
  assert.deepEqual(html.match(/value="[a-z]+"[^>]* aria-current="true"/g), [
    'value="en" lang="en" dir="ltr" aria-current="true"',
  ]);
});
