import { exchange } from "../kernel/exchange.ts";
import { makeGuardedAgents } from "../kernel/guarded-agent.ts";
import type { HostResolver } from "../kernel/host-resolver.ts";
import { isLoopbackHost } from "../kernel/loopback.ts";
import { noteExchange } from "./exchanges.ts";
import { describeFailure, isNotRedirect, type PspResponse, readResponse } from "./psp-response.ts";

export type PspRequest = {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** The PSP's own address, without a trailing slash. The operator's setting for this PSP replaces it. */
  readonly base: string;
  /** With a leading slash. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** From the DNS look-up to the last byte of the response; the operator's setting if omitted. */
  readonly timeoutMs?: number;
  /** The most bytes of the response; 1 MiB if omitted. */
  readonly answerMaxBytes?: number;
  /** Whether the body of the response is text, and not JSON. */
  readonly isText?: boolean;
};

/** Sends one request. Never throws because of the network or the PSP, and never retries. */
export type PspClient = {
  send(request: PspRequest): Promise<PspResponse>;
  /** The address that the operator has set in place of the PSP's own, without a trailing slash. */
  readonly ownUrl?: string | undefined;
};

/** The addresses that the operator has set in place of the PSPs' own, by connector. */
export type PspUrls = Readonly<Record<string, string | undefined>>;

export type PspClientOptions = {
  readonly resolver: HostResolver;
  readonly urls: PspUrls;
  /** For requests that name no time limit of their own. */
  readonly timeoutMs: number;
};

/** Makes the HTTP client of a connector. */
export type PspClients = (connector: string) => PspClient;

const usualMaxBytes = 1024 * 1024;

/** Shorter than common keep-alive timeouts of servers, so that a call seldom gets a connection that is being closed. */
export const idleConnectionMs = 4_000;

/**
 * Clients for the PSPs. Each keeps its connections for a few seconds, because a new one costs a look-up of the name, three round trips and
 * the CPU time of a TLS handshake. The hosts are the PSPs' own, not those of tenants, and the addresses of each new connection are checked:
 * private ones are refused, except loopback where the operator's setting names it.
 */
export function makePspClients({ resolver, urls, timeoutMs }: PspClientOptions): PspClients {
  return (connector) => {
    const own = urls[connector]?.replace(/\/+$/, "");
    const agents = makeGuardedAgents({
      allowLoopback: own !== undefined && isLoopbackHost(new URL(own).hostname),
      lookup: resolver.lookupFor(`PSP ${connector}`),
      idleMs: idleConnectionMs,
    });
    return {
      ownUrl: own,
      send: async ({ method, base, path, headers, body, answerMaxBytes = usualMaxBytes, ...rest }) => {
        try {
          const exchanged = await exchange(
            {
              method,
              url: `${own ?? base}${path}`,
              headers: { accept: "application/json", ...headers },
              ...(body === undefined ? {} : { body }),
            },
            { agents, deadlineMs: rest.timeoutMs ?? timeoutMs, answerMaxBytes, wanted: isNotRedirect },
          );
          const response = readResponse(exchanged, answerMaxBytes, rest.isText);
          noteExchange({ method, path }, response, exchanged);
          return response;
        } catch (error) {
          return { kind: "no_response", detail: describeFailure(error) };
        }
      },
    };
  };
}
