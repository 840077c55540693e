import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { type AssetEncoding, chooseAssetEncoding } from "./encoding.ts";

/** A file that pages link to. Its path contains the hash of its bytes, so browsers can cache it for a year. */
export type Asset = {
  /** Such as "/pay/assets/checkout.3f9ac0d1e2b4.css". */
  readonly path: string;
  /** The tag's `integrity` attribute: the browser refuses other bytes. */
  readonly integrity: string;
  readonly contentType: string;
  readonly bodies: Readonly<Record<AssetEncoding, Buffer>>;
};

export type AssetAnswer = { readonly body: Buffer; readonly headers: Readonly<Record<string, string>> };

/**
 * Hashes the text now. Compresses it at the highest level on the first request for it: 30 ms for the files of the payment page.
 *
 * @param folder the start of its path, such as "/pay/assets/"
 */
export function makeAsset(
  folder: string,
  name: string,
  extension: string,
  contentType: string,
  text: string,
): Asset {
  const identity = Buffer.from(text);
  const hash = createHash("sha384").update(identity).digest();
  return {
    path: `${folder}${name}.${hash.toString("hex").slice(0, 12)}.${extension}`,
    integrity: `sha384-${hash.toString("base64")}`,
    contentType,
    bodies: compressedBodies(identity),
  };
}

/**
 * The response to GET for an asset, in an encoding that the browser accepts.
 *
 * @param acceptEncoding the raw Accept-Encoding header
 */
export function answerWithAsset(asset: Asset, acceptEncoding: string | undefined): AssetAnswer {
  const encoding = chooseAssetEncoding(acceptEncoding);
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

function compressedBodies(identity: Buffer): Asset["bodies"] {
  let br: Buffer | undefined;
  let gzip: Buffer | undefined;
  return {
    identity,
    get br() {
      br ??= brotliCompressSync(identity, {
        params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
      });
      return br;
    },
    get gzip() {
      gzip ??= gzipSync(identity, { level: 9 });
      return gzip;
    },
  };
}
