import http, { type IncomingMessage } from "node:http";
import https from "node:https";

/** One HTTP request to another machine. */
export type Exchange = {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: string | URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
};

export type ExchangeOptions = {
  /** The agents that connect. They decide which addresses are allowed. */
  readonly agents: { readonly http: http.Agent; readonly https: https.Agent; readonly close: () => void };
  /** The time limit from the DNS look-up to the last byte of the answer, in milliseconds. */
  readonly deadlineMs: number;
  /** The most bytes of the answer's body. One byte more ends the connection. */
  readonly answerMaxBytes: number;
  /** Whether to read the body of an answer with this head. If not, the exchange ends. */
  readonly wanted?: (answer: IncomingMessage) => boolean;
  /** Aborts the exchange, for example because the lease is lost. */
  readonly signal?: AbortSignal | undefined;
};

/** The result. An answer that broke off has both a head and a failure. */
export type Exchanged = {
  readonly head: IncomingMessage | undefined;
  readonly body: Buffer;
  /** Whether the body was longer than the limit; `body` has the part that fits. */
  readonly cut: boolean;
  readonly failure: "deadline" | "closed" | Error | undefined;
  readonly durationMs: number;
};

/**
 * Sends a request once and reads the answer, with a limit of size and time. Never throws because of the other side. Doesn't
 * follow redirects, because their target isn't checked.
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
      // After a complete answer, the agent may keep the connection; all others are destroyed.
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
