import { type ChildProcess, fork } from "node:child_process";
import path from "node:path";
import process from "node:process";
import { FileResult } from "./file-result.ts";
import type { Order, Report } from "./messages.ts";

export type RunOptions = {
  /** How many files run at the same time. */
  readonly concurrency: number;
  /** A file that takes longer is ended and has failed. */
  readonly limitMs: number;
  /** Whether a file needs a process of its own. */
  readonly isAlone: (file: string) => boolean;
  /** Called when a file has ended. */
  readonly onResult: (result: FileResult) => void;
};

/** A process that holds more than this is replaced by a new one after its file. */
const memoryLimitBytes = 1.5 * 2 ** 30;
/** How long a process may go on after its last file. */
const endMs = 30_000;

/**
 * Runs test files in several processes, each of which takes the next file when it has done one: what it has loaded, compiled and started
 * (Kassa, a browser) serves them all.
 *
 * @param files from the project's root, in the order in which they begin
 */
export async function runFiles(files: readonly string[], options: RunOptions): Promise<FileResult[]> {
  const waiting = [...files];
  const results: FileResult[] = [];
  const runNext = async (): Promise<void> => {
    let shared: TestProcess | undefined;
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const result = new FileResult(file);
      const isAlone = options.isAlone(file);
      const runner: TestProcess = (isAlone ? undefined : shared) ?? new TestProcess(options.limitMs);
      if (!isAlone) shared = runner;
      await runner.run(result);
      if (isAlone) await runner.end(result);
      else if (runner.isEnded || runner.memoryBytes > memoryLimitBytes) {
        await runner.end(result);
        shared = undefined;
      }
      results.push(result);
      options.onResult(result);
    }
    const last = results.at(-1);
    if (shared && last) await shared.end(last);
  };
  await Promise.all(Array.from({ length: options.concurrency }, runNext));
  return results;
}

/** A process that runs test files one after another; see test-process.ts. */
class TestProcess {
  readonly #child: ChildProcess;
  readonly #limitMs: number;
  readonly #ended: Promise<string>;
  #result: FileResult | undefined;
  #onReport: (report: Report) => void = () => {};
  memoryBytes = 0;
  isEnded = false;

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
    const here = import.meta.dirname;
    // Tests have a Node of their own, whose runner would take them for those of this one.
    const { NODE_TEST_CONTEXT: _context, ...env } = process.env;
    this.#child = fork(path.join(here, "test-process.ts"), [String(limitMs)], {
      execArgv: [
        "--test-reporter",
        path.join(here, "event-sender.ts"),
        "--test-reporter-destination",
        "stdout",
      ],
      env,
      serialization: "advanced",
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    const keep = (text: string): void => {
      if (this.#result) this.#result.printed += text;
      else process.stderr.write(text);
    };
    this.#child.stdout?.setEncoding("utf8").on("data", keep);
    this.#child.stderr?.setEncoding("utf8").on("data", keep);
    this.#child.on("message", (report: Report) => this.#onReport(report));
    this.#ended = new Promise((resolve) => {
      this.#child.once("close", (code, signal) => {
        this.isEnded = true;
        resolve(signal ? `by ${signal}` : `with the exit code ${code}`);
      });
    });
  }

  /** Runs one file. The result says how it ended, whatever became of the process. */
  async run(result: FileResult): Promise<void> {
    this.#result = result;
    const startedAt = performance.now();
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      this.#child.kill("SIGKILL");
    }, this.#limitMs);
    const howItEnded = await Promise.race([this.#done(result), this.#ended]);
    clearTimeout(timer);
    result.tookMs = performance.now() - startedAt;
    if (isLate) result.fail(`${result.file} took longer than ${this.#limitMs / 1000} s and was ended.`);
    else if (howItEnded !== undefined) result.fail(`The process of ${result.file} ended ${howItEnded}.`);
  }

  /** Resolves when the process says that it is done with the file: all results have come before. */
  #done(result: FileResult): Promise<undefined> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#onReport = (report) => {
      if (report.kind !== "done") return result.note(report);
      result.cpuMs = report.cpuMs;
      this.memoryBytes = report.memoryBytes;
      resolve(undefined);
    };
    this.#send({ kind: "run", file: path.resolve(result.file), name: result.file });
    return promise;
  }

  /** Has the process end. It fails the file that it ran last if something keeps it alive. */
  async end(last: FileResult): Promise<void> {
    if (this.isEnded) return;
    this.#result = undefined;
    this.#send({ kind: "end" });
    const timer = setTimeout(() => {
      last.fail(
        `A process went on for ${endMs / 1000} s after its last file, ${last.file}: a test left something open.`,
      );
      this.#child.kill("SIGKILL");
    }, endMs);
    await this.#ended;
    clearTimeout(timer);
  }

  /** The process may have ended meanwhile. */
  #send(order: Order): void {
    if (this.#child.connected) this.#child.send(order, () => {});
  }
}
