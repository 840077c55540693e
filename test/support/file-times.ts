import path from "node:path";
import process from "node:process";
import type { run } from "node:test";

/** How long each test file of a run took, so that whoever makes the suite slow learns it. */
export class FileTimes {
  readonly #beganAt = new Map<string, number>();
  readonly #tookMs = new Map<string, number>();

  constructor(stream: ReturnType<typeof run>) {
    stream.on("test:dequeue", ({ name, file }) => {
      if (name === file) this.#beganAt.set(name, performance.now());
    });
    stream.on("test:complete", ({ name, file }) => {
      const beganAt = this.#beganAt.get(name);
      if (name === file && beganAt !== undefined) this.#tookMs.set(name, performance.now() - beganAt);
    });
  }

  /** The files that took longest, a line each. */
  slowest(count: number): string {
    return [...this.#tookMs]
      .sort(([, one], [, other]) => other - one)
      .slice(0, count)
      .map(([file, ms]) => `${(ms / 1_000).toFixed(0).padStart(6)} s  ${path.relative(process.cwd(), file)}`)
      .join("\n");
  }
}
