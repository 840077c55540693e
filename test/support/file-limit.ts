import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";

/**
 * Ends test files that take too long. Node's own limit is one for each test: a file that spins, or that leaves something
 * running after its last test, is waited for without end.
 */
export class FileLimit {
  readonly #limitMs: number;
  /** A file for each process of test files, named by its id: it says which file runs there, and was written when that began. */
  readonly #folder = mkdtempSync(path.join(tmpdir(), "kassa-test-processes-"));
  readonly #timer: NodeJS.Timeout;
  /** The files that were ended. */
  readonly ended: string[] = [];

  /** Watches all test files that are started with `execArgv` from now on. */
  constructor(limitMs: number) {
    this.#limitMs = limitMs;
    process.env.KASSA_TEST_PROCESSES = this.#folder;
    this.#timer = setInterval(() => this.#look(), Math.min(1_000, limitMs / 4));
  }

  /** What Node has to load before a test file for it to be found. */
  readonly execArgv = ["--import", path.join(import.meta.dirname, "announce-process.ts")];

  close(): void {
    clearInterval(this.#timer);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #look(): void {
    for (const id of readdirSync(this.#folder)) {
      const note = path.join(this.#folder, id);
      // A process that has ended meanwhile has removed its note.
      const beganAt = statSync(note, { throwIfNoEntry: false })?.mtimeMs;
      if (beganAt !== undefined && Date.now() - beganAt > this.#limitMs) this.#end(Number(id), note);
    }
  }

  /** It may answer no gentler signal: it may spin, or catch them all. The runner then counts it as failed. */
  #end(id: number, note: string): void {
    this.ended.push(path.relative(process.cwd(), readFileSync(note, "utf8")));
    rmSync(note);
    process.kill(id, "SIGKILL");
  }
}
