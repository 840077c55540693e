import { type ChildProcess, spawn } from "node:child_process";
import { openSync, readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";

const root = path.resolve(import.meta.dirname, "../..");

/** A running Kassa. */
export type Kassa = {
  readonly url: string;
  /** A sandbox key of its first tenant. */
  readonly key: string;
  /** Stops it and its PostgreSQL. */
  end(): Promise<void>;
};

type Options = {
  /** Stops it while it is starting. */
  readonly signal?: AbortSignal;
};

/**
 * Starts Kassa with its embedded PostgreSQL on a free port. It gets none of this process's settings: DATABASE_URL could name a
 * database that is in use. Its data and log are written to the folder.
 *
 * @throws if it prints no API key in time; it is stopped then
 */
export async function startKassa(folder: string, options: Options = {}): Promise<Kassa> {
  const output = path.join(folder, "kassa.log");
  const child = spawn(process.execPath, [path.join(root, "src/main.js"), "serve"], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: "0",
      KASSA_DATA_DIR: path.join(folder, "data"),
      KASSA_RATE_LIMIT: "off",
      KASSA_METRICS_PORT: "off",
    },
    // A file, because a pipe isn't read while a tool runs.
    stdio: ["ignore", openSync(output, "w"), "inherit"],
  });
  const end = () => endBoth(child, path.join(folder, "data"));
  try {
    return { ...(await readWelcome(child, output, options)), end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** The URL and the API key in its welcome text. */
async function readWelcome(
  child: ChildProcess,
  output: string,
  { signal }: Options,
): Promise<{ url: string; key: string }> {
  for (const deadline = performance.now() + 60_000; performance.now() < deadline; ) {
    const printed = readFileSync(output, "utf8");
    const url = /answers at (http:\S+)/.exec(printed)?.[1];
    const key = /ks_sandbox_[0-9A-Za-z]+/.exec(printed)?.[0];
    if (url !== undefined && key !== undefined) return { url, key };
    if (hasEnded(child) || hasTenants(printed)) break;
    await sleep(200, undefined, { signal });
  }
  throw new Error(`Kassa printed no API key:\n${readFileSync(output, "utf8")}`);
}

/** A Kassa that has a tenant already prints how to create a key instead. */
const hasTenants = (printed: string): boolean => /^ {2}A new key /m.test(printed);

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

async function endBoth(child: ChildProcess, dataDir: string): Promise<void> {
  child.kill("SIGTERM");
  if (!(await holdsWithin(30_000, () => hasEnded(child)))) child.kill("SIGKILL");
  await holdsWithin(10_000, () => hasEnded(child));
  // PostgreSQL outlives a Kassa that was killed or that ended too early to stop it.
  const postgres = postgresOf(dataDir);
  if (postgres === undefined) return;
  process.kill(postgres, "SIGINT");
  const ended = await holdsWithin(30_000, () => postgresOf(dataDir) === undefined);
  if (!ended) throw new Error(`The PostgreSQL in ${dataDir} (process ${postgres}) doesn't stop.`);
}

/** The process id in PostgreSQL's lock file; undefined if that process doesn't run. */
function postgresOf(dataDir: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(path.join(dataDir, "postgres/postmaster.pid"), "utf8"), 10);
    process.kill(pid, 0);
    return pid;
  } catch {
    return undefined;
  }
}

async function holdsWithin(withinMs: number, condition: () => boolean): Promise<boolean> {
  for (const deadline = performance.now() + withinMs; !condition(); await sleep(50))
    if (performance.now() > deadline) return false;
  return true;
}
