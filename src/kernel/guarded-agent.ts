import { isIP } from "node:net";
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from "request-filtering-agent";
import type { HostResolver, Lookup } from "./host-resolver.ts";
import type { Mode } from "./mode.ts";

/**
 * Agents for HTTP exchanges with other machines. They connect to public addresses only, checked after the name is
 * resolved (protection against SSRF).
 */
export type GuardedAgents = {
  readonly http: RequestFilteringHttpAgent;
  readonly https: RequestFilteringHttpsAgent;
  readonly lookup: Lookup;
  /** Cancels look-ups in flight. */
  readonly close: () => void;
};

/** The tenant and mode: the tenant's share of look-ups, and whether loopback is allowed. */
export type AgentsFor = (scope: { readonly tenantId: number; readonly mode: Mode }) => GuardedAgents;

/** Azure answers its machines' metadata requests from this address, which is public by its number. */
const metadataAddresses = ["168.63.129.16"];
const loopbackAddresses = ["127.0.0.1", "::1"];

type GuardOptions = {
  readonly allowLoopback: boolean;
  readonly lookup: Lookup;
  readonly close?: () => void;
  /** For how long an unused connection is kept. By default none is, and each exchange resolves and checks the name again. */
  readonly idleMs?: number;
};

/**
 * How long one address of a host may take to connect before the next is tried. Node's own 250 ms are too short for another continent and
 * for a busy process: each address would be given up in turn, until none is left.
 */
export const connectAttemptMs = 2_000;

/** Makes agents that check the addresses of each new connection. */
export function makeGuardedAgents(options: GuardOptions): GuardedAgents {
  const { allowLoopback, lookup, close = () => {}, idleMs } = options;
  const filter = {
    ...(idleMs === undefined ? { keepAlive: false } : { keepAlive: true, timeout: idleMs }),
    lookup,
    autoSelectFamilyAttemptTimeout: connectAttemptMs,
    denyIPAddressList: metadataAddresses,
    allowIPAddressList: allowLoopback ? loopbackAddresses : [],
  };
  return {
    http: new RequestFilteringHttpAgent(filter),
    https: new RequestFilteringHttpsAgent(filter),
    lookup,
    close,
  };
}

/** Makes agents for a tenant and mode. Loopback addresses are allowed only in the sandbox and by the operator's setting. */
export function makeAgentsFor(options: {
  readonly allowLoopback: boolean;
  readonly resolver: HostResolver;
}): AgentsFor {
  return ({ tenantId, mode }) => {
    const closed = new AbortController();
    return makeGuardedAgents({
      allowLoopback: options.allowLoopback && mode === "sandbox",
      lookup: options.resolver.lookupFor(String(tenantId), closed.signal),
      close: () => closed.abort(),
    });
  };
}

/** Ports above 1023 that the Fetch standard blocks, because services there could read a request as their own protocol. */
const blockedPorts = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
]);

/** Whether a URL's port may be used; "" is the scheme's default. */
export function isUsualPort(text: string): boolean {
  if (text === "") return true;
  const port = Number(text);
  return port === 80 || port === 443 || (port > 1023 && !blockedPorts.has(port));
}

/** Whether an error comes from the guard. Errors of the network have a code. */
export function isRefusal(error: Error): boolean {
  return !("code" in error) && /is not allowed/.test(error.message);
}

export type Reach = "public" | "forbidden" | "unresolved";

/**
 * Runs the agents' check of a host without connecting: the socket resolves the name, the guard checks the addresses, and
 * the socket is destroyed before its first packet. So the check when an endpoint is created is the same as at each connect.
 */
export function findReach(agents: GuardedAgents, hostname: string, timeoutMs: number): Promise<Reach> {
  const literal = hostname.replace(/^\[|\]$/g, "");
  // A literal address is checked like a name that resolves to it, because only a look-up can be stopped before connecting.
  const isLiteral = isIP(literal) !== 0;
  const resolve = laterTurn(isLiteral ? always(literal) : agents.lookup);
  return new Promise((settle) => {
    const host = isLiteral ? "literal.invalid" : hostname;
    const socket = agents.http.createConnection({ host, port: 443, lookup: resolve });
    const finish = (reach: Reach): void => {
      clearTimeout(timer);
      socket.destroy();
      agents.close();
      settle(reach);
    };
    const timer = setTimeout(finish, timeoutMs, "unresolved");
    socket.on("error", (error) => finish(isRefusal(error) ? "forbidden" : "unresolved"));
    socket.on("lookup", (error: Error | null) => {
      if (!error) finish("public");
    });
  });
}

const always =
  (address: string): Lookup =>
  (_hostname, { all }, done) =>
    all ? done(null, [{ address, family: isIP(address) }]) : done(null, address, isIP(address));

/** Answers asynchronously, because a synchronous look-up would connect before the caller has added listeners. */
const laterTurn =
  (lookup: Lookup): Lookup =>
  (hostname, options, done) =>
    void setImmediate(lookup, hostname, options, done);
