import assert from "node:assert/strict";
import { test } from "node:test";
import { sourceLink, webAddressOf } from "./source-link.ts";

test("a page links to its file where the repository has a public address, and only names the file otherwise", () => {
  const linked = String(
    sourceLink("how-to/refund.md", "/docs/how-to/refund", "https://github.com/shop/kassa"),
  );
  assert.match(linked, /<a href="https:\/\/github\.com\/shop\/kassa\/blob\/HEAD\/docs\/how-to\/refund\.md">/);
  const named = String(sourceLink("how-to/refund.md", "/docs/how-to/refund", null));
  assert.match(named, /edit <code>docs\/how-to\/refund\.md<\/code> in the repository/);
  assert.doesNotMatch(named, /href="https/);
});

test("the address is that of package.json's repository, in each form that npm allows", () => {
  const forms = [
    "https://gitlab.com/shop/kassa",
    "git+https://gitlab.com/shop/kassa.git",
    { type: "git", url: "git+https://gitlab.com/shop/kassa.git" },
  ];
  for (const form of forms)
    assert.equal(webAddressOf(form), "https://gitlab.com/shop/kassa", JSON.stringify(form));
  for (const other of [undefined, null, "", {}, "javascript:alert(1)", "git@gitlab.com:shop/kassa.git"])
    assert.equal(webAddressOf(other), null, JSON.stringify(other));
});
