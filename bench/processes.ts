import { type ChildProcess, fork } from "node:child_process";
import path from "node:path";

/** A server in a process of its own that accepts requests. */
export type Server = {
  readonly url: string;
  readonly keys: readonly string[];
  /** Resident memory in bytes. */
  memory(): Promise<number>;
  /** The CPU time that the server has used since it was started, in microseconds. */
  cpuMicros(): Promise<number>;
  /** The delay of the server's event loop since the last call. */
  loopDelay(): Promise<{ readonly p99Ms: number; readonly maxMs: number }>;
  stop(): Promise<void>;
};

/** Starts a server of this folder and waits until it listens. */
export async function startServer(file: string, env: Record<string, string> = {}): Promise<Server> {
  const child = fork(path.join(import.meta.dirname, file), {
    env: { ...process.env, ...env },
    stdio: "inherit",
  });
  const ready = await answer<{ url: string; keys?: string[] }>(child);
  return {
    url: ready.url,
    keys: ready.keys ?? [],
    memory: async () => {
      child.send("memory");
      return (await answer<{ residentBytes: number }>(child)).residentBytes;
    },
    cpuMicros: async () => {
      child.send("cpu");
      return (await answer<{ micros: number }>(child)).micros;
    },
    loopDelay: () => {
      child.send("loopDelay");
      return answer<{ p99Ms: number; maxMs: number }>(child);
    },
    stop: () =>
      new Promise((resolve) => {
        child.once("exit", () => resolve());
        if (child.exitCode !== null) resolve();
        else if (file === "bare-server.ts") child.kill();
        else child.disconnect();
      }),
  };
}

function answer<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null): void =>
      reject(new Error(`a benchmark's server exited with ${code}`));
    child.once("exit", ended);
    child.once("message", (message) => {
      child.off("exit", ended);
      resolve(message as Message);
    });
  });
}
