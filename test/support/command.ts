import { type ExecFileException, execFile } from "node:child_process";
import { constants } from "node:os";
import path from "node:path";
import process from "node:process";
import { Readable } from "node:stream";
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

const main = path.join(root, "src/main.js");

const envOf = ({ env }: CommandOptions): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: compileCache,
  KASSA_METRICS_PORT: "off",
  ...env,
});

/** Runs a command of Kassa's to its end, as an operator would. */
export function runKassa(args: readonly string[], options: CommandOptions = {}): Promise<CommandEnding> {
  const [file = "", ...rest] = [...(options.through ?? []), process.execPath, main];
  const env = envOf(options);
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

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a command to its end within this process, which takes a third of the CPU time of a process of its own: Kassa's code is loaded
 * already. It has its own arguments, settings, folder, standard input, output and exit code, as an operator's command has, so it does
 * and prints the same. For tests of what a command does. It isn't for commands that run until a signal ends them, nor for crash points.
 * One runs at a time.
 */
export function runKassaHere(
  args: readonly string[],
  options: Omit<CommandOptions, "through"> = {},
): Promise<CommandEnding> {
  const ending = last.then(() => runHere(args, options));
  last = ending.catch(() => {});
  return ending;
}

async function runHere(args: readonly string[], options: CommandOptions): Promise<CommandEnding> {
  const { runCommandLine } = await import("../../src/commands/run-command-line.ts");
  const { argv, env, exitCode } = process;
  const folder = process.cwd();
  const stdin = Object.getOwnPropertyDescriptor(process, "stdin");
  const printed: { readonly stream: "stdout" | "stderr"; readonly text: string }[] = [];
  const given = Object.entries(envOf(options)).filter(([, value]) => value !== undefined);
  const restore = (["stdout", "stderr"] as const).map((name) =>
    capture(process[name], (text) => void printed.push({ stream: name, text })),
  );
  try {
    process.argv = [process.execPath, main, ...args];
    process.env = Object.fromEntries(given);
    process.exitCode = undefined;
    process.chdir(options.cwd ?? root);
    Object.defineProperty(process, "stdin", {
      value: Readable.from([Buffer.from(options.input ?? "")], { objectMode: false }),
      configurable: true,
    });
    await runCommandLine();
    const textOf = (name: string): string =>
      printed.map(({ stream, text }) => (stream === name ? text : "")).join("");
    const [stdout, stderr] = [textOf("stdout"), textOf("stderr")];
    return { code: Number(process.exitCode ?? 0), stdout, stderr, output: stdout + stderr };
  } finally {
    for (const end of restore) end();
    process.argv = argv;
    process.env = env;
    process.exitCode = exitCode;
    process.chdir(folder);
    if (stdin) Object.defineProperty(process, "stdin", stdin);
  }
}

/** Takes what is written to a stream, until the returned function is called. */
function capture(stream: NodeJS.WriteStream, take: (text: string) => void): () => void {
  const before = stream.write;
  const write = (
    chunk: string | Uint8Array,
    encoding?: BufferEncoding | ((error?: Error | null) => void),
    done?: (error?: Error | null) => void,
  ): boolean => {
    take(typeof chunk === "string" ? chunk : Buffer.from(chunk).toString());
    const onWritten = typeof encoding === "function" ? encoding : done;
    if (onWritten) process.nextTick(onWritten);
    return true;
  };
  stream.write = write;
  return () => {
    stream.write = before;
  };
}
