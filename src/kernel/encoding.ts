import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from "node:zlib";
import Negotiator from "negotiator";

/** For what is compressed at each request, the fastest first. */
const pageEncodings = ["zstd", "br", "gzip"] as const;

/** For what is compressed once, the smallest first. */
const assetEncodings = ["br", "gzip"] as const;

/** Values of Content-Encoding. */
type PageEncoding = (typeof pageEncodings)[number] | "identity";
export type AssetEncoding = (typeof assetEncodings)[number] | "identity";

/** The best encoding for an asset, from a browser's raw Accept-Encoding header. */
export const chooseAssetEncoding = (acceptEncoding: string | undefined): AssetEncoding =>
  choose(assetEncodings, acceptEncoding);

/** The first of ours that a browser accepts. Browsers list gzip first without preferring it. */
function choose<Offered extends string>(
  encodings: readonly Offered[],
  acceptEncoding: string | undefined,
): Offered | "identity" {
  if (acceptEncoding === undefined) return "identity";
  const taken = new Negotiator({ headers: { "accept-encoding": acceptEncoding } }).encodings([...encodings]);
  return encodings.find((encoding) => taken.includes(encoding)) ?? "identity";
}

/**
 * All of these run in the thread that serves all customers. A page of 28 KB becomes, by `zstd` 7.5 KB in 40 µs, by Brotli at level 1
 * 7.9 KB in 55 µs, by gzip at level 1 7.6 KB in 55 µs. Brotli at level 4 would save 1 KB more, which is 5 ms at 1.6 Mbit/s, and take 160 µs.
 */
const compress: Readonly<Record<PageEncoding, (page: Buffer) => Buffer>> = {
  zstd: (page) => zstdCompressSync(page, { params: { [constants.ZSTD_c_compressionLevel]: 1 } }),
  br: (page) => brotliCompressSync(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  gzip: (page) => gzipSync(page, { level: 1 }),
  identity: (page) => page,
};

/**
 * The compressed page with its headers. Compression reveals no secret by the size of the response (BREACH): each
 * response has a new form token, and the page contains no text from the URL's query.
 *
 * @param page in UTF-8, if it is a Buffer
 */
export function encodePage(
  page: string | Buffer,
  acceptEncoding: string | undefined,
): { readonly body: Buffer; readonly headers: Readonly<Record<string, string>> } {
  const encoding = choose(pageEncodings, acceptEncoding);
  return {
    body: compress[encoding](typeof page === "string" ? Buffer.from(page) : page),
    headers: {
      vary: "accept-encoding",
      ...(encoding === "identity" ? {} : { "content-encoding": encoding }),
    },
  };
}
