import { createHash } from "node:crypto";

/**
 * A seeded random number generator. `child` derives an independent stream from a name, so that one part of a run doesn't
 * depend on the progress of others: session 4711 gets the same plan whenever it starts.
 */
export class Random {
  readonly #name: string;
  readonly #state: Uint32Array;

  constructor(name: string) {
    this.#name = name;
    const digest = createHash("sha256").update(name).digest();
    this.#state = Uint32Array.from([0, 4, 8, 12], (offset) => digest.readUInt32LE(offset));
  }

  child(name: string | number): Random {
    return new Random(`${this.#name}/${name}`);
  }

  /** A number in [0, 1), by the algorithm sfc32. */
  next(): number {
    const [a = 0, b = 0, c = 0, counter = 0] = this.#state;
    const sum = (a + b + counter) | 0;
    this.#state[0] = b ^ (b >>> 9);
    this.#state[1] = (c + (c << 3)) | 0;
    this.#state[2] = ((c << 21) | (c >>> 11)) + sum;
    this.#state[3] = counter + 1;
    return (sum >>> 0) / 2 ** 32;
  }

  /** An integer, both bounds included. */
  integer(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.integer(0, items.length - 1)];
    if (item === undefined) throw new Error("the list is empty");
    return item;
  }

  /** One of the names, with a probability in proportion to its weight. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const entries = Object.entries(weights) as [Name, number][];
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [name, weight] of entries) {
      left -= weight;
      if (left < 0) return name;
    }
    throw new Error("the weights are empty");
  }
}
