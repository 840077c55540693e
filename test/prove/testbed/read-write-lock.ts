/** Any number of readers, or one writer. A waiting writer blocks new readers. */
export class ReadWriteLock {
  #readers = 0;
  #writing: Promise<void> | undefined;
  #readerLeft: () => void = () => {};

  async acquireRead(): Promise<void> {
    while (this.#writing) await this.#writing;
    this.#readers += 1;
  }

  releaseRead(): void {
    this.#readers -= 1;
    this.#readerLeft();
  }

  async withWrite(work: () => Promise<void>): Promise<void> {
    while (this.#writing) await this.#writing;
    const finished = Promise.withResolvers<void>();
    this.#writing = finished.promise;
    try {
      while (this.#readers > 0) await new Promise<void>((resolve) => (this.#readerLeft = resolve));
      await work();
    } finally {
      this.#writing = undefined;
      finished.resolve();
    }
  }
}
