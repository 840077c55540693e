import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import Negotiator from "negotiator";

/** Values of Content-Encoding. */
export type Encoding = "br" | "gzip" | "identity";

/**
 * The best encoding that a browser accepts, from its raw Accept-Encoding header. Browsers list gzip before Brotli without
 * preferring it.
 */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  if (acceptEncoding === undefined) return "identity";
  const taken = new Negotiator({ headers: { "accept-encoding": acceptEncoding } }).encodings(["br", "gzip"]);
  if (taken.includes("br")) return "br";
  return taken.includes("gzip") ? "gzip" : "identity";
}

// At level 1 a page of 20 KB becomes 5.9 KB in 45 µs. Level 4 would save 1 KB, which is 5 ms at 1.6 Mbit/s, and take 125 µs of the thread that
// serves all customers.
const pageQuality = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const pageGzip = { level: 1 };

/**
 * The compressed page with its headers. Compression reveals no secret by the size of the response (BREACH): each
 * response has a new form token, and the page contains no text from the URL's query.
 */
export function encodePage(
  page: string,
  acceptEncoding: string | undefined,
): { readonly body: Buffer; readonly headers: Readonly<Record<string, string>> } {
  const encoding = chooseEncoding(acceptEncoding);
  const identity = Buffer.from(page);
  const vary = { vary: "accept-encoding" };
  if (encoding === "br")
    return {
      body: brotliCompressSync(identity, pageQuality),
      headers: { ...vary, "content-encoding": encoding },
    };
  if (encoding === "gzip")
    return { body: gzipSync(identity, pageGzip), headers: { ...vary, "content-encoding": encoding } };
  return { body: identity, headers: vary };
}
