import { type ChildProcess, spawn } from "node:child_process";
import { openSync, readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";

const root = path.resolve(import.meta.dirname, "../..");

/** A Kassa of its own. */
export type Kassa = {
  readonly url: string;
  /** A sandbox key of its first tenant. */
  readonly key: string;
  /** Ends it and its PostgreSQL. */
  end(): Promise<void>;
};

type Options = {
  /** Ends it while it starts. */
  readonly signal?: AbortSignal;
};

/**
 * Starts Kassa with a PostgreSQL of its own in a folder, on a free port, and with nothing of this process's settings: a
 * DATABASE_URL among them could be one that matters. The folder gets its data and its log.
 *
 * @throws when it names no key in time; then nothing of it is left running
 */
export async function startKassa(folder: string, options: Options = {}): Promise<Kassa> {
  const output = path.join(folder, "kassa.log");
  const child = spawn(process.execPath, [path.join(root, "src/main.js"), "serve"], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      PORT: "0",
      KASSA_DATA_DIR: path.join(folder, "data"),
      KASSA_RATE_LIMIT: "off",
      KASSA_METRICS_PORT: "off",
    },
    // A file, for nobody reads a pipe while a tool runs.
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

/** The address and the key that its welcome names. */
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
  throw new Error(`Kassa named no key:\n${readFileSync(output, "utf8")}`);
}

/** The welcome of a Kassa that has a tenant already says how to make a key instead of naming one. */
const hasTenants = (printed: string): boolean => /^ {2}A new key /m.test(printed);

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

async function endBoth(child: ChildProcess, dataDir: string): Promise<void> {
  child.kill("SIGTERM");
  if (!(await holdsWithin(30_000, () => hasEnded(child)))) child.kill("SIGKILL");
  await holdsWithin(10_000, () => hasEnded(child));
  // Its PostgreSQL outlives a Kassa that was killed, or ended before it could look after it.
  const postgres = postgresOf(dataDir);
  if (postgres === undefined) return;
  process.kill(postgres, "SIGINT");
  const ended = await holdsWithin(30_000, () => postgresOf(dataDir) === undefined);
  if (!ended) throw new Error(`The PostgreSQL in ${dataDir} (process ${postgres}) doesn't end.`);
}

/** The process that PostgreSQL's own lock file names; undefined when none runs. */
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
