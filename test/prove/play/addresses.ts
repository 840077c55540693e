import type { Random } from "../random.ts";

const avoidedMs = 3_000;

/** Where Kassa can be reached, as a load balancer knows it: whoever doesn't answer is not asked for a while. */
export class Addresses {
  readonly #all: readonly string[];
  readonly #avoidedUntil = new Map<string, number>();

  constructor(all: readonly string[]) {
    this.#all = all;
  }

  pick(random: Random): string {
    const now = performance.now();
    const healthy = this.#all.filter((address) => (this.#avoidedUntil.get(address) ?? 0) < now);
    return random.pick(healthy.length > 0 ? healthy : this.#all);
  }

  /** It didn't answer. */
  avoid(address: string): void {
    this.#avoidedUntil.set(address, performance.now() + avoidedMs);
  }
}
