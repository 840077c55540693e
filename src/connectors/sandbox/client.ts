import http from "node:http";
import https from "node:https";
import { type ExchangeOptions, exchange } from "../../kernel/exchange.ts";
import { connectAttemptMs } from "../../kernel/guarded-agent.ts";
import { HostResolver } from "../../kernel/host-resolver.ts";
import type { ConnectorAccount } from "../connector-account.ts";
import { noteExchange } from "../exchanges.ts";
import { idleConnectionMs } from "../psp-client.ts";
import { describeFailure, isNotRedirect, type PspResponse, readResponse } from "../psp-response.ts";
import { accountName, bearerToken, type SecretKey } from "./accounts.ts";

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
      const exchanged = await exchange(
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
      const response = readResponse(exchanged, answerMaxBytes);
      noteExchange(call, response, exchanged);
      return response;
    } catch (error) {
      return { kind: "no_response", detail: describeFailure(error) };
    }
  };
}

/** The operator configures this PSP's address, so private addresses are allowed. Its DNS look-ups have their own quota. */
function makePspAgents(resolver: HostResolver): ExchangeOptions["agents"] {
  const kept = {
    keepAlive: true,
    timeout: idleConnectionMs,
    lookup: resolver.lookupFor("sandbox PSP"),
    autoSelectFamilyAttemptTimeout: connectAttemptMs,
  };
  return { http: new http.Agent(kept), https: new https.Agent(kept), close: () => {} };
}
