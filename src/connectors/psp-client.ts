import type { IncomingMessage } from "node:http";
import { type Exchanged, exchange } from "../kernel/exchange.ts";
import { isRefusal, makeGuardedAgents } from "../kernel/guarded-agent.ts";
import type { HostResolver } from "../kernel/host-resolver.ts";
import { isLoopbackHost } from "../kernel/loopback.ts";

/** A PSP's response: a status with a JSON body of any shape, or a failure with no readable response. */
export type PspResponse =
  | { readonly kind: "response"; readonly status: number; readonly body: unknown }
  | { readonly kind: "no_response"; readonly detail: string };

export type PspRequest = {
  readonly method: "GET" | "POST";
  /** The PSP's own address, without a trailing slash. The operator's setting for this PSP replaces it. */
  readonly base: string;
  /** With a leading slash. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** Sends one request. Never throws because of the network or the PSP, and never retries. */
export type PspClient = { send(request: PspRequest): Promise<PspResponse> };

/** The addresses that the operator has set in place of the PSPs' own, by connector. */
export type PspUrls = Readonly<Record<string, string | undefined>>;

export type PspClientOptions = {
  readonly resolver: HostResolver;
  readonly urls: PspUrls;
  /** For each request, from the DNS look-up to the last byte of the response. */
  readonly timeoutMs: number;
};

/** Makes the HTTP client of a connector. */
export type PspClients = (connector: string) => PspClient;

const answerMaxBytes = 1024 * 1024;

/** Clients for the PSPs. Private addresses are refused, except loopback where the operator's setting names it. */
export function makePspClients({ resolver, urls, timeoutMs }: PspClientOptions): PspClients {
  return (connector) => {
    const own = urls[connector]?.replace(/\/+$/, "");
    const allowLoopback = own !== undefined && isLoopbackHost(new URL(own).hostname);
    return {
      send: async ({ method, base, path, headers, body }) => {
        const closed = new AbortController();
        const agents = makeGuardedAgents({
          allowLoopback,
          lookup: resolver.lookupFor(`PSP ${connector}`, closed.signal),
          close: () => closed.abort(),
        });
        try {
          return readResponse(
            await exchange(
              {
                method,
                url: `${own ?? base}${path}`,
                headers: { accept: "application/json", ...headers },
                ...(body === undefined ? {} : { body }),
              },
              { agents, deadlineMs: timeoutMs, answerMaxBytes, wanted: isNotRedirect },
            ),
          );
        } catch (error) {
          return { kind: "no_response", detail: describeFailure(error) };
        }
      },
    };
  };
}

/** A redirect doesn't come from a PSP's API. */
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

/** Names only the kind of failure: error messages may quote an address, and this detail is shown and logged. */
function describeFailure(failure: unknown): string {
  if (failure === "deadline") return "no response in time";
  if (failure === "closed") return "the connection ended before the response was complete";
  if (!(failure instanceof Error)) return "the call failed";
  if (isRefusal(failure)) return "the address is private";
  return `the connection failed (${"code" in failure ? String(failure.code) : failure.name})`;
}
