import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { type Exchanged, type ExchangeOptions, exchange } from "../../kernel/exchange.ts";
import { HostResolver } from "../../kernel/host-resolver.ts";
import type { ConnectorAccount } from "../contract.ts";
import { accountName, bearerToken, type SecretKey } from "./accounts.ts";

/** The PSP's response: a status with a JSON body of any shape, or a failure with no readable response. */
export type PspResponse =
  | { readonly kind: "response"; readonly status: number; readonly body: unknown }
  | { readonly kind: "no_response"; readonly detail: string };

export type Call = {
  readonly account: ConnectorAccount;
  readonly method: "GET" | "POST" | "PUT";
  /** With a leading slash, relative to the API's base address. */
  readonly path: string;
  readonly idempotencyKey?: string;
  readonly body?: object;
  /** For the whole call, from the connection to the last byte of the response. */
  readonly timeoutMs: number;
};

export type Client = (call: Call) => Promise<PspResponse>;

/** Enough for a page of 100 charges with hundreds of movements each. */
const answerMaxBytes = 16 * 1024 * 1024;

/** Shorter than common keep-alive timeouts of servers, so that a call seldom gets a connection that is being closed. */
const idleConnectionMs = 4_000;

export type ClientOptions = {
  readonly baseUrl: string;
  readonly secretKey: SecretKey;
  readonly resolver?: HostResolver;
};

/** An HTTP client for the simulated PSP. It never throws because of the network or the PSP, and never retries. */
export function createClient(options: ClientOptions): Client {
  const agents = makePspAgents(options.resolver ?? new HostResolver());
  return async (call) => {
    const name = accountName(call.account);
    // Read at each call: Kassa's own server may serve the PSP, and its port is known only once it listens.
    const baseUrl = options.baseUrl.replace(/\/+$/, "");
    try {
      const response = await exchange(
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
        { agents, deadlineMs: call.timeoutMs, answerMaxBytes, wanted: isNotRedirect },
      );
      return readResponse(response);
    } catch (error) {
      return { kind: "no_response", detail: describeFailure(error) };
    }
  };
}

/** The operator configures this PSP's address, so private addresses are allowed. Its DNS look-ups have their own quota. */
function makePspAgents(resolver: HostResolver): ExchangeOptions["agents"] {
  const kept = { keepAlive: true, timeout: idleConnectionMs, lookup: resolver.lookupFor("sandbox PSP") };
  return { http: new http.Agent(kept), https: new https.Agent(kept), close: () => {} };
}

/** A redirect doesn't come from the PSP's API. Its connection isn't reused either. */
const isNotRedirect = ({ statusCode = 0 }: IncomingMessage): boolean => statusCode < 300 || statusCode >= 400;

function readResponse({ head, body, cut, failure }: Exchanged): PspResponse {
  if (cut) return { kind: "no_response", detail: `the response has more than ${answerMaxBytes} bytes` };
  if (failure !== undefined || head?.statusCode === undefined)
    return { kind: "no_response", detail: describeFailure(failure) };
  const status = head.statusCode;
  if (!isNotRedirect(head)) return { kind: "no_response", detail: `the response is a redirect (${status})` };
  try {
    return { kind: "response", status, body: JSON.parse(body.toString("utf8")) };
  } catch {
    return { kind: "no_response", detail: `status ${status} with a body that is not JSON` };
  }
}

/** Names only the kind of failure: error messages may quote an address, and this detail is logged. */
function describeFailure(failure: unknown): string {
  if (failure === "deadline") return "no response in time";
  if (failure === "closed") return "the connection ended before the response was complete";
  if (!(failure instanceof Error)) return "the call failed";
  const code = "code" in failure ? String(failure.code) : failure.name;
  return `the connection failed (${code})`;
}
