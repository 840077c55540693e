import { spawn } from "node:child_process";
import { open, readFile, rename, stat } from "node:fs/promises";
import type { Binaries } from "./binaries.ts";
import { giveToOwnerOf, type Paths } from "./paths.ts";
import { clearSocketLock } from "./postmaster-file.ts";
import { isAlive, signal, waitForEnd } from "./process-alive.ts";
import type { Launcher } from "./run-as.ts";
import type { Settings } from "./settings.ts";

/** A postmaster that we started or adopted. */
export type Postmaster = {
  pid: number;
  /** Whether this process started it. */
  started: boolean;
  /** Resolves when it has ended, with what it wrote into the log if we started it. Keeps no process alive. */
  ended: Promise<string>;
  hasEnded: () => boolean;
};

/** Where and how to run a database, the same for each of its restarts. */
export type Launch = {
  paths: Paths;
  binaries: Binaries;
  launcher: Launcher;
  socketDir: string;
  settings: Settings;
};

const LOG_KEEPS_BYTES = 10 * 1024 * 1024;
const POLL_MS = 250;

/** Shutting down fast writes all changed pages, at most shared_buffers: seconds, even on a slow disk. */
const FAST_SHUTDOWN_MS = 60_000;
const IMMEDIATE_SHUTDOWN_MS = 5_000;

/**
 * Starts PostgreSQL in a session of its own: it outlives a killed Kassa, and a Ctrl-C in the terminal, which goes to
 * the whole process group, must not end it before Kassa has finished its requests.
 */
export async function launchPostmaster(launch: Launch): Promise<Postmaster> {
  const { paths, binaries, launcher, socketDir, settings } = launch;
  await clearSocketLock(paths, socketDir);
  await rotateLog(paths.log);
  const log = await open(paths.log, "a", 0o600);
  try {
    await giveToOwnerOf(paths.dataDir, paths.log);
    const logStart = (await log.stat()).size;
    const { file, args, options } = launcher(binaries.postgres, settings.args);
    const child = spawn(file, args, { ...options, detached: true, stdio: ["ignore", log.fd, log.fd] });
    child.unref();
    const exit = new Promise<void>((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", () => resolve());
    });
    if (child.pid === undefined) {
      await exit;
      throw new Error(`${file} was started without a process number`);
    }
    return track(
      child.pid,
      true,
      exit.then(() => readLogFrom(paths.log, logStart)),
    );
  } finally {
    await log.close();
  }
}

/** Takes over a postmaster that another process started, such as the one of a Kassa that was killed. */
export function adoptPostmaster(pid: number): Postmaster {
  const ended = new Promise<string>((resolve) => {
    const timer = setInterval(async () => {
      if (await isAlive(pid)) return;
      clearInterval(timer);
      resolve("");
    }, POLL_MS);
    timer.unref();
  });
  return track(pid, false, ended);
}

function track(pid: number, started: boolean, ended: Promise<string>): Postmaster {
  let over = false;
  const marked = ended.then((text) => {
    over = true;
    return text;
  });
  return { pid, started, ended: marked, hasEnded: () => over };
}

/** Ends a postmaster: its clients are disconnected, what they committed is written. Without an answer it is cut short,
 * after which the next start recovers from the log. */
export async function endPostmaster(pid: number): Promise<void> {
  signal(pid, "SIGINT");
  if (await waitForEnd(pid, FAST_SHUTDOWN_MS)) return;
  await cutPostmasterShort(pid);
}

/** Ends a postmaster that doesn't answer. Nothing committed is lost: the next start recovers from the log. */
export async function cutPostmasterShort(pid: number): Promise<void> {
  signal(pid, "SIGQUIT");
  if (await waitForEnd(pid, IMMEDIATE_SHUTDOWN_MS)) return;
  signal(pid, "SIGKILL");
  await waitForEnd(pid, IMMEDIATE_SHUTDOWN_MS);
}

async function rotateLog(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found !== undefined && found.size > LOG_KEEPS_BYTES) await rename(file, `${file}.1`);
}

async function readLogFrom(file: string, start: number): Promise<string> {
  const bytes = await readFile(file).catch(() => Buffer.alloc(0));
  return bytes.subarray(start).toString();
}
