type Queue = { busy: number; readonly waiting: Set<() => void> };

/** Limits how much each owner does concurrently. Further calls wait for their turn, in order. */
export class Turns {
  readonly #atATime: number;
  readonly #queues = new Map<string, Queue>();

  constructor(atATime: number) {
    this.#atATime = atATime;
  }

  /**
   * Resolves with true when it is the caller's turn, which the caller then has to release; with false if the signal aborts
   * first.
   */
  take(owner: string, signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return Promise.resolve(false);
    const queue = this.#queues.get(owner) ?? { busy: 0, waiting: new Set() };
    this.#queues.set(owner, queue);
    if (queue.busy < this.#atATime) {
      queue.busy += 1;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const begin = (): void => {
        signal.removeEventListener("abort", giveUp);
        resolve(true);
      };
      const giveUp = (): void => {
        queue.waiting.delete(begin);
        resolve(false);
      };
      queue.waiting.add(begin);
      signal.addEventListener("abort", giveUp, { once: true });
    });
  }

  release(owner: string): void {
    const queue = this.#queues.get(owner);
    if (!queue) return;
    const [next] = queue.waiting;
    if (next) {
      queue.waiting.delete(next);
      next();
      return;
    }
    queue.busy -= 1;
    if (queue.busy === 0) this.#queues.delete(owner);
  }
}
