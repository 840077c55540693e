import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import process from "node:process";
import { compileCache } from "./compile-cache.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** A process of Kassa's command line, as an operator starts it. */
export type KassaProcess = {
  readonly child: ChildProcess;
  /** The URL that it printed when it was ready. */
  readonly url: string;
  /** How it ended: an exit code, or the signal that killed it. */
  readonly ended: Promise<Ending>;
  /** Everything it printed, both streams. */
  printed(): string;
  /** Sends a signal and waits for the end. */
  end(signal?: NodeJS.Signals): Promise<Ending>;
};

export type Ending = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

const serveSettings = {
  KASSA_METRICS_PORT: "off",
  KASSA_LOG_LEVEL: "warn",
  KASSA_DECLINE_PAUSE_MS: "0",
  KASSA_PAGE_CHECK_MINUTES: "off",
  PORT: "0",
};

/** `kassa serve`, with log level warn by default. */
export function startServe(env: Record<string, string>): Promise<KassaProcess> {
  return start(["serve"], { ...serveSettings, ...env });
}

/** The same, without waiting for anything. */
export function spawnServe(env: Record<string, string>): Pick<KassaProcess, "child" | "ended"> {
  return spawnKassa(["serve"], { ...serveSettings, ...env });
}

/** `kassa sandbox-psp` on a free port. */
export function startPsp(env: Record<string, string>): Promise<KassaProcess> {
  return start(["sandbox-psp", "--port", "0"], { KASSA_LOG_LEVEL: "warn", ...env });
}

function spawnKassa(args: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, ["src/main.js", ...args], {
    cwd: root,
    // No settings of this machine.
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: compileCache,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<Ending>((resolve) =>
    child.once("close", (code, signal) => resolve({ code, signal })),
  );
  return { child, ended };
}

async function start(args: readonly string[], env: Record<string, string>): Promise<KassaProcess> {
  const { child, ended } = spawnKassa(args, env);
  let printed = "";
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      printed += chunk.toString();
      const found = /answers at (http:\S+?)\.? /.exec(printed);
      if (found?.[1]) resolve(found[1]);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    void ended.then((ending) =>
      reject(new Error(`${args[0]} ended at once (${JSON.stringify(ending)}): ${printed}`)),
    );
  });
  return {
    child,
    url,
    ended,
    printed: () => printed,
    end: (signal = "SIGTERM") => {
      child.kill(signal);
      return ended;
    },
  };
}
