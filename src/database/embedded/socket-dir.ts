import { createHash } from "node:crypto";
import { chmod, chown, lstat, mkdir } from "node:fs/promises";
import path from "node:path";
import { EmbeddedDatabaseError, errorCode } from "./errors.ts";
import type { Paths } from "./paths.ts";
import type { Account } from "./unprivileged-user.ts";

/** PostgreSQL names its socket `.s.PGSQL.<port>`; no port is opened, the number only names the file. */
export const SOCKET_PORT = 5432;

/** The longest path that `sockaddr_un.sun_path` holds, less its closing NUL: 108 bytes on Linux, 104 on macOS. */
const LONGEST_SOCKET_PATH = process.platform === "linux" ? 107 : 103;

/**
 * The folder for PostgreSQL's socket, made when missing: `run` in the data directory, or, where that path is too long
 * for a socket, one in /tmp that is named after a hash of the data directory's path. TMPDIR is not asked, for a command
 * must find the server's socket though it was started with another environment.
 */
export async function openSocketDir(paths: Paths, account: Account): Promise<string> {
  const beside = path.join(paths.dataDir, "run");
  if (fitsSocket(beside)) return makePrivate(beside, account);
  const name = `kassa-${createHash("sha256").update(paths.dataDir).digest("hex").slice(0, 16)}`;
  return makePrivate(path.join("/tmp", name), account);
}

function fitsSocket(folder: string): boolean {
  return Buffer.byteLength(path.join(folder, `.s.PGSQL.${SOCKET_PORT}`)) <= LONGEST_SOCKET_PATH;
}

/** Anyone may write to a temporary directory, so a folder found there counts only if it is really ours. */
async function makePrivate(folder: string, account: Account): Promise<string> {
  const isRoot = process.getuid?.() === 0;
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (errorCode(error) !== "EEXIST") throw error;
  });
  const found = await lstat(folder);
  const ours = found.uid === account.uid || (isRoot && found.uid === 0);
  if (!found.isDirectory() || !ours) {
    throw new EmbeddedDatabaseError(
      "data_dir_unusable",
      `${folder}, where PostgreSQL's socket must lie, belongs to someone else. Remove it, or set KASSA_DATA_DIR to another directory.`,
    );
  }
  // Root has just made it, or a start that was killed here; and it must be closed to others.
  if (found.uid !== account.uid) await chown(folder, account.uid, account.gid);
  if ((found.mode & 0o777) !== 0o700) await chmod(folder, 0o700);
  return folder;
}
