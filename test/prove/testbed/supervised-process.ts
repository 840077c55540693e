import { type ChildProcess, spawn } from "node:child_process";
import { openSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { compileCache } from "../../support/compile-cache.ts";

const root = path.resolve(import.meta.dirname, "../../..");

export type Service = {
  readonly name: string;
  readonly url: string;
  /** A path that answers with a status below 500 once the service is ready. */
  readonly readyPath: string;
  /** Arguments for Node, relative to the repository's root. */
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Gets stdout and stderr. */
  readonly logFile: string;
  /** Further settings, called before each start. */
  nextEnv?(): Readonly<Record<string, string>>;
};

/**
 * A process that is restarted whenever it exits, as by a service manager. Faults end it only by `kill -9`, from here or from
 * itself at a crash point. Any other exit of a process that was ready and not told to stop is an unexpected exit.
 */
export class SupervisedProcess {
  readonly #service: Service;
  readonly #log: number;
  #child: ChildProcess | undefined;
  #stopping = false;
  /** Whether the current process was told to stop. */
  #toldToStop = false;
  #running: Promise<void> | undefined;
  /** Whether the current process is ready. */
  ready = false;
  kills = 0;
  starts = 0;
  /** The crash points at which it killed itself, with the hit count. */
  readonly diedAt: string[] = [];
  #killedByUs = false;
  #suspended: Promise<void> | undefined;
  /** A description of each exit that neither a fault nor a stop caused. */
  readonly unexpectedExits: string[] = [];

  constructor(service: Service) {
    this.#service = service;
    this.#log = openSync(service.logFile, "a");
  }

  get url(): string {
    return this.#service.url;
  }

  get name(): string {
    return this.#service.name;
  }

  /** Starts the process and keeps it running. Resolves when it is ready for the first time. */
  async start(): Promise<void> {
    this.#running = this.#keepRunning();
    await this.whenReady(60_000);
  }

  async whenReady(withinMs: number): Promise<void> {
    const deadline = performance.now() + withinMs;
    while (!this.ready) {
      if (performance.now() > deadline)
        throw new Error(`${this.name} isn't ready after ${withinMs} ms; see ${this.#service.logFile}`);
      await sleep(20);
    }
  }

  /** kill -9. */
  kill(): void {
    this.#killedByUs = true;
    this.#child?.kill("SIGKILL");
  }

  /** Pauses the process for some time, like a paused virtual machine. */
  async pause(ms: number): Promise<void> {
    const child = this.#child;
    child?.kill("SIGSTOP");
    await sleep(ms);
    child?.kill("SIGCONT");
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** kill -9, and no restart until the returned function is called. */
  suspend(): () => void {
    const resumed = Promise.withResolvers<void>();
    this.#suspended = resumed.promise;
    this.kill();
    return () => {
      this.#suspended = undefined;
      resumed.resolve();
    };
  }

  /** Stops the process by SIGTERM, as a deployment does. It is restarted immediately. */
  async restart(): Promise<void> {
    const starts = this.starts;
    this.#toldToStop = true;
    this.#child?.kill("SIGTERM");
    while (this.starts === starts) await sleep(20);
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#child?.kill("SIGTERM");
    const timer = setTimeout(() => this.kill(), 10_000);
    await this.#running;
    clearTimeout(timer);
  }

  async #keepRunning(): Promise<void> {
    while (!this.#stopping) {
      this.ready = false;
      await this.#suspended;
      const wasReady = await this.#runOnce();
      // The start failed, most often because the database was unavailable.
      if (!wasReady && !this.#stopping) await sleep(100);
    }
  }

  async #runOnce(): Promise<boolean> {
    const { command, env, nextEnv } = this.#service;
    const envOfThisStart = nextEnv?.() ?? {};
    this.#killedByUs = false;
    this.#toldToStop = false;
    const child = spawn(process.execPath, [...command], {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: compileCache,
        ...env,
        ...envOfThisStart,
      },
      stdio: ["ignore", this.#log, this.#log],
    });
    this.#child = child;
    this.starts += 1;
    const startedAt = new Date().toISOString();
    const watching = new AbortController();
    void this.#watchReadiness(watching.signal);
    const [code, signal] = await new Promise<[number | null, string | null]>((resolve) =>
      child.once("exit", (...ending) => resolve(ending)),
    );
    watching.abort();
    const wasReady = this.ready;
    this.ready = false;
    if (signal === "SIGKILL") {
      this.kills += 1;
      const point = envOfThisStart.KASSA_CRASH_AT;
      if (!this.#killedByUs && point !== undefined) this.diedAt.push(point);
    } else if (wasReady && !this.#stopping && !(this.#toldToStop && code === 0))
      this.unexpectedExits.push(
        `${this.name} exited unexpectedly (${signal ?? `code ${code}`}) at ${new Date().toISOString()}, started ${startedAt}`,
      );
    return wasReady || signal === "SIGKILL";
  }

  async #watchReadiness(ended: AbortSignal): Promise<void> {
    while (!ended.aborted && !this.ready) {
      const ready = await fetch(this.url + this.#service.readyPath, {
        signal: AbortSignal.timeout(2_000),
      }).then(
        async (response) => {
          await response.body?.cancel();
          return response.status < 500;
        },
        () => false,
      );
      if (ready && !ended.aborted) this.ready = true;
      else await sleep(50);
    }
  }
}
