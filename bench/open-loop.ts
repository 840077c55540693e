import { fork } from "node:child_process";
import path from "node:path";

/** One request, which a process of its own sends again and again over keep-alive connections. */
export type Stream = {
  readonly url: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** A text that an answer must contain to count as served. */
  readonly served: string;
  readonly connections: number;
  readonly seconds: number;
  /** Requests a second, whether earlier ones were answered or not. "as answered": each connection sends the next after an answer. */
  readonly perSecond: number | "as answered";
};

/** Times are milliseconds from when a request was due until its answer was read. */
export type Streamed = {
  readonly servedMs: readonly number[];
  readonly refusedMs: readonly number[];
  /** How late requests were sent because all connections were busy or the generator was late. */
  readonly sentLateMs: readonly number[];
  /** Of refused requests, from when they were sent until the refusal was read. */
  readonly refusedSinceSentMs: readonly number[];
  readonly sentPerSecond: number;
  /** Requests that were due but never sent, because no connection was free. */
  readonly unsentPerSecond: number;
  readonly servedPerSecond: number;
  readonly refusedPerSecond: number;
};

/**
 * Runs a stream in another process, so that other work in this one doesn't delay it.
 *
 * @param connected is called when all connections are open, just before the first request
 */
export function runStream(stream: Stream, connected: () => void = () => {}): Promise<Streamed> {
  return new Promise((resolve, reject) => {
    const child = fork(path.join(import.meta.dirname, "generator.ts"), { stdio: "inherit" });
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`the generator ended with ${code}`)));
    child.on("message", (streamed) => {
      if (streamed === "connected") return connected();
      child.removeAllListeners("exit");
      resolve(streamed as Streamed);
      child.disconnect();
    });
    child.send(stream);
  });
}
