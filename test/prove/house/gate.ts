/** Some go in and out as they like, until somebody has to be alone: then nobody comes in, and those inside are waited for. */
export class Gate {
  #inside = 0;
  #closed: Promise<void> | undefined;
  #left: () => void = () => {};

  async enter(): Promise<void> {
    while (this.#closed) await this.#closed;
    this.#inside += 1;
  }

  leave(): void {
    this.#inside -= 1;
    this.#left();
  }

  async alone(work: () => Promise<void>): Promise<void> {
    while (this.#closed) await this.#closed;
    const opened = Promise.withResolvers<void>();
    this.#closed = opened.promise;
    try {
      while (this.#inside > 0) await new Promise<void>((resolve) => (this.#left = resolve));
      await work();
    } finally {
      this.#closed = undefined;
      opened.resolve();
    }
  }
}
