import { execFile } from "node:child_process";
import { chown, lstat, readdir, stat } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { EmbeddedDatabaseError, wrongOwner } from "./errors.ts";
import type { Paths } from "./paths.ts";

/** A user of the operating system, by numbers, for a user may have lost its name. */
export type Account = { uid: number; gid: number };

/**
 * The user that runs PostgreSQL, which refuses root: whoever runs Kassa, or, when that is root, the owner of the
 * database's files, or `postgres`, or `nobody`. Ends with the database's files belonging to that user.
 */
export async function chooseAccount(paths: Paths, hasDatabase: boolean): Promise<Account> {
  const self = ourselves();
  const owner = hasDatabase ? await stat(paths.cluster) : undefined;
  if (self.uid !== 0) {
    if (owner !== undefined && owner.uid !== self.uid) throw wrongOwner(paths.dataDir);
    return self;
  }
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const account = await unprivilegedAccount();
  // A backup that root restored belongs to root, though PostgreSQL can't have made it so.
  if (owner !== undefined) await giveTree(paths.cluster, account);
  return account;
}

function ourselves(): Account {
  const { getuid, getgid } = process;
  if (getuid === undefined || getgid === undefined) {
    throw new EmbeddedDatabaseError(
      "postgres_missing",
      `Kassa can't run a PostgreSQL of its own on ${process.platform}. Set DATABASE_URL to a PostgreSQL (15 to 18) of yours.`,
    );
  }
  return { uid: getuid(), gid: getgid() };
}

async function unprivilegedAccount(): Promise<Account> {
  for (const name of ["postgres", "nobody"]) {
    const [uid, gid] = await Promise.all([numberOf("-u", name), numberOf("-g", name)]);
    if (uid !== undefined && gid !== undefined && uid !== 0) return { uid, gid };
  }
  throw new EmbeddedDatabaseError(
    "no_unprivileged_user",
    "Kassa runs as root, PostgreSQL refuses to, and this machine has neither a user `postgres` nor `nobody` to run it. " +
      "Run Kassa as an ordinary user, or set DATABASE_URL to a PostgreSQL of yours.",
  );
}

/** `id` knows the users of every source (files, LDAP, macOS's directory), which /etc/passwd doesn't. */
async function numberOf(flag: "-u" | "-g", name: string): Promise<number | undefined> {
  try {
    const { stdout } = await promisify(execFile)("id", [flag, name]);
    return Number.parseInt(stdout, 10) >>> 0;
  } catch {
    return undefined;
  }
}

async function giveTree(file: string, account: Account): Promise<void> {
  const found = await lstat(file);
  // Links are left alone: what they lead to may not be the database's.
  if (found.isSymbolicLink()) return;
  if (found.isDirectory()) {
    for (const name of await readdir(file)) await giveTree(path.join(file, name), account);
  }
  await chown(file, account.uid, account.gid);
}
