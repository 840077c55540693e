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
  /** A path that is answered with a status below 500 once all is well. */
  readonly readyPath: string;
  /** What to run, from the repository's root. */
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Where both of its streams go. */
  readonly logFile: string;
  /** Settings of one start: asked for each time. */
  nextEnv?(): Readonly<Record<string, string>>;
};

/**
 * A process that is started again at once whenever it ends, as a service manager does. `kill -9` is the only way in which
 * it is ended here, by itself at a crash point or by us: any other end of a process that had been ready is remembered.
 */
export class Supervised {
  readonly #service: Service;
  readonly #log: number;
  #child: ChildProcess | undefined;
  #stopping = false;
  /** Whether the process that runs now was told to end. */
  #told = false;
  #running: Promise<void> | undefined;
  /** Whether the process that runs now has been ready. */
  ready = false;
  kills = 0;
  starts = 0;
  /** The crash points at which it killed itself, with the how-manieth passing. */
  readonly diedAt: string[] = [];
  #killedByUs = false;
  #suspended: Promise<void> | undefined;
  /** Ends that nobody caused, in words. */
  readonly strangeEnds: string[] = [];

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

  /** Starts it and keeps it running; resolves when it is ready for the first time. */
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

  /** Stops it as a paused machine does, for some time. */
  async freeze(ms: number): Promise<void> {
    const child = this.#child;
    child?.kill("SIGSTOP");
    await sleep(ms);
    child?.kill("SIGCONT");
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** kill -9, and no start until what is returned is called. */
  suspend(): () => void {
    const resumed = Promise.withResolvers<void>();
    this.#suspended = resumed.promise;
    this.kill();
    return () => {
      this.#suspended = undefined;
      resumed.resolve();
    };
  }

  /** Ends it as a deployment does; it is started again at once. */
  async restart(): Promise<void> {
    const starts = this.starts;
    this.#told = true;
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
      // It couldn't start, most often because the database is away.
      if (!wasReady && !this.#stopping) await sleep(100);
    }
  }

  async #runOnce(): Promise<boolean> {
    const { command, env, nextEnv } = this.#service;
    const envOfThisStart = nextEnv?.() ?? {};
    this.#killedByUs = false;
    this.#told = false;
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
    } else if (wasReady && !this.#stopping && !(this.#told && code === 0))
      this.strangeEnds.push(
        `${this.name} ended by itself (${signal ?? `code ${code}`}), ${new Date().toISOString()}, started ${startedAt}`,
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
