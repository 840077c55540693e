import { isIP } from "node:net";
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from "request-filtering-agent";
import type { HostResolver, Lookup } from "./host-resolver.ts";
import type { Mode } from "./mode.ts";

/**
 * Agents for one exchange with another machine. They connect to public addresses only, whatever a host's name resolves
 * to at that moment.
 */
export type GuardedAgents = {
  readonly http: RequestFilteringHttpAgent;
  readonly https: RequestFilteringHttpsAgent;
  readonly lookup: Lookup;
  /** Cancels look-ups that are under way. */
  readonly close: () => void;
};

/** Whose exchange it is: the tenant counts towards that tenant's share of look-ups, the mode decides about loopback. */
export type AgentsFor = (scope: { readonly tenantId: number; readonly mode: Mode }) => GuardedAgents;

/** Azure answers its machines' metadata requests from this address, which is public by its number. */
const metadataAddresses = ["168.63.129.16"];
const loopbackAddresses = ["127.0.0.1", "::1"];

type GuardOptions = {
  readonly allowLoopback: boolean;
  readonly lookup: Lookup;
  readonly close?: () => void;
};

/** Connections are not kept: each attempt resolves, is checked, and ends with its connection. */
export function makeGuardedAgents({ allowLoopback, lookup, close = () => {} }: GuardOptions): GuardedAgents {
  const filter = {
    keepAlive: false,
    lookup,
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

/** Makes the agents for what is asked of other machines. Loopback: in the sandbox, where the operator allows it. */
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

/** Ports above 1023 that the Fetch standard blocks too, for what listens there could take a request for its own protocol. */
const blockedPorts = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
]);

/** Whether web servers answer on a port, as it stands in an address: "" is the scheme's own. */
export function isUsualPort(text: string): boolean {
  if (text === "") return true;
  const port = Number(text);
  return port === 80 || port === 443 || (port > 1023 && !blockedPorts.has(port));
}

/** Said of an error that the guard raised: the others come from the network and carry a code. */
export function isRefusal(error: Error): boolean {
  return !("code" in error) && /is not allowed/.test(error.message);
}

export type Reach = "public" | "forbidden" | "unresolved";

/**
 * What the agents' guard would say to a connection to this host, without connecting: the socket resolves the name, the
 * guard checks the addresses, and the socket is destroyed before its first packet. So the check at an endpoint's
 * creation can't differ from the one at each connect.
 */
export function findReach(agents: GuardedAgents, hostname: string, timeoutMs: number): Promise<Reach> {
  const literal = hostname.replace(/^\[|\]$/g, "");
  // A literal address takes the way of a name that resolves to it, for only names can be stopped before connecting.
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

/** A lookup that answers before it returns would have the socket connecting before anyone listens to it. */
const laterTurn =
  (lookup: Lookup): Lookup =>
  (hostname, options, done) =>
    void setImmediate(lookup, hostname, options, done);
