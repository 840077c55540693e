import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");
const cacheFile = path.join(root, "node_modules/.cache/kassa/test-times.json");
/** For a fresh clone. `KASSA_TEST_WRITE_TIMES=true npm test` renews it. */
const committedFile = path.join(import.meta.dirname, "times.json");

/** Of a file that has never run: more than most take, so that a long one among them doesn't start last. */
const unknownSeconds = 4;

type Times = Readonly<Record<string, number>>;

/** How many seconds each test file took when it ran last, by its path from the project's root. */
export class KnownTimes {
  readonly #known: Times = { ...read(committedFile), ...read(cacheFile) };
  readonly #new: Record<string, number> = {};

  /** The longest first: a long file that begins last would be waited for by idle cores. */
  longestFirst(files: readonly string[]): string[] {
    const secondsOf = (file: string): number => this.#known[file] ?? unknownSeconds;
    return files.toSorted((one, other) => secondsOf(other) - secondsOf(one) || (one < other ? -1 : 1));
  }

  note(file: string, tookMs: number): void {
    this.#new[file] = Math.round(tookMs / 100) / 10;
  }

  /** Keeps the new times for the next run on this machine, and for fresh clones if `isForAll`. */
  save(isForAll: boolean): void {
    mkdirSync(path.dirname(cacheFile), { recursive: true });
    write(cacheFile, { ...read(cacheFile), ...this.#new });
    if (isForAll) write(committedFile, this.#new);
  }
}

function read(file: string): Times {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    // There is none yet, or a run was ended while it wrote it.
    return {};
  }
}

function write(file: string, times: Times): void {
  const sorted = Object.entries(times).toSorted(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`);
}
