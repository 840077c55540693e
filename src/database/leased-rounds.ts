import { setTimeout as sleep } from "node:timers/promises";

/** Something that was leased for a tenant. */
type OfTenant = { readonly tenantId: number };

export type LeasedRoundsOptions = {
  /** How many are leased by one round. */
  readonly batchSize?: number;
  /** How long a round waits for what it has begun, in milliseconds. The rest goes on beside the next rounds. */
  readonly patienceMs?: number;
  /** How many of one tenant may go on beside the next rounds; with as many, nothing more of that tenant is leased. */
  readonly slowPerTenant?: number;
  /** How many of all tenants may be under way in this process. */
  readonly atOnce?: number;
};

const standard = { batchSize: 20, patienceMs: 1_000, slowPerTenant: 5, atOnce: 200 };

/**
 * Rounds of leased work that waits for others, such as PSPs. A round waits for its work for a while only, so that a PSP that
 * doesn't answer keeps nobody else waiting: neither other tenants nor other PSPs.
 */
export class LeasedRounds {
  readonly #options: Required<LeasedRoundsOptions>;
  readonly #underWay = new Map<Promise<unknown>, number>();

  constructor(options: LeasedRoundsOptions = {}) {
    this.#options = { ...standard, ...options };
  }

  /**
   * Leases some work, begins it and waits for it for a while. True when there may be more to do at once.
   *
   * @param take leases at most `limit`, and none of the tenants to `leaveOut`
   * @param work never rejects
   */
  async round<Leased extends OfTenant>(
    take: (limit: number, leaveOut: readonly number[]) => Promise<readonly Leased[]>,
    work: (leased: Leased) => Promise<unknown>,
  ): Promise<boolean> {
    const { batchSize, atOnce, patienceMs } = this.#options;
    const limit = Math.min(batchSize, atOnce - this.#underWay.size);
    if (limit === 0) return false;
    const leased = await take(limit, this.#slowTenants());
    await inTime(
      leased.map((lease) => this.#begin(lease.tenantId, work(lease))),
      patienceMs,
    );
    return leased.length === limit;
  }

  /** Resolves when everything that was begun has ended. */
  async finish(): Promise<void> {
    await Promise.all(this.#underWay.keys());
  }

  #begin(tenantId: number, work: Promise<unknown>): Promise<unknown> {
    const ended = work.finally(() => this.#underWay.delete(ended));
    this.#underWay.set(ended, tenantId);
    return ended;
  }

  #slowTenants(): number[] {
    const counts = new Map<number, number>();
    for (const tenantId of this.#underWay.values()) counts.set(tenantId, (counts.get(tenantId) ?? 0) + 1);
    return [...counts]
      .filter(([, count]) => count >= this.#options.slowPerTenant)
      .map(([tenantId]) => tenantId);
  }
}

/** Waits until all has ended, but no longer than `patienceMs`. */
async function inTime(work: readonly Promise<unknown>[], patienceMs: number): Promise<void> {
  if (work.length === 0 || patienceMs === 0) return;
  const ended = Promise.all(work);
  if (patienceMs === Number.POSITIVE_INFINITY) return void (await ended);
  const over = new AbortController();
  await Promise.race([ended, sleep(patienceMs, undefined, { signal: over.signal }).catch(() => {})]);
  over.abort();
}

/** Rounds that wait for all that they have begun. */
export const patientRounds = (): LeasedRounds => new LeasedRounds({ patienceMs: Number.POSITIVE_INFINITY });
