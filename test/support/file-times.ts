import path from "node:path";
import process from "node:process";
import type { run } from "node:test";

/** How long each test file of a run took, to show which ones make the suite slow. */
export class FileTimes {
  readonly #tookMs = new Map<string, number>();

  constructor(stream: ReturnType<typeof run>) {
    // A file with its own process.
    stream.on("test:summary", ({ file, duration_ms }) => {
      if (file?.endsWith(".test.ts")) this.#tookMs.set(path.relative(process.cwd(), file), duration_ms);
    });
    // A file of a group is a suite; see `runTestFiles`.
    for (const ended of ["test:pass", "test:fail"] as const) {
      stream.on(ended, ({ name, nesting, details }) => {
        if (nesting === 0 && name.endsWith(".test.ts"))
          this.#tookMs.set(path.relative(process.cwd(), path.resolve(name)), details.duration_ms);
      });
    }
  }

  /** The slowest files, one per line. */
  slowest(count: number): string {
    return [...this.#tookMs]
      .sort(([, one], [, other]) => other - one)
      .slice(0, count)
      .map(([file, ms]) => `${(ms / 1_000).toFixed(0).padStart(6)} s  ${file}`)
      .join("\n");
  }
}
