/** So many reports a minute are taken from one address, and from all together, in each process. */
export const reportsPerMinute = { address: 30, all: 600 } as const;

/**
 * So many posts are read that turn out to be no reports. Reading one takes less than a millisecond and stores nothing, so
 * there can be many more of them: whoever shares an address with their sender can still report.
 */
export const unusablePerMinute = { address: 600, all: 6_000 } as const;

const minuteMs = 60_000;

/** Addresses that are told apart within a minute; posts of further ones aren't read. */
const maxAddresses = 10_000;

type Posts = { reports: number; unusable: number };

/**
 * Anybody can post reports, so they get a share of this process and no more. Whether a post is a report or unusable
 * (malformed, or about pages of others) is known only once it has been read. The two are counted apart, so that
 * malformed posts don't use up the quota of reports. A minute begins with the first post after the last one ended.
 */
export class ReportLimits {
  #beganMs = Number.NEGATIVE_INFINITY;
  #all: Posts = { reports: 0, unusable: 0 };
  readonly #byAddress = new Map<string, Posts>();

  /**
   * Whether a post may be read. One that may not counts nowhere; one that may counts as unusable until `takeReport`.
   *
   * @param network what the sender's address counts as
   * @param nowMs by a clock that never goes back
   */
  admit(network: string, nowMs: number): boolean {
    if (nowMs - this.#beganMs >= minuteMs) {
      this.#beganMs = nowMs;
      this.#all = { reports: 0, unusable: 0 };
      this.#byAddress.clear();
    }
    const ofAddress = this.#byAddress.get(network) ?? { reports: 0, unusable: 0 };
    if (!this.#hasRoom(ofAddress)) return false;
    ofAddress.unusable += 1;
    this.#all.unusable += 1;
    this.#byAddress.set(network, ofAddress);
    return true;
  }

  /** Whether a post of this address that was admitted and turned out to be a report is within the quota of reports. */
  takeReport(network: string): boolean {
    const ofAddress = this.#byAddress.get(network);
    if (!ofAddress || ofAddress.unusable === 0 || !this.#mayReport(ofAddress)) return false;
    for (const posts of [ofAddress, this.#all]) {
      posts.unusable -= 1;
      posts.reports += 1;
    }
    return true;
  }

  #mayReport({ reports }: Posts): boolean {
    return reports < reportsPerMinute.address && this.#all.reports < reportsPerMinute.all;
  }

  #hasRoom(ofAddress: Posts): boolean {
    const { reports, unusable } = ofAddress;
    if (!this.#mayReport(ofAddress) || unusable >= unusablePerMinute.address) return false;
    // However many unusable posts came from elsewhere, an address that sent none is read.
    if (unusable > 0) return this.#all.unusable < unusablePerMinute.all;
    return reports > 0 || this.#byAddress.size < maxAddresses;
  }
}
