import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { encodePage } from "../kernel/encoding.ts";
import { assetFor, script, stylesheet, stylesheetSubjects } from "./assets.ts";
import { brandOf } from "./brand.ts";
import { marks } from "./card-marks.ts";
import { renderPage } from "./render.ts";
import { sampleViews } from "./sample-views.ts";

for (const asset of [stylesheet, brandOf("#ffd400").sheet, script, marks]) {
  test(`${asset.path} is served with the bytes of its integrity digest`, () => {
    const answers = [
      { sent: assetFor(asset.path, "br, gzip"), encoding: "br", unpack: brotliDecompressSync },
      { sent: assetFor(asset.path, "gzip, deflate"), encoding: "gzip", unpack: gunzipSync },
      { sent: assetFor(asset.path, undefined), encoding: undefined, unpack: (body: Buffer) => body },
      { sent: assetFor(asset.path, "identity, br;q=0"), encoding: undefined, unpack: (body: Buffer) => body },
    ];
    for (const { sent, encoding, unpack } of answers) {
      assert.ok(sent !== undefined);
      assert.equal(sent.headers["content-encoding"], encoding);
      const digest = createHash("sha384").update(unpack(sent.body)).digest("base64");
      assert.equal(`sha384-${digest}`, asset.integrity);
      assert.equal(sent.headers["cache-control"], "public, max-age=31536000, immutable");
    }
  });
}

test("every file of assets/checkout is part of the style sheet", () => {
  const files = readdirSync(new URL("./assets/checkout", import.meta.url));
  assert.deepEqual(files.toSorted(), stylesheetSubjects.map((subject) => `${subject}.css`).toSorted());
});

test("serves no other path under /pay/assets/", () => {
  for (const path of [
    "/pay/assets/",
    "/pay/assets/checkout.css",
    "/pay/assets/../render.ts",
    "/pay/assets/__proto__",
    brandOf("#ffd400").sheet.path.replace("ffd400", "ffd401"),
    "/pay/assets/brand-ffd400.css",
  ]) {
    assert.equal(assetFor(path, "br"), undefined);
  }
});

test("the first page load transfers less than 30 KB, also with two lists of all countries", () => {
  for (const name of ["open_with_errors", "open_details_addresses"]) {
    const view = sampleViews("ar")[name];
    assert.ok(view?.state === "open");
    const merchant = { ...view.merchant, brandColor: "#ffd400" };
    const { html } = renderPage({ ...view, merchant });
    const page = Math.max(...["zstd", "br", "gzip"].map((each) => encodePage(html, each).body.length));
    const assets = [stylesheet, brandOf("#ffd400").sheet, script, marks];
    const bytes = assets.reduce((sum, { bodies }) => sum + bodies.br.length, page);
    assert.ok(bytes < 30_000, `${name}: ${bytes} bytes`);
  }
});

test("a page decompresses to the same text in every encoding", () => {
  const page = "<!doctype html><title>Café</title>";
  assert.equal(zstdDecompressSync(encodePage(page, "gzip, deflate, br, zstd").body).toString(), page);
  assert.equal(encodePage(page, "gzip, br, zstd").headers["content-encoding"], "zstd");
  assert.equal(brotliDecompressSync(encodePage(page, "gzip, br").body).toString(), page);
  assert.equal(gunzipSync(encodePage(page, "gzip").body).toString(), page);
  assert.equal(encodePage(page, undefined).body.toString(), page);
  assert.equal(encodePage(page, undefined).headers["content-encoding"], undefined);
});
