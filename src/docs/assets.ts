import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { tokens } from "../design/tokens.ts";
import { type Asset, makeAsset } from "../kernel/asset.ts";
import { withoutComments } from "../kernel/without-comments.ts";

/** The text of all pages, for the search. */
export const searchIndexPath = "/docs/search-index.json";

const folder = "/docs/assets/";
const javascript = "text/javascript; charset=utf-8";

export const stylesheet = makeAsset(
  folder,
  "docs",
  "css",
  "text/css; charset=utf-8",
  withoutComments(tokens) + read("docs.css"),
);

/** MiniSearch as its package ships it. Only search.js imports it. */
const miniSearch = makeAsset(
  folder,
  "minisearch",
  "js",
  javascript,
  readFileSync(fileURLToPath(import.meta.resolve("minisearch")), "utf8"),
);

/** Loaded at the first use of search. */
export const searchScript = makeAsset(
  folder,
  "search",
  "js",
  javascript,
  read("search.js").replace('"minisearch"', JSON.stringify(miniSearch.path)),
);

export const script = makeAsset(folder, "docs", "js", javascript, read("docs.js"));

export const assets: readonly Asset[] = [stylesheet, script, searchScript, miniSearch];

function read(file: string): string {
  return withoutComments(readFileSync(new URL(`./assets/${file}`, import.meta.url), "utf8"));
}
