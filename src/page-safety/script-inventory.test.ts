import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { bundleScript } from "../checkout-page/bundle-script.ts";
import { renderPage } from "../checkout-page/render.ts";
import { sampleViews } from "../checkout-page/sample-views.ts";
import { withoutComments } from "../kernel/without-comments.ts";
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

test("the inventory has the digest of each script, which is its source files without comments", () => {
  for (const { sources, integrity } of scriptInventory) {
    const entry = sources.at(-1) ?? "";
    const folder = new URL(entry.slice(0, entry.lastIndexOf("/") + 1), root);
    const { text, files } = bundleScript(folder, entry.slice(entry.lastIndexOf("/") + 1));
    assert.deepEqual(
      files.map((file) => fileURLToPath(new URL(file, folder))),
      sources.map((source) => fileURLToPath(new URL(source, root))),
    );
    assert.equal(integrity, `sha384-${createHash("sha384").update(withoutComments(text)).digest("base64")}`);
    // Without its import and export words, each file is in the script as it is.
    for (const file of files) {
      const lines = readFileSync(new URL(file, folder), "utf8").split("\n");
      for (const line of lines)
        if (!/^import /.test(line))
          assert.ok(text.includes(line.replace(/^export /, "")), `${file}: ${line}`);
    }
  }
});
