import type { IncomingMessage } from "node:http";
import { type Problem, problem } from "../kernel/problem.ts";

const otherCoding = problem("request_malformed", 'Of the transfer codings only "chunked" is supported.');
const chunkedInHttp10 = problem(
  "request_malformed",
  "HTTP/1.0 has no Transfer-Encoding. Send a Content-Length or use HTTP/1.1.",
);

/**
 * Finds framing that Node's parser accepts but a proxy may read differently (request smuggling). Node reads `gzip, chunked`
 * and returns the content undecoded; a proxy that decodes it would see another request. HTTP/1.0 has no Transfer-Encoding
 * (RFC 9112, section 6.1), so a proxy of that version can end the body elsewhere.
 */
export function framingFault({ headers, httpVersion }: IncomingMessage): Problem | undefined {
  const coding = headers["transfer-encoding"];
  if (coding === undefined) return undefined;
  if (httpVersion === "1.0") return chunkedInHttp10;
  return coding.toLowerCase() === "chunked" ? undefined : otherCoding;
}
