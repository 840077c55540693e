import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";

/**
 * Ends test files that take too long. Node only limits single tests: it waits forever for a file that loops, or that
 * leaves something running after its last test.
 */
export class FileLimit {
  readonly #limitMs: number;
  /**
   * Holds a file for each test process, named by its process id, written when a test file starts. It names that test
   * file.
   */
  readonly #folder = mkdtempSync(path.join(tmpdir(), "kassa-test-processes-"));
  readonly #timer: NodeJS.Timeout;
  /** The test files that were ended. */
  readonly ended: string[] = [];

  /** Watches all test files that are started with `execArgv` from now on. */
  constructor(limitMs: number) {
    this.#limitMs = limitMs;
    process.env.KASSA_TEST_PROCESSES = this.#folder;
    this.#timer = setInterval(() => this.#check(), Math.min(1_000, limitMs / 4));
  }

  /** Node's arguments that make a test file's process known here. */
  readonly execArgv = ["--import", path.join(import.meta.dirname, "announce-process.ts")];

  close(): void {
    clearInterval(this.#timer);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #check(): void {
    for (const id of readdirSync(this.#folder)) {
      const record = path.join(this.#folder, id);
      // A process that has ended meanwhile has removed its record.
      const beganAt = statSync(record, { throwIfNoEntry: false })?.mtimeMs;
      if (beganAt !== undefined && Date.now() - beganAt > this.#limitMs) this.#end(Number(id), record);
    }
  }

  /**
   * SIGKILL, because the process may ignore other signals: it may loop, or catch them all. The runner counts it as
   * failed.
   */
  #end(id: number, record: string): void {
    this.ended.push(path.relative(process.cwd(), readFileSync(record, "utf8")));
    rmSync(record);
    process.kill(id, "SIGKILL");
  }
}
