import { exchange } from "../kernel/exchange.ts";
import { makeGuardedAgents } from "../kernel/guarded-agent.ts";
import type { HostResolver } from "../kernel/host-resolver.ts";
import { isLoopbackHost } from "../kernel/loopback.ts";
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
};

/** Sends one request. Never throws because of the network or the PSP, and never retries. */
export type PspClient = { send(request: PspRequest): Promise<PspResponse> };

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

/** Clients for the PSPs. Private addresses are refused, except loopback where the operator's setting names it. */
export function makePspClients({ resolver, urls, timeoutMs }: PspClientOptions): PspClients {
  return (connector) => {
    const own = urls[connector]?.replace(/\/+$/, "");
    const allowLoopback = own !== undefined && isLoopbackHost(new URL(own).hostname);
    return {
      send: async ({ method, base, path, headers, body, answerMaxBytes = usualMaxBytes, ...limits }) => {
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
              { agents, deadlineMs: limits.timeoutMs ?? timeoutMs, answerMaxBytes, wanted: isNotRedirect },
            ),
            answerMaxBytes,
          );
        } catch (error) {
          return { kind: "no_response", detail: describeFailure(error) };
        }
      },
    };
  };
}
