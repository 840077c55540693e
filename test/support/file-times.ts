import path from "node:path";
import process from "node:process";
import type { run } from "node:test";

/** How long each test file of a run took, so that whoever makes the suite slow learns it. */
export class FileTimes {
  readonly #tookMs = new Map<string, number>();

  constructor(stream: ReturnType<typeof run>) {
    stream.on("test:summary", ({ file, duration_ms }) => {
      if (file !== undefined) this.#tookMs.set(file, duration_ms);
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
