import type { IncomingMessage } from "node:http";
import { type Exchanged, type ExchangeOptions, exchange } from "../../kernel/exchange.ts";
import { isRefusal } from "../../kernel/guarded-agent.ts";

export type WebhookPost = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type PostOptions = {
  /** Open the connections, and decide which addresses may be reached. */
  readonly agents: ExchangeOptions["agents"];
  /** From the DNS query to the last byte of the response, in milliseconds. */
  readonly deadlineMs: number;
  /** Aborts the attempt, for instance because its lease is lost. */
  readonly signal?: AbortSignal | undefined;
};

/** The result of an attempt. A response that broke off has both a status and an error, and counts as failed. */
export type PostOutcome = {
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string>> | null;
  /** The first 64 KiB of the response body. */
  readonly body: Buffer | null;
  /** Why there is no complete response, as a sentence for the tenant. */
  readonly error: string | null;
  readonly durationMs: number;
};

export const keptAnswerBytes = 64 * 1024;

/** Whether the receiver accepted the webhook: a complete 2xx response in time. */
export const isAccepted = ({ status, error }: PostOutcome): boolean =>
  error === null && status !== null && status >= 200 && status < 300;

/**
 * Posts a webhook once. Never throws because of the receiver or the network: every failure is an outcome. A response body is cut
 * after 64 KiB.
 */
export async function postWebhook(post: WebhookPost, options: PostOptions): Promise<PostOutcome> {
  const { head, body, failure, durationMs } = await exchange(
    { method: "POST", ...post },
    { ...options, answerMaxBytes: keptAnswerBytes },
  );
  return {
    status: head?.statusCode ?? null,
    headers: head ? flatHeaders(head) : null,
    body: head ? body : null,
    error: describe(failure, options.deadlineMs),
    durationMs,
  };
}

function flatHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value ?? ""].flat().join(", ")]),
  );
}

const sentences: Readonly<Record<string, string>> = {
  ABORT_ERR: "The attempt was aborted.",
  ECONNREFUSED: "The connection was refused.",
  ECONNRESET: "The receiver closed the connection.",
  EPIPE: "The receiver closed the connection.",
  ENOTFOUND: "The host name does not exist.",
  EAI_AGAIN: "The host name could not be resolved.",
  ETIMEDOUT: "The receiver did not answer the connection.",
  EHOSTUNREACH: "The host can't be reached.",
  ENETUNREACH: "The host can't be reached.",
  HPE_HEADER_OVERFLOW: "The response headers are larger than 16 KiB.",
};

/** For the tenant: says what to fix and reveals nothing about Kassa's network. */
function describe(error: Exchanged["failure"], deadlineMs: number): string | null {
  if (error === undefined) return null;
  if (error === "deadline") return `No complete response within ${deadlineMs / 1000} seconds.`;
  if (error === "closed") return "The connection ended before the response was complete.";
  if (isRefusal(error)) return "The host name resolves to an address that is not public.";
  const code = "code" in error ? String(error.code) : "";
  const known = sentences[code];
  if (known) return known;
  if (/^HPE_/.test(code)) return "The response can't be read as HTTP.";
  if (/CERT|SSL|TLS|SIGNATURE|ALTNAME/.test(code))
    return `The receiver's TLS certificate or connection failed (${code}).`;
  return `The connection failed${code ? ` (${code})` : ""}.`;
}
