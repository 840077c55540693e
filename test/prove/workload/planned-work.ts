import type { RailName } from "../rails/names.ts";

/** Kinds of work at a rail. `visit`: a customer comes to the rail's page; `charge`: a customer pays there, or transfers the amount. */
export const workKinds = ["visit", "charge", "capture", "void", "refund", "dispute"] as const;
export type WorkKind = (typeof workKinds)[number];

/** Counts what customers and merchants set out to do at each rail, so that the judge notices a kind of work that never came about. */
export class PlannedWork {
  readonly #counts = new Map<string, number>();

  /** @param count below 1 if the work comes to this rail only with this probability */
  add(rail: RailName, kind: WorkKind, count = 1): void {
    const name = `${kind} at ${rail}`;
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + count);
  }

  count(rail: RailName, kind: WorkKind): number {
    return this.#counts.get(`${kind} at ${rail}`) ?? 0;
  }
}
