import { chown, mkdir, readdir, readFile, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { commandLine } from "../../kernel/command-line.ts";
import { EmbeddedDatabaseError, errorCode, wrongOwner } from "./errors.ts";

/** Where everything of one data directory lies. All paths are absolute and free of symbolic links. */
export type Paths = {
  dataDir: string;
  /** PGDATA. */
  cluster: string;
  secrets: string;
  log: string;
  /** Names the process that serves from this directory, for messages and for judging a hung database. */
  server: string;
  postmasterPid: string;
};

/** Makes the data directory when it is missing and resolves its real path, which names it however it was reached. */
export async function openDataDir(dataDir: string): Promise<Paths> {
  const isRoot = process.getuid?.() === 0;
  try {
    // Root's own directory must let the unprivileged user pass on to its files; each of them has a mode of its own.
    await mkdir(path.dirname(dataDir), { recursive: true });
    await mkdir(dataDir, { mode: isRoot ? 0o711 : 0o700 }).catch(ignoreExisting);
    const real = await realpath(dataDir);
    await readdir(real);
    return pathsWithin(real);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new EmbeddedDatabaseError(
      "data_dir_unusable",
      `Kassa can't use ${dataDir} for its database (${reason}). ` +
        "Set KASSA_DATA_DIR to a directory it may write to, or run Kassa as the user who made this one.",
      { cause },
    );
  }
}

function ignoreExisting(error: unknown): void {
  if (errorCode(error) !== "EEXIST") throw error;
}

/** The refusal for a command that needs a database and finds none. */
export function noDatabaseYet(dataDir: string): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    "no_database_yet",
    `There is no database in ${dataDir} yet. Start Kassa first ("${commandLine("serve")}" makes one), or set KASSA_DATA_DIR to where it is, ` +
      "or DATABASE_URL to a PostgreSQL of yours.",
  );
}

/** A directory that isn't there isn't made either. Any other fault is found by whoever opens it. */
export async function refuseMissingDataDir(dataDir: string): Promise<void> {
  const fault = await stat(dataDir).then(() => undefined, errorCode);
  if (fault === "ENOENT") throw noDatabaseYet(dataDir);
}

/** The layout of a data directory, given by its real path. */
export function pathsWithin(dataDir: string): Paths {
  const cluster = path.join(dataDir, "postgres");
  return {
    dataDir,
    cluster,
    secrets: path.join(dataDir, "secrets.json"),
    log: path.join(dataDir, "postgres.log"),
    server: path.join(dataDir, "server.json"),
    postmasterPid: path.join(cluster, "postmaster.pid"),
  };
}

/** Tells whether the directory holds a database, and refuses one that this PostgreSQL can't read. Changes nothing. */
export async function hasCluster(paths: Paths, majorVersion: number): Promise<boolean> {
  const made = await readFile(path.join(paths.cluster, "PG_VERSION"), "utf8").catch(() => undefined);
  if (made === undefined) {
    await refuseForeignFiles(paths);
    return false;
  }
  if (made.trim() === String(majorVersion)) return true;
  throw new EmbeddedDatabaseError(
    "postgres_version_mismatch",
    `The database in ${paths.cluster} was made by PostgreSQL ${made.trim()}, and this Kassa ships PostgreSQL ${majorVersion}. ` +
      "Nothing was changed. Start the Kassa that made it, or set DATABASE_URL to a PostgreSQL that holds a copy of its data, " +
      "or set KASSA_DATA_DIR to another directory to begin anew.",
  );
}

async function refuseForeignFiles(paths: Paths): Promise<void> {
  const files = await readdir(paths.cluster).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return [];
    throw wrongOwner(paths.dataDir, error);
  });
  if (files.length === 0) return;
  throw new EmbeddedDatabaseError(
    "data_dir_unusable",
    `${paths.cluster} has files but no PG_VERSION, so it isn't a whole PostgreSQL database. ` +
      "Restore it from a backup, move it away to begin anew, or set KASSA_DATA_DIR to another directory.",
  );
}

/** Gives a file that root just made to the directory's owner, who else couldn't run Kassa there any more. */
export async function giveToOwnerOf(folder: string, file: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(folder);
  await chown(file, uid, gid);
}
