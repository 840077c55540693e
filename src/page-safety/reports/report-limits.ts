/** The maximum of reports per minute from one address, and from all together, in each process. */
export const reportsPerMinute = { address: 30, all: 600 } as const;

/**
 * The maximum of unusable posts per minute that are read: posts that turn out to be no reports about Kassa's pages. Reading
 * one takes less than a millisecond and stores nothing, so this limit is much higher: others with the same address can
 * still report.
 */
export const unusablePerMinute = { address: 600, all: 6_000 } as const;

const minuteMs = 60_000;

/** The maximum of addresses per minute. Posts from further addresses aren't read. */
const maxAddresses = 10_000;

type Posts = { reports: number; unusable: number };

/**
 * Limits the work for reports, because anybody can post them. Only reading a post shows whether it is a report or unusable
 * (malformed, or about pages of others). The two are counted separately, so that unusable posts don't use up the limit of
 * reports. A minute begins with the first post after the previous minute.
 */
export class ReportLimits {
  #beganMs = Number.NEGATIVE_INFINITY;
  #all: Posts = { reports: 0, unusable: 0 };
  readonly #byAddress = new Map<string, Posts>();

  /**
   * Whether a post may be read. A refused post isn't counted; an admitted one counts as unusable until `takeReport`.
   *
   * @param network the network of the sender's address
   * @param nowMs milliseconds of a monotonic clock
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

  /** Counts an admitted post as a report. False when the limit of reports is reached. */
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
    // An address without unusable posts is read, however many came from other addresses.
    if (unusable > 0) return this.#all.unusable < unusablePerMinute.all;
    return reports > 0 || this.#byAddress.size < maxAddresses;
  }
}
