import type { FastifyBaseLogger } from "fastify";
import { Counter } from "../kernel/counter.ts";

/** Why a request was refused because of its key, or of the person who makes it. */
export type Refusal =
  | "no_key"
  | "bad_key"
  | "too_many_bad_keys"
  | "address_not_allowed"
  | "scope_missing"
  | "person_refused"
  | "role_forbids";

/** Refusals since the start of the process, by reason. */
export const authenticationsRefused = new Counter<Refusal>([
  "no_key",
  "bad_key",
  "too_many_bad_keys",
  "address_not_allowed",
  "scope_missing",
  "person_refused",
  "role_forbids",
]);

const windowMs = 60_000;
const linesAWindow = 10;
const addressesAWindow = 1_000;

/**
 * Counts refused authentications and logs them with their address. To keep a flood out of the log, only the first refusal
 * of each of ten addresses a minute is logged at once; one line at the end of the minute has the number of the others.
 */
export class RefusalLog {
  readonly #windowMs: number;
  #counts = new Map<string, number>();
  #total = 0;
  #logged = 0;

  constructor(options: { readonly windowMs?: number } = {}) {
    this.#windowMs = options.windowMs ?? windowMs;
  }

  note(log: FastifyBaseLogger, reason: Refusal, address: string, caller?: string): void {
    authenticationsRefused.add(reason);
    if (this.#total === 0) setTimeout(() => this.#endWindow(log), this.#windowMs).unref();
    this.#total += 1;
    const before = this.#counts.get(address);
    if (before !== undefined || this.#counts.size < addressesAWindow)
      this.#counts.set(address, (before ?? 0) + 1);
    if (before !== undefined || this.#logged >= linesAWindow) return;
    this.#logged += 1;
    log.warn({ reason, address, ...(caller === undefined ? {} : { caller }) }, "authentication refused");
  }

  #endWindow(log: FastifyBaseLogger): void {
    const most = [...this.#counts].sort(([, left], [, right]) => right - left).slice(0, linesAWindow);
    const more = this.#total - this.#logged;
    if (more > 0)
      log.warn(
        { more, seconds: this.#windowMs / 1_000, addresses: Object.fromEntries(most) },
        "authentications refused, beside those logged",
      );
    this.#counts = new Map();
    this.#total = 0;
    this.#logged = 0;
  }
}
