import type { Random } from "../random.ts";

const unhealthyForMs = 3_000;

/** Picks an instance of Kassa for each request. One that doesn't answer gets no requests for a while. */
export class LoadBalancer {
  readonly #all: readonly string[];
  readonly #unhealthyUntil = new Map<string, number>();

  constructor(all: readonly string[]) {
    this.#all = all;
  }

  pick(random: Random): string {
    const now = performance.now();
    const healthy = this.#all.filter((origin) => (this.#unhealthyUntil.get(origin) ?? 0) < now);
    return random.pick(healthy.length > 0 ? healthy : this.#all);
  }

  markUnhealthy(origin: string): void {
    this.#unhealthyUntil.set(origin, performance.now() + unhealthyForMs);
  }
}
