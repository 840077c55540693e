import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { type Exchanged, type ExchangeOptions, exchange } from "../../kernel/exchange.ts";
import { HostResolver } from "../../kernel/host-resolver.ts";
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

/** A page of a hundred charges fits in with hundreds of movements of each. */
const answerMaxBytes = 16 * 1024 * 1024;

/** Shorter than servers commonly keep a connection, so that a call seldom meets one that is just being closed. */
const keptConnectionMs = 4_000;

export type ClientOptions = {
  readonly baseUrl: string;
  readonly secretKey: SecretKey;
  readonly resolver?: HostResolver;
};

/** An HTTP client for the simulated PSP. It never throws for what a network or a PSP may do, and never retries. */
export function createClient(options: ClientOptions): Client {
  const agents = makePspAgents(options.resolver ?? new HostResolver());
  return async (call) => {
    const name = accountName(call.account);
    // Asked at each call: Kassa's own server serves the PSP too, and may learn its port only when it listens.
    const baseUrl = options.baseUrl.replace(/\/+$/, "");
    try {
      const answer = await exchange(
        {
          method: call.method,
          url: `${baseUrl}${call.path}`,
          headers: {
            accept: "application/json",
            authorization: `Bearer ${bearerToken(options.secretKey, name)}`,
            "sandbox-account": name,
            ...(call.idempotencyKey === undefined ? {} : { "idempotency-key": call.idempotencyKey }),
            ...(call.body === undefined ? {} : { "content-type": "application/json" }),
          },
          ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
        },
        { agents, deadlineMs: call.timeoutMs, answerMaxBytes, wanted: isNoRedirect },
      );
      return readAnswer(answer);
    } catch (error) {
      return { kind: "unanswered", detail: describeFailure(error) };
    }
  };
}

/** The operator names this PSP's address, so it may be private. Its names are resolved as all others, in a share of their own. */
function makePspAgents(resolver: HostResolver): ExchangeOptions["agents"] {
  const kept = { keepAlive: true, timeout: keptConnectionMs, lookup: resolver.lookupFor("sandbox PSP") };
  return { http: new http.Agent(kept), https: new https.Agent(kept), close: () => {} };
}

/** What redirects isn't the PSP's API; its connection is not kept either. */
const isNoRedirect = ({ statusCode = 0 }: IncomingMessage): boolean => statusCode < 300 || statusCode >= 400;

function readAnswer({ head, body, cut, failure }: Exchanged): Answer {
  if (cut) return { kind: "unanswered", detail: `an answer of more than ${answerMaxBytes} bytes` };
  if (failure !== undefined || head?.statusCode === undefined)
    return { kind: "unanswered", detail: describeFailure(failure) };
  const status = head.statusCode;
  if (!isNoRedirect(head)) return { kind: "unanswered", detail: `a redirect (${status})` };
  try {
    return { kind: "answered", status, body: JSON.parse(body.toString("utf8")) };
  } catch {
    return { kind: "unanswered", detail: `status ${status} with a body that is not JSON` };
  }
}

/** The kind of failure only: messages may quote an address, and details end up in logs. */
function describeFailure(failure: unknown): string {
  if (failure === "deadline") return "no answer in time";
  if (failure === "closed") return "the connection ended before the answer was complete";
  if (!(failure instanceof Error)) return "the call failed";
  const code = "code" in failure ? String(failure.code) : failure.name;
  return `the connection failed (${code})`;
}
