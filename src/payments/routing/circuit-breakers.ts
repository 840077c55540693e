/** After so many begins in a row without an answer, an account is used last. */
const failuresToOpen = 3;

/** For so long, in milliseconds. After that, one payment tries the account again. */
const openMs = 30_000;

type Circuit = { failures: number; openUntilMs: number };

/**
 * Notices accounts whose PSP doesn't answer, so that customers don't wait for it: they are used only if no other account is left.
 * Each process decides for itself, by its own calls.
 */
export class CircuitBreakers {
  readonly #nowMs: () => number;
  readonly #circuits = new Map<string, Circuit>();

  /** @param nowMs a clock that never goes back */
  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** Whether the account should be avoided. */
  isOpen(account: string): boolean {
    return this.#nowMs() < (this.#circuits.get(account)?.openUntilMs ?? 0);
  }

  /** Notes whether a call that began a charge was answered. Returns whether the account is avoided from now on, and wasn't before. */
  note(account: string, wasAnswered: boolean): boolean {
    if (wasAnswered) {
      this.#circuits.delete(account);
      return false;
    }
    const failures = (this.#circuits.get(account)?.failures ?? 0) + 1;
    const opens = failures >= failuresToOpen && !this.isOpen(account);
    const openUntilMs = failures >= failuresToOpen ? this.#nowMs() + openMs : 0;
    this.#circuits.set(account, { failures, openUntilMs });
    return opens;
  }
}
