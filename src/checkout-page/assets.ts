import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { tokens } from "../design/tokens.ts";
import { chooseEncoding, type Encoding } from "./encoding.ts";

/** A file that pages link to. Its path holds the hash of its bytes, so it never changes and is kept for a year. */
export type Asset = {
  /** Such as "/pay/assets/checkout.3f9ac0d1e2b4.css". */
  readonly path: string;
  /** For the tag's `integrity`: the browser refuses other bytes. */
  readonly integrity: string;
  readonly contentType: string;
  readonly bodies: Readonly<Record<Encoding, Buffer>>;
};

export const assetsPath = "/pay/assets/";

export const stylesheet = makeAsset(
  "checkout",
  "css",
  "text/css; charset=utf-8",
  tokens + read("checkout.css"),
);
export const script = makeAsset("checkout", "js", "text/javascript; charset=utf-8", read("checkout.js"));

const assetsByPath = new Map([stylesheet, script].map((asset) => [asset.path, asset]));

export type AssetAnswer = { readonly body: Buffer; readonly headers: Readonly<Record<string, string>> };

/**
 * The answer to GET of an asset, compressed as the browser can take it; undefined when there is no such asset.
 *
 * @param path of the request, without its query
 * @param acceptEncoding the request's header, raw
 */
export function assetFor(path: string, acceptEncoding: string | undefined): AssetAnswer | undefined {
  const asset = assetsByPath.get(path);
  if (asset === undefined) return undefined;
  const encoding = chooseEncoding(acceptEncoding);
  const headers = {
    "content-type": asset.contentType,
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    vary: "accept-encoding",
    ...(encoding === "identity" ? {} : { "content-encoding": encoding }),
  };
  return { body: asset.bodies[encoding], headers };
}

function read(file: string): string {
  return readFileSync(new URL(`./assets/${file}`, import.meta.url), "utf8");
}

/** Hashes and compresses at the highest level, once when the process starts: some 30 ms for both files. */
function makeAsset(name: string, extension: string, contentType: string, text: string): Asset {
  const identity = Buffer.from(text);
  const hash = createHash("sha384").update(identity).digest();
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  return {
    path: `${assetsPath}${name}.${hash.toString("hex").slice(0, 12)}.${extension}`,
    integrity: `sha384-${hash.toString("base64")}`,
    contentType,
    bodies: {
      br: brotliCompressSync(identity, { params: quality }),
      gzip: gzipSync(identity, { level: 9 }),
      identity,
    },
  };
}
