import path from "node:path";
import type { run } from "node:test";

type Counts = { passed: number; failed: number };
/** The test files of a group; undefined if the file is no group. */
type FilesOf = (file: string) => readonly string[] | undefined;

/**
 * Counts tests by the file they are in, so that a file's second try can take the place of its first.
 *
 * A file is reported as a test of its own where it holds none or fails as a whole; only tests inside files count. A suite
 * counts when it fails by itself, as the suite of a file that can't be loaded does.
 */
export class FileCounts {
  /** By the file that Node's runner names: a test file, or a group of them whose process ended as a whole. */
  readonly #counts = new Map<string, Counts>();
  readonly #filesOf: FilesOf;

  constructor(stream: ReturnType<typeof run>, filesOf: FilesOf) {
    this.#filesOf = filesOf;
    stream.on("test:pass", ({ details, name, file }) => {
      if (details.type !== "suite" && name !== file) this.#of(file).passed += 1;
    });
    stream.on("test:fail", ({ details, name, file }) => {
      if (details.type === "suite" && failsByItsTests(details.error)) return;
      // The suite of a file in a group is named like the file; see `runTestFiles`.
      this.#of(name.endsWith(".test.ts") ? path.resolve(name) : file).failed += 1;
    });
  }

  get total(): Counts {
    const total = { passed: 0, failed: 0 };
    for (const { passed, failed } of this.#counts.values()) {
      total.passed += passed;
      total.failed += failed;
    }
    return total;
  }

  /** The files that would have to be run again to learn whether they hold. */
  get failedFiles(): readonly string[] {
    const failed = [...this.#counts].filter(([, { failed }]) => failed > 0).map(([file]) => file);
    return [...new Set(failed.flatMap((file) => this.#filesOf(file) ?? [file]))];
  }

  /** @param later what came of `failedFiles` when they ran again, which counts instead */
  replaceFailed(later: FileCounts): void {
    const again = this.failedFiles;
    for (const [file, { failed }] of this.#counts) {
      if (failed > 0 || again.includes(file)) this.#counts.delete(file);
    }
    for (const [file, counts] of later.#counts) this.#counts.set(file, counts);
  }

  #of(file = ""): Counts {
    const counts = this.#counts.get(file) ?? { passed: 0, failed: 0 };
    this.#counts.set(file, counts);
    return counts;
  }
}

function failsByItsTests(error: Error): boolean {
  return "failureType" in error && error.failureType === "subtestsFailed";
}
