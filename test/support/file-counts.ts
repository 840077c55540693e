import path from "node:path";
import type { run } from "node:test";

type Counts = { passed: number; failed: number };
/** The test files of a group; undefined if the file isn't a group. */
type FilesOf = (file: string) => readonly string[] | undefined;

/**
 * Counts tests by file, so that the result of a file's second try can replace that of its first.
 *
 * Node reports a file as a test itself if it contains none or fails as a whole; only tests inside files count. A suite
 * counts if the suite itself fails, as that of a file that can't be loaded does.
 */
export class FileCounts {
  /** By the file that Node's runner names: a test file, or a group whose process ended as a whole. */
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

  /** The files to run again. */
  get failedFiles(): readonly string[] {
    const failed = [...this.#counts].filter(([, { failed }]) => failed > 0).map(([file]) => file);
    return [...new Set(failed.flatMap((file) => this.#filesOf(file) ?? [file]))];
  }

  /** @param later the results of the second try of `failedFiles`, which replace those of the first */
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
