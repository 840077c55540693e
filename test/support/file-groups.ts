import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";

const filesPerGroup = 8;

/** Browser tests share a Chromium in groups of four, which take about as long as eight other files. */
const browserPattern = /^test\/browser\//;
const filesPerBrowser = 4;

/**
 * Files with a process of their own: those that start servers and clusters, and those that measure or end their
 * process.
 */
const alone =
  /^(test\/(crash|start)\/|test\/support\/file-(groups|limit)|test\/api\/cpu-budget|src\/database\/embedded\/)/;

/**
 * Divides test files among processes. Loading Kassa's modules takes about a second of CPU time, more than most test
 * files need, so 190 files share 24 processes. A few files get a process each.
 */
export class FileGroups {
  /** The files of each group, by its entry file. */
  readonly #groups = new Map<string, readonly string[]>();
  readonly #folder = mkdtempSync(path.join(tmpdir(), "kassa-test-groups-"));
  /** The files to pass to Node's runner: absolute paths of test files and of modules that run several. */
  readonly entries: readonly string[];

  /** @param files absolute paths, in the order in which they start */
  constructor(files: readonly string[]) {
    const isIn = (kind: RegExp, file: string): boolean => kind.test(path.relative(process.cwd(), file));
    const browserFiles = files.filter((file) => isIn(browserPattern, file));
    const others = files.filter((file) => !isIn(browserPattern, file) && !isIn(alone, file));
    // The slowest files start first; see `findTests`.
    this.entries = [
      ...this.#divide(browserFiles, filesPerBrowser),
      ...files.filter((file) => isIn(alone, file)),
      ...this.#divide(others, filesPerGroup),
    ];
  }

  #divide(files: readonly string[], filesPerGroup: number): string[] {
    const perGroup = files.length > filesPerGroup ? filesPerGroup : 1;
    const groups: string[][] = [];
    for (let first = 0; first < files.length; first += perGroup)
      groups.push(files.slice(first, first + perGroup));
    return groups.map((group) => (group.length === 1 ? group.join() : this.#write(group)));
  }

  /** The files of a group; undefined if `entry` isn't a group. */
  filesOf(entry: string): readonly string[] | undefined {
    return this.#groups.get(entry);
  }

  /** The files that come after this one in the same process. */
  after(file: string): readonly string[] {
    const group = [...this.#groups.values()].find((files) => files.includes(file)) ?? [];
    return group.slice(group.indexOf(file) + 1);
  }

  close(): void {
    rmSync(this.#folder, { recursive: true });
  }

  #write(group: readonly string[]): string {
    const entry = path.join(this.#folder, `group-${this.#groups.size + 1}.mjs`);
    this.#groups.set(entry, group);
    const runner = JSON.stringify(path.join(import.meta.dirname, "file-group.ts"));
    writeFileSync(
      entry,
      `import { runTestFiles } from ${runner};\nrunTestFiles(${JSON.stringify(group)});\n`,
    );
    return entry;
  }
}
