import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";

const filesPerGroup = 8;

/** Files that walk through pages share a Chromium by fours, which take about as long as eight others. */
const inBrowsers = /^test\/browser\//;
const filesPerBrowser = 4;

/**
 * Files that get a process of their own: those that start servers and clusters, and those that measure or end the process that
 * they run in.
 */
const alone =
  /^(test\/(crash|start)\/|test\/support\/file-(groups|limit)|test\/api\/cpu-budget|src\/database\/embedded\/)/;

/**
 * Divides test files among processes. Loading Kassa's modules takes about a second of CPU time, and most test files take
 * less, so 190 files share 24 processes. A few files get a process each.
 */
export class FileGroups {
  /** The files of each group by its entry. */
  readonly #groups = new Map<string, readonly string[]>();
  readonly #folder = mkdtempSync(path.join(tmpdir(), "kassa-test-groups-"));
  /** What Node's runner is given: whole paths of test files, and of modules that run several. */
  readonly entries: readonly string[];

  /** @param files whole paths, in the order in which they begin */
  constructor(files: readonly string[]) {
    const isIn = (kind: RegExp, file: string): boolean => kind.test(path.relative(process.cwd(), file));
    const inABrowser = files.filter((file) => isIn(inBrowsers, file));
    const others = files.filter((file) => !isIn(inBrowsers, file) && !isIn(alone, file));
    // What takes longest begins first; see `findTests`.
    this.entries = [
      ...this.#divide(inABrowser, filesPerBrowser),
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

  /** The files of a group; undefined if `entry` is no group. */
  filesOf(entry: string): readonly string[] | undefined {
    return this.#groups.get(entry);
  }

  /** The files that would have run after this one in the same process. */
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
