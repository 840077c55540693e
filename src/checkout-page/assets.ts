import { readFileSync } from "node:fs";
import { tokens } from "../design/tokens.ts";
import { type AssetAnswer, answerWithAsset } from "../kernel/asset.ts";
import { withoutComments } from "../kernel/without-comments.ts";
import { makeAsset } from "./asset.ts";
import { brandByPath } from "./brand.ts";
import { bundleScript } from "./bundle-script.ts";
import { markStyles, marks } from "./card-marks.ts";

/**
 * The subjects of the payment page's style sheet, in the order of the cascade: each has a file in `assets/checkout/` with all
 * its rules, those for large screens and forced colours included. What is printed is a subject of its own, the last.
 */
export const stylesheetSubjects = [
  "base",
  "buttons",
  "sandbox-band",
  "frame",
  "order",
  "notice",
  "form",
  "more-time",
  "methods",
  "details",
  "amounts",
  "status",
  "transfer",
  "footer",
  "print",
] as const;

/** One file for the browser, joined from the design tokens and the subjects. */
export const stylesheet = makeAsset(
  "checkout",
  "css",
  "text/css; charset=utf-8",
  withoutComments(
    tokens + markStyles + stylesheetSubjects.map((subject) => read(`checkout/${subject}.css`)).join("\n"),
  ),
);
/** Only the receipt page loads it, so that the payment page stays small. */
export const receiptStylesheet = makeAsset(
  "receipt",
  "css",
  "text/css; charset=utf-8",
  withoutComments(read("receipt.css")),
);
const bundle = bundleScript(new URL("./assets/", import.meta.url), "checkout.js");
export const script = makeAsset(
  "checkout",
  "js",
  "text/javascript; charset=utf-8",
  withoutComments(bundle.text),
);
/** The files in `assets/` that the script is made of, in their order in it. */
export const scriptFiles = bundle.files;

const assetsByPath = new Map(
  [stylesheet, receiptStylesheet, script, marks].map((asset) => [asset.path, asset]),
);

/**
 * The response to GET for an asset, in an encoding that the browser accepts; undefined when there is no such asset.
 *
 * @param path the request's path, without its query
 * @param acceptEncoding the raw Accept-Encoding header
 */
export function assetFor(path: string, acceptEncoding: string | undefined): AssetAnswer | undefined {
  const asset = assetsByPath.get(path) ?? brandByPath(path)?.sheet;
  return asset && answerWithAsset(asset, acceptEncoding);
}

function read(file: string): string {
  return readFileSync(new URL(`./assets/${file}`, import.meta.url), "utf8");
}
