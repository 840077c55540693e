/** At most so many are kept in memory. The oldest are forgotten first. */
const keptAtMost = 10_000;

/**
 * The sessions that have a payment, as far as this process knows. Only a hint, which saves statements: a page reads a payment with its
 * attempts together with such a session, and of the others only if the session names a payment.
 */
export class BegunSessions {
  readonly #ids = new Set<string>();

  has(sessionId: string): boolean {
    return this.#ids.has(sessionId);
  }

  note(sessionId: string): void {
    const [oldest] = this.#ids;
    if (this.#ids.size >= keptAtMost && oldest !== undefined) this.#ids.delete(oldest);
    this.#ids.add(sessionId);
  }
}
