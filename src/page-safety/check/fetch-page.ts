/** The response, or why there was none. */
export type Fetched =
  | {
      readonly kind: "answer";
      readonly status: number;
      /** By name in lower case. */
      readonly headers: Headers;
      readonly body: Buffer;
    }
  | { readonly kind: "unreachable"; readonly why: string };

/** Limits of one request. The size is about ten times that of Kassa's own pages and files. */
const deadlineMs = 10_000;
const maxBytes = 1024 * 1024;

/**
 * The headers of a browser. With its own User-Agent an attacker could recognise the check, and serve it a page without the
 * attack.
 */
const browserHeaders = {
  "user-agent":
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
  "accept-language": "en",
};

/** Requests a URL as a customer's browser does. Follows no redirects, because the page has none. */
export async function fetchPage(url: URL, accept: string): Promise<Fetched> {
  try {
    const signal = AbortSignal.timeout(deadlineMs);
    const response = await fetch(url, { headers: { ...browserHeaders, accept }, redirect: "manual", signal });
    const body = await readBounded(response);
    return { kind: "answer", status: response.status, headers: response.headers, body };
  } catch (error) {
    return { kind: "unreachable", why: reasonOf(error) };
  }
}

async function readBounded(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    chunks.push(chunk);
    // Too large to be Kassa's own. Leaving the loop ends the transfer.
    if (bytes > maxBytes) break;
  }
  return Buffer.concat(chunks);
}

/** The message of fetch is always "fetch failed"; the reason is in the error's cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `no answer within ${deadlineMs / 1_000} s`;
  return error.cause instanceof Error ? error.cause.message || error.cause.name : error.message;
}
