import { fork } from "node:child_process";
import path from "node:path";

/** One request, sent again and again over kept-alive connections by a process of its own. */
export type Stream = {
  readonly url: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** What an answer has to contain to count as served. */
  readonly served: string;
  readonly connections: number;
  readonly seconds: number;
  /** Requests a second, whether those before were answered or not; "as answered": each connection as fast as it can. */
  readonly perSecond: number | "as answered";
};

/** Times in milliseconds, from when a request was due until its answer was read. */
export type Streamed = {
  readonly servedMs: readonly number[];
  readonly refusedMs: readonly number[];
  /** How late requests were sent because every connection was waiting or the generator itself was late. */
  readonly sentLateMs: readonly number[];
  /** The same, from when the request was sent until its refusal was read. */
  readonly refusedSinceSentMs: readonly number[];
  readonly sentPerSecond: number;
  /** Requests that were due and for which no connection was free until the end. */
  readonly unsentPerSecond: number;
  readonly servedPerSecond: number;
  readonly refusedPerSecond: number;
};

/**
 * Runs a stream in another process, so that measuring doesn't wait for what is measured beside it.
 *
 * @param connected called when all connections are open, just before the first request
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
