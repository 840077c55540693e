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
  /** Name servers as `address` or `address:port`. Default: those of the system. */
  readonly servers?: readonly string[];
  /** How long one look-up may take, time spent waiting for its turn included, in milliseconds. */
  readonly deadlineMs?: number;
  /** How long a name server has to answer one packet before it is asked again, in milliseconds. */
  readonly packetTimeoutMs?: number;
  readonly hostsFile?: string;
};

/** Look-ups that one owner may have under way in this process. Further ones wait for their turn. */
export const lookupsPerOwner = 8;

/** How long "no such name" is believed, and how long a name server that failed isn't asked for the same name. */
const unknownKeptMs = 30_000;
const failureKeptMs = 4_000;
const failuresKept = 5_000;

/** Once there are IPv4 addresses, how long IPv6 addresses are still waited for (RFC 8305 calls it resolution delay). */
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
 * Resolves host names through c-ares, so that a slow name server occupies a socket and none of libuv's four threads,
 * which `dns.lookup` holds for up to 20 seconds each and which files and cryptography need too. Every look-up belongs to
 * an owner (a tenant), who may have a few under way: the names of one tenant can't delay those of another. Successful
 * answers aren't kept, because each connection has to check the addresses that the name has at that moment.
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

  /** A look-up function for one owner. The signal cancels look-ups that are under way. */
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

  /** Names that are answered on this machine: addresses, localhost (RFC 6761) and the hosts file. */
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

  /** A channel for each look-up: only a whole channel can be cancelled, and a new one reads the system's settings anew. */
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

/** The owner's other names took its time: the name servers had none to answer, and nothing is known of this name. */
class CutShort extends LookupFailed {
  constructor(hostname: string) {
    super("EAI_AGAIN", hostname);
  }
}

type Settled = { readonly addresses: LookupAddress[]; readonly hasNone: boolean };

/** What one query came to; `hasNone` when a name server said that there are no such addresses. */
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

/** Answers as `dns.lookup` does: all addresses of the wanted family, or the first. */
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
