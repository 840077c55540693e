import { execFile } from "node:child_process";
import { readFile, stat, unlink } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import type { Paths } from "./paths.ts";
import { isAlive } from "./process-alive.ts";
import { SOCKET_PORT } from "./socket-dir.ts";

/** An empty file is that of a start under way, or, once this old, one that a power cut emptied. */
const EMPTY_FILE_MAX_AGE_MS = 2000;

/**
 * The process number of the postmaster that runs on this data directory, found by the file that PostgreSQL keeps. PostgreSQL itself clears the file of a process that is gone,
 * but refuses to start while any process has its number: after a restart of the machine or container that is a
 * stranger. Such a file, and an emptied one, are removed here.
 */
export async function findPostmaster(paths: Paths): Promise<number | undefined> {
  const text = await readFile(paths.postmasterPid, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const pid = Number.parseInt(text, 10);
  if (await isPostmasterOf(pid, paths)) return pid;
  if (await isStale(paths.postmasterPid, text)) await unlinkIfUnchanged(paths.postmasterPid, text);
  return undefined;
}

/** Clears the lock beside the socket, which names a process as well. Only to be called when no postmaster runs. */
export async function clearSocketLock(paths: Paths, socketDir: string): Promise<void> {
  const lock = path.join(socketDir, `.s.PGSQL.${SOCKET_PORT}.lock`);
  const text = await readFile(lock, "utf8").catch(() => undefined);
  if (text === undefined) return;
  if (await isPostmasterOf(Number.parseInt(text, 10), paths)) return;
  if (await isStale(lock, text)) await unlinkIfUnchanged(lock, text);
}

async function isStale(file: string, text: string): Promise<boolean> {
  if (text.trim() !== "") return true;
  const found = await stat(file).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > EMPTY_FILE_MAX_AGE_MS;
}

/**
 * Between reading and removing, another process may have started a postmaster that wrote its own file. The window left
 * here is microseconds, and PostgreSQL guards it once more by the shared memory that it finds through the directory.
 */
async function unlinkIfUnchanged(file: string, text: string): Promise<void> {
  const now = await readFile(file, "utf8").catch(() => undefined);
  if (now === text) await unlink(file).catch(() => undefined);
}

/** A postmaster works in its data directory, which no other process does. */
async function isPostmasterOf(pid: number, paths: Paths): Promise<boolean> {
  if (!(await isAlive(pid))) return false;
  if (process.platform !== "linux") return commandNames(pid, paths);
  // The file's number tells the directory apart however it was reached. A process that we may not look into belongs to
  // another user, and then isn't ours: the database's owner is we, or we are root.
  const [place, cluster] = await Promise.all([
    stat(`/proc/${pid}/cwd`).catch(() => undefined),
    stat(paths.cluster).catch(() => undefined),
  ]);
  return place !== undefined && place.ino === cluster?.ino && place.dev === cluster.dev;
}

async function commandNames(pid: number, paths: Paths): Promise<boolean> {
  const asked = ["-ww", "-o", "command=", "-p", String(pid)];
  // It may have ended since, and then ps fails.
  const { stdout } = await promisify(execFile)("ps", asked).catch(() => ({ stdout: "" }));
  return stdout.includes(paths.cluster);
}
