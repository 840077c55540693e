import type { ConnectorAccount } from "../contract.ts";
import { accountName, bearerToken, type SecretKey } from "./accounts.ts";

/** What came back over the wire: a status with a JSON body of whatever shape, or nothing that can be read. */
export type Answer =
  | { readonly kind: "answered"; readonly status: number; readonly body: unknown }
  | { readonly kind: "unanswered"; readonly detail: string };

export type Call = {
  readonly account: ConnectorAccount;
  readonly method: "GET" | "POST" | "PUT";
  /** With a leading slash, relative to the API's base address. */
  readonly path: string;
  readonly idempotencyKey?: string;
  readonly body?: object;
  /** For everything, from the connection to the answer's last byte. */
  readonly timeoutMs: number;
};

export type Client = (call: Call) => Promise<Answer>;

/** A page of a hundred charges with all their movements fits in. */
const answerMaxBytes = 1024 * 1024;

/** An HTTP client for the simulated PSP. It never throws for what a network or a PSP may do, and never retries. */
export function createClient(options: { readonly baseUrl: string; readonly secretKey: SecretKey }): Client {
  return async (call) => {
    const name = accountName(call.account);
    // Asked at each call: Kassa's own server serves the PSP too, and may learn its port only when it listens.
    const baseUrl = options.baseUrl.replace(/\/+$/, "");
    try {
      const response = await fetch(`${baseUrl}${call.path}`, {
        method: call.method,
        headers: {
          accept: "application/json",
          authorization: `Bearer ${bearerToken(options.secretKey, name)}`,
          "sandbox-account": name,
          ...(call.idempotencyKey === undefined ? {} : { "idempotency-key": call.idempotencyKey }),
          ...(call.body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
        redirect: "error",
        signal: AbortSignal.timeout(call.timeoutMs),
      });
      return await readAnswer(response);
    } catch (error) {
      return { kind: "unanswered", detail: describeFailure(error) };
    }
  };
}

async function readAnswer(response: Response): Promise<Answer> {
  const text = await readText(response);
  if (text === undefined)
    return { kind: "unanswered", detail: `an answer of more than ${answerMaxBytes} bytes` };
  try {
    return { kind: "answered", status: response.status, body: JSON.parse(text) };
  } catch {
    return { kind: "unanswered", detail: `status ${response.status} with a body that is not JSON` };
  }
}

/** The whole body, or undefined when it is longer than any honest answer. */
async function readText(response: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop early cancels the body, and with it the connection.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > answerMaxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** The kind of failure only: messages may quote an address, and details end up in logs. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return "the call failed";
  if (error.name === "TimeoutError") return "no answer in time";
  const cause = error.cause;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : error.name;
  return `the connection failed (${code})`;
}
