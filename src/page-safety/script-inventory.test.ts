import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { renderPage } from "../checkout-page/render.ts";
import { sampleViews } from "../checkout-page/sample-views.ts";
import { scriptInventory } from "./script-inventory.ts";

const root = new URL("../../", import.meta.url);

test("every state of the page loads exactly the scripts of the inventory", () => {
  const listed = scriptInventory.map(({ path, integrity }) => `${path} ${integrity}`);
  for (const [state, view] of Object.entries(sampleViews("ar"))) {
    const tags = [...renderPage(view).html.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
    const loaded = tags.map(
      (tag) => `${/ src="([^"]+)"/.exec(tag)?.[1]} ${/ integrity="([^"]+)"/.exec(tag)?.[1]}`,
    );
    assert.deepEqual(loaded, listed, state);
  }
});

test("the inventory has the digest of each script's source file", () => {
  for (const { source, integrity } of scriptInventory) {
    const digest = createHash("sha384")
      .update(readFileSync(new URL(source, root)))
      .digest("base64");
    assert.equal(integrity, `sha384-${digest}`, source);
  }
});
