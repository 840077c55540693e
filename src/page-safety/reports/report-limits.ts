/** So many posts a minute are read from one address, and from all together, in each process. */
export const postsPerMinute = { address: 30, all: 600 } as const;

const minuteMs = 60_000;

/**
 * Anybody can post reports, so they get a share of this process and no more. A minute begins with the first post after
 * the last one ended; the list of addresses is as long as the posts of one minute, at most 600.
 */
export class ReportLimits {
  #beganMs = Number.NEGATIVE_INFINITY;
  #posts = 0;
  readonly #byAddress = new Map<string, number>();

  /**
   * Whether a post may be read. One that may not counts nowhere.
   *
   * @param network what the sender's address counts as
   * @param nowMs by a clock that never goes back
   */
  admit(network: string, nowMs: number): boolean {
    if (nowMs - this.#beganMs >= minuteMs) {
      this.#beganMs = nowMs;
      this.#posts = 0;
      this.#byAddress.clear();
    }
    const ofAddress = this.#byAddress.get(network) ?? 0;
    if (this.#posts >= postsPerMinute.all || ofAddress >= postsPerMinute.address) return false;
    this.#posts += 1;
    this.#byAddress.set(network, ofAddress + 1);
    return true;
  }
}
