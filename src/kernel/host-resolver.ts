import dns, { type LookupAddress, type LookupOptions } from "node:dns";
import { isIP } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { HostsFile } from "./hosts-file.ts";
import { Turns } from "./turns.ts";

/** Finds the addresses of a host; `dns.lookup` has this shape too. */
export type Lookup = (
  hostname: string,
  options: LookupOptions,
  done: (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void,
) => void;

export type HostResolverOptions = {
  /** Name servers as `address` or `address:port`. Default: the system's. */
  readonly servers?: readonly string[];
  /** The time limit of a look-up, including the wait for its turn, in milliseconds. */
  readonly deadlineMs?: number;
  /** How long to wait for a name server's answer before retrying, in milliseconds. */
  readonly packetTimeoutMs?: number;
  readonly hostsFile?: string;
};

/** The most concurrent look-ups of one owner in this process. Further ones wait for their turn. */
export const lookupsPerOwner = 8;

/** How long a missing name and a failed look-up are cached. */
const unknownKeptMs = 30_000;
const failureKeptMs = 4_000;
const failuresKept = 5_000;

/** How long to wait for IPv6 addresses after the IPv4 ones (the resolution delay of RFC 8305). */
const ipv6DelayMs = 250;

type Failure = { readonly error: LookupFailed; readonly untilMs: number };

/** `ENOTFOUND`: the name has no address. `EAI_AGAIN`: the name servers failed or were too slow. */
export class LookupFailed extends Error {
  override name = "LookupFailed";
  readonly code: "ENOTFOUND" | "EAI_AGAIN";

  constructor(code: LookupFailed["code"], hostname: string) {
    super(`the look-up of ${hostname} failed (${code})`);
    this.code = code;
  }
}

/**
 * Resolves host names with c-ares. A slow name server then occupies a socket, not one of libuv's four threads, which
 * `dns.lookup` blocks for up to 20 seconds and which files and cryptography also use. Each look-up belongs to an owner (a
 * tenant) with a limit of concurrent look-ups, so one tenant's names can't delay another's. Successful answers aren't
 * cached, because each connection has to check the current addresses.
 */
export class HostResolver {
  readonly #servers: readonly string[] | undefined;
  readonly #deadlineMs: number;
  readonly #packetTimeoutMs: number;
  readonly #hosts: HostsFile;
  readonly #turns = new Turns(lookupsPerOwner);
  readonly #failures = new Map<string, Failure>();

  constructor(options: HostResolverOptions = {}) {
    this.#servers = options.servers;
    this.#deadlineMs = options.deadlineMs ?? 5_000;
    this.#packetTimeoutMs = options.packetTimeoutMs ?? 1_500;
    this.#hosts = new HostsFile(options.hostsFile);
  }

  /** A look-up function for one owner. The signal cancels its look-ups. */
  lookupFor(owner: string, signal?: AbortSignal): Lookup {
    return (hostname, options, done) => {
      this.resolve(owner, hostname, signal).then(
        (addresses) => answer(addresses, hostname, options, done),
        (error) => done(error, []),
      );
    };
  }

  /** The addresses of a host, IPv4 first. @throws LookupFailed */
  async resolve(owner: string, hostname: string, signal?: AbortSignal): Promise<LookupAddress[]> {
    const name = hostname.toLowerCase().replace(/\.$/, "");
    const known = await this.#knownHere(name);
    if (known) return known;
    const failure = this.#recentFailure(name);
    if (failure) throw failure;
    const deadline = new AbortController();
    const abort = (): void => deadline.abort();
    const timer = setTimeout(abort, this.#deadlineMs);
    signal?.addEventListener("abort", abort);
    if (signal?.aborted) abort();
    try {
      return await this.#resolveInTurn(owner, name, deadline.signal);
    } catch (error) {
      if (error instanceof LookupFailed && !signal?.aborted) this.#keepFailure(name, error);
      throw error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    }
  }

  /** Resolves names without a name server: addresses, localhost (RFC 6761) and the hosts file. */
  async #knownHere(name: string): Promise<LookupAddress[] | undefined> {
    if (isIP(name) !== 0) return [toLookupAddress(name)];
    if (name === "localhost" || name.endsWith(".localhost")) return ["127.0.0.1", "::1"].map(toLookupAddress);
    return (await this.#hosts.find(name))?.map(toLookupAddress);
  }

  async #resolveInTurn(owner: string, name: string, signal: AbortSignal): Promise<LookupAddress[]> {
    if (!(await this.#turns.take(owner, signal))) throw new CutShort(name);
    const sinceMs = performance.now();
    try {
      return await this.#query(name, signal);
    } catch (error) {
      if (signal.aborted && performance.now() - sinceMs < this.#packetTimeoutMs) throw new CutShort(name);
      throw error;
    } finally {
      this.#turns.release(owner);
    }
  }

  /** One resolver for each look-up: only a whole resolver can be cancelled, and a new one reads the system's current settings. */
  async #query(name: string, signal: AbortSignal): Promise<LookupAddress[]> {
    const channel = new dns.promises.Resolver({ timeout: this.#packetTimeoutMs, tries: 2 });
    if (this.#servers) channel.setServers(this.#servers);
    const cancel = (): void => channel.cancel();
    signal.addEventListener("abort", cancel);
    try {
      const ipv6 = settle(channel.resolve6(name));
      const ipv4 = await settle(channel.resolve4(name));
      const both = [ipv4, await (ipv4.addresses.length > 0 ? within(ipv6DelayMs, ipv6) : ipv6)];
      const addresses = both.flatMap((one) => one.addresses);
      if (addresses.length > 0) return addresses;
      throw new LookupFailed(both.every(({ hasNone }) => hasNone) ? "ENOTFOUND" : "EAI_AGAIN", name);
    } finally {
      signal.removeEventListener("abort", cancel);
      channel.cancel();
    }
  }

  #recentFailure(name: string): LookupFailed | undefined {
    const failure = this.#failures.get(name);
    if (!failure || performance.now() < failure.untilMs) return failure?.error;
    this.#failures.delete(name);
    return undefined;
  }

  #keepFailure(name: string, error: LookupFailed): void {
    if (error instanceof CutShort) return;
    const keptMs = error.code === "ENOTFOUND" ? unknownKeptMs : failureKeptMs;
    this.#failures.delete(name);
    this.#failures.set(name, { error, untilMs: performance.now() + keptMs });
    if (this.#failures.size <= failuresKept) return;
    for (const oldest of this.#failures.keys()) {
      this.#failures.delete(oldest);
      return;
    }
  }
}

/** The time ran out in the owner's queue, so nothing is known about this name and nothing is cached. */
class CutShort extends LookupFailed {
  constructor(hostname: string) {
    super("EAI_AGAIN", hostname);
  }
}

type Settled = { readonly addresses: LookupAddress[]; readonly hasNone: boolean };

/** The result of one query; `hasNone` if a name server answered that there are no such addresses. */
async function settle(query: Promise<string[]>): Promise<Settled> {
  try {
    return { addresses: (await query).map(toLookupAddress), hasNone: false };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    return { addresses: [], hasNone: code === "ENOTFOUND" || code === "ENODATA" };
  }
}

function within(ms: number, query: Promise<Settled>): Promise<Settled> {
  return Promise.race([query, sleep(ms, { addresses: [], hasNone: false })]);
}

const toLookupAddress = (address: string): LookupAddress => ({ address, family: isIP(address) });

/** Calls back like `dns.lookup`: all addresses of the family, or the first. */
function answer(
  found: readonly LookupAddress[],
  hostname: string,
  { all, family }: LookupOptions,
  done: Parameters<Lookup>[2],
): void {
  const wanted = family === 4 || family === "IPv4" ? 4 : family === 6 || family === "IPv6" ? 6 : 0;
  const addresses = found.filter((one) => wanted === 0 || one.family === wanted);
  const [first] = addresses;
  if (!first) done(new LookupFailed("ENOTFOUND", hostname), []);
  else if (all) done(null, addresses);
  else done(null, first.address, first.family);
}
