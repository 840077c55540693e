/** What came back for an address, or why nothing did. */
export type Fetched =
  | {
      readonly kind: "answer";
      readonly status: number;
      /** By name in lower case. */
      readonly headers: Headers;
      readonly body: Buffer;
    }
  | { readonly kind: "unreachable"; readonly why: string };

/** What is fetched in one go has this long to arrive, and may be so large: some ten times of what is ours. */
const deadlineMs = 10_000;
const maxBytes = 1024 * 1024;

/**
 * What a browser says of itself. A check that named itself could be told apart by its name, and be shown a page that
 * nobody else gets.
 */
const browserHeaders = {
  "user-agent":
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
  "accept-language": "en",
};

/** Asks for an address as a consumer's browser does. Redirects aren't followed: the page has none. */
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
    // Enough to know that it isn't ours; leaving the loop ends the transfer.
    if (bytes > maxBytes) break;
  }
  return Buffer.concat(chunks);
}

/** fetch says "fetch failed" of everything, and what it was in the error's cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `no answer within ${deadlineMs / 1_000} s`;
  return error.cause instanceof Error ? error.cause.message || error.cause.name : error.message;
}
