import { setTimeout as sleep } from "node:timers/promises";

/**
 * Delivers notifications, one after another, and again if they aren't answered by 2xx: up to five times unless the PSP goes on, after
 * `retryMs` and then twice as long each time, up to eight times as long. Tests can hold, reorder, duplicate, delay and drop deliveries.
 */
export class DeliveryQueue<Delivery> {
  readonly #send: (delivery: Delivery, signal: AbortSignal) => Promise<boolean>;
  readonly #retryMs: number;
  readonly #triesAtMost: number;
  readonly #running = new Set<Promise<void>>();
  readonly #stopped = new AbortController();
  #last: Promise<void> = Promise.resolve();
  #held: Delivery[] | undefined;
  #extraCopies = 0;
  #delayMs = 0;
  #drops = 0;

  /** @param send makes one try, and says whether the receiver accepted the notification */
  constructor(
    send: (delivery: Delivery, signal: AbortSignal) => Promise<boolean>,
    retryMs: number,
    triesAtMost = 5,
  ) {
    this.#send = send;
    this.#retryMs = retryMs;
    this.#triesAtMost = triesAtMost;
  }

  add(delivery: Delivery): void {
    if (this.#drops > 0) {
      this.#drops -= 1;
      return;
    }
    const copies = Array.from({ length: 1 + this.#extraCopies }, () => delivery);
    if (this.#held) this.#held.push(...copies);
    else for (const copy of copies) this.#start(copy, this.#delayMs);
  }

  #start(delivery: Delivery, delayMs: number): void {
    const previous = delayMs === 0 ? this.#last : sleep(delayMs, undefined, { signal: this.#stopped.signal });
    const first = previous.then(() => this.#try(delivery)).catch(() => true);
    if (delayMs === 0) this.#last = first.then(() => {});
    const all = first.then(async (delivered) => {
      if (!delivered) await this.#retry(delivery);
    });
    this.#running.add(all);
    void all.finally(() => this.#running.delete(all));
  }

  async #retry(delivery: Delivery): Promise<void> {
    for (let attempt = 1; attempt < this.#triesAtMost; attempt++) {
      const waited = await sleep(this.#retryMs * 2 ** Math.min(attempt - 1, 3), true, {
        signal: this.#stopped.signal,
      }).catch(() => false);
      if (!waited || (await this.#try(delivery))) return;
    }
  }

  async #try(delivery: Delivery): Promise<boolean> {
    return this.#stopped.signal.aborted || (await this.#send(delivery, this.#stopped.signal));
  }

  /** Resolves once nothing that was added so far, and isn't held, is being delivered any more. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#running);
  }

  /** From now on, notifications wait until they are released. */
  hold(): void {
    this.#held ??= [];
  }

  /** Delivers what was held, and everything later at once again. */
  release(order: "in_order" | "reversed" = "in_order"): void {
    const held = this.#takeHeld();
    for (const delivery of order === "reversed" ? held.reverse() : held) this.#start(delivery, 0);
  }

  /** Like `release`, but delivers what was held as one. */
  protected releaseJoined(join: (held: Delivery[]) => Delivery): void {
    const held = this.#takeHeld();
    if (held.length > 0) this.#start(join(held), 0);
  }

  #takeHeld(): Delivery[] {
    const held = this.#held ?? [];
    this.#held = undefined;
    return held;
  }

  /** Each notification arrives so many times more. */
  duplicate(extraCopies: number): void {
    this.#extraCopies = extraCopies;
  }

  /** Each notification arrives so much later, in any order. */
  delay(delayMs: number): void {
    this.#delayMs = delayMs;
  }

  /** The next notifications never arrive. */
  drop(count: number): void {
    this.#drops += count;
  }

  /** Resolves when no delivery is under way or waits for a retry. Held ones don't count. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.settled();
  }
}

/** Posts one notification. @returns the receiver's status; 0 if it didn't answer */
export async function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  stopped: AbortSignal,
): Promise<number> {
  const signal = AbortSignal.any([AbortSignal.timeout(10_000), stopped]);
  const answer = await fetch(url, { method: "POST", headers, body, signal, redirect: "manual" }).catch(
    () => undefined,
  );
  await answer?.body?.cancel().catch(() => {});
  return answer?.status ?? 0;
}
