import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { EmbeddedDatabaseError } from "./errors.ts";
import type { Account } from "./unprivileged-user.ts";

/** How to start a program as the account: `spawn(file, [...prefix, ...args], options)`. */
export type Launcher = (
  program: string,
  args: readonly string[],
) => {
  file: string;
  args: string[];
  options: { uid?: number; gid?: number; cwd: string; env: NodeJS.ProcessEnv };
};

/**
 * Capabilities with which an unprivileged process passes folders that only root may enter, by their numbers in
 * linux/capability.h, the narrower first. Docker's default set lacks it and has the wider.
 */
const PASSES_FOLDERS = [
  { name: "dac_read_search", bit: 2n },
  { name: "dac_override", bit: 1n },
] as const;

/**
 * Chooses how to start programs as `account`. Root's home and the like are closed to every other user, so where one of
 * `folders` lies in such a place the programs get the one capability that lets them pass.
 */
export async function launcherFor(account: Account, folders: readonly string[]): Promise<Launcher> {
  if (process.getuid?.() !== 0) return plainly({});
  const closed = await firstClosedFolder(account, folders);
  if (closed === undefined) return plainly(account);
  const capability = await capabilityToPass();
  if (capability === undefined) throw unreachable(closed, account);
  return throughSetpriv(account, capability);
}

const { PATH, NODE_COMPILE_CACHE } = process.env;

/**
 * Nothing of the caller's environment (PGPORT, PGDATA, LC_ALL …) may change how PostgreSQL runs. Node's compile cache halves the CPU
 * time of the programs that archive its log, if there is one.
 */
const ENVIRONMENT = {
  PATH,
  LC_ALL: "C",
  TZ: "UTC",
  ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }),
};

/** The working directory must be one that every user can enter. */
const PLACE = { cwd: "/", env: ENVIRONMENT };

function plainly(account: Partial<Account>): Launcher {
  return (program, args) => ({ file: program, args: [...args], options: { ...account, ...PLACE } });
}

function throughSetpriv(account: Account, capability: string): Launcher {
  const flags = [
    `--reuid=${account.uid}`,
    `--regid=${account.gid}`,
    "--clear-groups",
    // initdb asks access(2) whether it may run its sibling, which for an ordinary user's number forgets capabilities
    // unless this is set. At the exec nothing but the one ambient capability remains all the same.
    "--securebits=+no_setuid_fixup",
    `--inh-caps=+${capability}`,
    `--ambient-caps=+${capability}`,
  ];
  return (program, args) => ({ file: "setpriv", args: [...flags, program, ...args], options: PLACE });
}

/** The first folder on the way to any of `folders` that the account may not pass. */
async function firstClosedFolder(account: Account, folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) {
    for (const ancestor of ancestorsOf(folder)) {
      if (!mayPass(account, await stat(ancestor))) return ancestor;
    }
  }
  return undefined;
}

/** "/a/b" → "/", "/a", "/a/b". */
function ancestorsOf(folder: string): string[] {
  const parent = path.dirname(folder);
  return parent === folder ? [folder] : [...ancestorsOf(parent), folder];
}

/** Reads the mode as the kernel does: the first class that fits decides, even when a later one would allow more. */
function mayPass(account: Account, found: { uid: number; gid: number; mode: number }): boolean {
  if (found.uid === account.uid) return (found.mode & 0o100) !== 0;
  if (found.gid === account.gid) return (found.mode & 0o010) !== 0;
  return (found.mode & 0o001) !== 0;
}

/** A capability that we hold and may hand on, or undefined where there is none, or no setpriv (util-linux). */
async function capabilityToPass(): Promise<string | undefined> {
  if (!(await hasSetpriv())) return undefined;
  const status = await readFile("/proc/self/status", "utf8").catch(() => "");
  const held = maskOf(status, "CapPrm") & maskOf(status, "CapBnd");
  return PASSES_FOLDERS.find(({ bit }) => (held & (1n << bit)) !== 0n)?.name;
}

function maskOf(status: string, field: "CapPrm" | "CapBnd"): bigint {
  const digits = new RegExp(`^${field}:\\s*([0-9a-f]+)$`, "m").exec(status)?.[1];
  return digits === undefined ? 0n : BigInt(`0x${digits}`);
}

async function hasSetpriv(): Promise<boolean> {
  const folders = (process.env.PATH ?? "").split(path.delimiter).filter((folder) => folder !== "");
  const found = await Promise.all(
    folders.map((folder) => stat(path.join(folder, "setpriv")).catch(() => null)),
  );
  return found.some((file) => file?.isFile() === true);
}

function unreachable(closed: string, account: Account): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    "data_dir_unreachable",
    `Kassa runs as root, PostgreSQL must run as another user (${account.uid}), and ${closed} is closed to that user. ` +
      "Run Kassa as an ordinary user, or keep Kassa and KASSA_DATA_DIR in folders that others may enter " +
      "(under /srv or /opt), or install setpriv (util-linux).",
  );
}
