import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import type { run } from "node:test";

/**
 * Ends test files that take too long. Node's own limit is one for each test: a file that spins, or that leaves something
 * running after its last test, is waited for without end.
 */
export class FileLimit {
  readonly #limitMs: number;
  /** A file for each process of a test file, named by its id. */
  readonly #folder = mkdtempSync(path.join(tmpdir(), "kassa-test-processes-"));
  readonly #timers = new Map<string, NodeJS.Timeout>();
  /** The files that were ended. */
  readonly ended: string[] = [];

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
    process.env.KASSA_TEST_PROCESSES = this.#folder;
  }

  /** What Node has to load before a test file for it to be found. */
  readonly execArgv = ["--import", path.join(import.meta.dirname, "announce-process.ts")];

  /** Watches a run that was started with `execArgv`. */
  watch(stream: ReturnType<typeof run>): void {
    stream.on("test:dequeue", ({ name, file }) => {
      if (name === file)
        this.#timers.set(
          name,
          setTimeout(() => this.#end(name), this.#limitMs),
        );
    });
    stream.on("test:complete", ({ name, file }) => {
      if (name === file) clearTimeout(this.#timers.get(name));
    });
  }

  close(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Its process may answer no gentler signal: it may spin, or catch them all. The runner then counts it as failed. */
  #end(file: string): void {
    for (const id of readdirSync(this.#folder)) {
      if (readFileSync(path.join(this.#folder, id), "utf8") !== path.resolve(file)) continue;
      this.ended.push(path.relative(process.cwd(), file));
      process.kill(Number(id), "SIGKILL");
    }
  }
}
