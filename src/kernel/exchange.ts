import http, { type IncomingMessage } from "node:http";
import https from "node:https";

/** One HTTP request to another machine. */
export type Exchange = {
  readonly method: "GET" | "POST" | "PUT";
  readonly url: string | URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

export type ExchangeOptions = {
  /** For connecting; they decide which addresses may be reached. */
  readonly agents: { readonly http: http.Agent; readonly https: https.Agent; readonly close: () => void };
  /** From the first look-up to the last byte of the answer, in milliseconds. */
  readonly deadlineMs: number;
  /** Of the answer's body; the connection ends with the byte after it. */
  readonly answerMaxBytes: number;
  /** Whether the body of an answer with this head is wanted; without it the exchange ends. */
  readonly wanted?: (answer: IncomingMessage) => boolean;
  /** Ends the exchange, for instance because its lease is lost. */
  readonly signal?: AbortSignal | undefined;
};

/** What came of it. An answer that broke off has both a head and a failure. */
export type Exchanged = {
  readonly head: IncomingMessage | undefined;
  readonly body: Buffer;
  /** Whether the answer's body was longer than wanted; `body` has what fits. */
  readonly cut: boolean;
  readonly failure: "deadline" | "closed" | Error | undefined;
  readonly durationMs: number;
};

/**
 * Sends a request once and reads the answer, up to a length and within a time. Never throws for what the other side
 * does. Redirects are not followed, for their target has not been checked.
 */
export function exchange(request: Exchange, options: ExchangeOptions): Promise<Exchanged> {
  const { agents, answerMaxBytes, deadlineMs, wanted } = options;
  const startedAt = performance.now();
  return new Promise((settle) => {
    let head: IncomingMessage | undefined;
    let received = 0;
    const chunks: Buffer[] = [];
    const outgoing = open(request, options);
    const finish = (failure?: Exchanged["failure"]): void => {
      clearTimeout(deadline);
      const body = Buffer.concat(chunks).subarray(0, answerMaxBytes);
      const durationMs = Math.round(performance.now() - startedAt);
      settle({ head, body, cut: received > answerMaxBytes, failure, durationMs });
      // After a whole answer the agent may keep the connection; what it didn't take is ended.
      if (failure !== undefined || !head?.complete) outgoing.destroy();
      agents.close();
    };
    const deadline = setTimeout(finish, deadlineMs, "deadline");
    outgoing.on("error", finish);
    outgoing.on("close", () => finish("closed"));
    outgoing.on("response", (answer) => {
      head = answer;
      answer.on("error", finish);
      answer.on("end", () => finish());
      if (wanted?.(answer) === false) return finish();
      answer.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        received += chunk.length;
        if (received > answerMaxBytes) finish();
      });
    });
    outgoing.end(request.body);
  });
}

function open(
  { method, url, headers, body }: Exchange,
  { agents, signal }: ExchangeOptions,
): http.ClientRequest {
  const target = new URL(url);
  const options = {
    method,
    headers: {
      ...headers,
      ...(body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) }),
    },
    maxHeaderSize: 16 * 1024,
    ...(signal ? { signal } : {}),
  };
  return target.protocol === "https:"
    ? https.request(target, { ...options, agent: agents.https })
    : http.request(target, { ...options, agent: agents.http });
}
