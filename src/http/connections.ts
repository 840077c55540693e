import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { Counter, shouldLog } from "../kernel/counter.ts";
import { holdsAddress, networkList, networkOf } from "../tenants/networks.ts";

export type ConnectionLimits = {
  /** The most connections in total. */
  readonly most: number;
  /** The most connections from one IPv4 address or IPv6 /64. */
  readonly mostOfAddress: number;
  /** How long a connection without traffic is kept during a request, in milliseconds; default 120,000. */
  readonly stalledMs?: number;
};

export type ConnectionOptions = {
  readonly trustedProxies: readonly string[];
  readonly limits: ConnectionLimits | undefined;
};

/** Connections that were closed at once, by reason. */
export const connectionsRefused = new Counter<"all" | "address">(["all", "address"]);

/** How long an idle connection is kept: for addresses that have sent a valid API key, and for others. */
const keepAliveMs = 72_000;
const strangersKeepAliveMs = 10_000;
/** Longer than any request waits for a PSP. Without it, a client that doesn't read its answer would occupy memory forever. */
const defaultStalledMs = 120_000;

const addressesKnownAtMost = 50_000;

type Connection = {
  readonly network: string;
  /** The peer is this machine or a trusted proxy: no limit for its address, and idle connections are kept. */
  readonly isProxy: boolean;
  isKnown: boolean;
  readonly addresses: KnownAddresses;
  /** Requests without an answer yet. */
  readonly unanswered: Set<IncomingMessage>;
  /** Called once every request that has arrived completely is answered. */
  onAnswered: (() => void) | undefined;
};

const connections = new WeakMap<Socket, Connection>();

/** Notes that the connection's address has sent a valid API key. */
export function noteAuthenticated(socket: Socket): void {
  const connection = connections.get(socket);
  if (!connection || connection.isKnown) return;
  connection.isKnown = true;
  connection.addresses.add(connection.network);
}

/**
 * Calls `then` once every request that has arrived completely on a connection is answered, so that answers stay in order;
 * at once if there is none. It doesn't wait for a request that is still arriving, because nothing more is read from this
 * connection. Only the first `then` counts.
 */
export function whenAnswered(socket: Socket, then: () => void): void {
  const connection = connections.get(socket);
  if (!connection || !hasWhole(connection)) then();
  else connection.onAnswered ??= then;
}

const hasWhole = ({ unanswered }: Connection): boolean => [...unanswered].some(({ complete }) => complete);

/**
 * Limits connections to fewer than the process may have files open, and one address to a share of them, so that floods and
 * idle connections can't lock out others. Idle connections of addresses that never sent a valid key are closed sooner.
 * Trusted proxies have no limit for their address, because all callers share it.
 */
export function limitConnections(app: FastifyInstance, options: ConnectionOptions): void {
  const { most, mostOfAddress, stalledMs = defaultStalledMs } = options.limits ?? limitsOfMachine();
  const isProxy = proxyCheck(options.trustedProxies);
  const addresses = new KnownAddresses();
  const open = new Map<string, number>();
  const refused = (why: "all" | "address", address: string | undefined): void => {
    connectionsRefused.add(why);
    const times = connectionsRefused.counts().get(why) ?? 1;
    if (shouldLog(times))
      app.log.warn({ why, address, times }, "connections are refused: there are too many");
  };
  app.server.maxConnections = most;
  app.server.timeout = stalledMs;
  app.server.on("drop", (dropped) => refused("all", dropped?.remoteAddress));
  app.server.on("connection", (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? "");
    const connection: Connection = {
      network,
      addresses,
      isProxy: isProxy(socket),
      isKnown: addresses.has(network),
      unanswered: new Set(),
      onAnswered: undefined,
    };
    connections.set(socket, connection);
    if (connection.isProxy) return;
    const count = (open.get(network) ?? 0) + 1;
    open.set(network, count);
    socket.once("close", () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
    if (count <= mostOfAddress) return;
    refused("address", socket.remoteAddress);
    socket.destroy();
  });
  shortenKeepAlive(app);
  noteAnswers(app);
}

function noteAnswers(app: FastifyInstance): void {
  app.addHook("onRequest", ({ raw }, _reply, done) => {
    connections.get(raw.socket)?.unanswered.add(raw);
    done();
  });
  app.addHook("onResponse", ({ raw }, _reply, done) => {
    const connection = connections.get(raw.socket);
    connection?.unanswered.delete(raw);
    if (connection?.onAnswered && !hasWhole(connection)) connection.onAnswered();
    done();
  });
}

/** Node announces the keep-alive timeout in each answer and starts it at the answer's end. Both are changed here. */
function shortenKeepAlive(app: FastifyInstance): void {
  app.server.keepAliveTimeout = keepAliveMs;
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(keepAliveHeader(request.raw.socket));
    done();
  });
  app.addHook("onResponse", (request, _reply, done) => {
    shortenIdleTime(request.raw.socket);
    done();
  });
}

/** Shortens the keep-alive timeout of a stranger's connection after an answer. */
export function shortenIdleTime(socket: Socket): void {
  // One second longer than announced, as Node does, so that a request being sent isn't cut off.
  if (isStranger(socket)) socket.setTimeout(strangersKeepAliveMs + 1_000);
}

/** How long a connection is kept after an answer, in seconds. */
export function idleSeconds(socket: Socket): number {
  return (isStranger(socket) ? strangersKeepAliveMs : keepAliveMs) / 1_000;
}

function isStranger(socket: Socket): boolean {
  const connection = connections.get(socket);
  return connection !== undefined && !connection.isKnown && !connection.isProxy;
}

const strangersHeader = { "keep-alive": `timeout=${strangersKeepAliveMs / 1_000}` };
const noHeader = {};

/** The Keep-Alive header, where it differs from Node's own. */
export function keepAliveHeader(socket: Socket): Readonly<Record<string, string>> {
  return isStranger(socket) ? strangersHeader : noHeader;
}

/** The addresses that have sent a valid key. The oldest are dropped first. */
class KnownAddresses {
  readonly #addresses = new Set<string>();

  has(network: string): boolean {
    return this.#addresses.has(network);
  }

  add(network: string): void {
    this.#addresses.add(network);
    if (this.#addresses.size <= addressesKnownAtMost) return;
    for (const oldest of this.#addresses) {
      this.#addresses.delete(oldest);
      return;
    }
  }
}

const loopback = ["127.0.0.0/8", "::1/128"];

function proxyCheck(trustedProxies: readonly string[]): (socket: Socket) => boolean {
  const list = networkList([...loopback, ...trustedProxies]);
  const known = new Map<string, boolean>();
  return ({ remoteAddress }) => {
    if (remoteAddress === undefined) return false;
    let verdict = known.get(remoteAddress);
    if (verdict === undefined) {
      verdict = list !== null && holdsAddress(list, remoteAddress);
      if (known.size < 10_000) known.set(remoteAddress, verdict);
    }
    return verdict;
  };
}

/** File descriptors that the process needs for other things: database, webhooks, name servers, Node itself. */
const filesKept = 512;
const connectionsAtMost = 10_000;

function limitsOfMachine(): ConnectionLimits {
  const files = openFilesAtMost();
  const most = Math.min(connectionsAtMost, Math.max(files - filesKept, Math.floor(files / 2)));
  return { most, mostOfAddress: Math.ceil(most / 4) };
}

/** How many files this process may have open. Node raises its limit to the hard one when it starts. */
function openFilesAtMost(): number {
  const usual = 4_096;
  try {
    const limits = readFileSync("/proc/self/limits", "utf8");
    const found = /^Max open files\s+(\d+|unlimited)/m.exec(limits)?.[1];
    return found === "unlimited" ? Number.POSITIVE_INFINITY : Number(found ?? usual);
  } catch {
    // macOS has no /proc; its limit is higher than this.
    return usual;
  }
}
