import { type ExecFileException, execFile } from "node:child_process";
import { constants } from "node:os";
import path from "node:path";
import process from "node:process";
import { compileCache } from "./compile-cache.ts";

const root = path.resolve(import.meta.dirname, "../..");

export type CommandEnding = {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Both streams. */
  readonly output: string;
};

export type CommandOptions = {
  /** The settings. Of this process's environment, the command gets only PATH and the compile cache. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** What the command reads from standard input; empty by default. */
  readonly input?: string;
  /** A program that starts Node, with its arguments: ["setpriv", "--bounding-set=…"]. */
  readonly through?: readonly string[];
};

/** Runs a command of Kassa's to its end, as an operator would. */
export function runKassa(args: readonly string[], options: CommandOptions = {}): Promise<CommandEnding> {
  const [file = "", ...rest] = [...(options.through ?? []), process.execPath, path.join(root, "src/main.js")];
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: compileCache,
    KASSA_METRICS_PORT: "off",
    ...options.env,
  };
  return new Promise((resolve) => {
    const child = execFile(
      file,
      [...rest, ...args],
      { cwd: options.cwd ?? root, env },
      (error, stdout, stderr) =>
        resolve({
          code: error === null ? 0 : codeOf(error),
          stdout,
          stderr,
          output: stdout + stderr,
        }),
    );
    // A command that reads nothing may have ended before this is written.
    child.stdin?.on("error", () => {});
    child.stdin?.end(options.input ?? "");
  });
}

/** A process that a signal has ended has no code of its own; shells say 128 and the signal's number. */
const codeOf = ({ code, signal }: ExecFileException): number =>
  signal ? 128 + constants.signals[signal] : Number(code);
