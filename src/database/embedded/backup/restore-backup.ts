import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { copyFile, mkdir, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { findBinaries } from "../binaries.ts";
import { errorCode } from "../errors.ts";
import { type EmbeddedDatabase, openEmbeddedDatabase } from "../index.ts";
import { giveToOwnerOf, openDataDir, type Paths, pathsWithin } from "../paths.ts";
import { findPostmaster } from "../postmaster-file.ts";
import { STAGING_PREFIX } from "../sweep.ts";
import { removeRecord } from "../wal/archive-record.ts";
import { BackupRefused } from "./backup-error.ts";
import { type BackupSecret, readBeginning } from "./backup-key.ts";
import { ByteReader } from "./byte-reader.ts";
import { findArchive } from "./find-archive.ts";
import { fingerprint, platform } from "./make-backup.ts";
import { type CheckedBackup, type RecordSink, readContent } from "./read-backup.ts";
import type { BackupFacts } from "./records.ts";
import { type Continuation, type Replayed, replayArchive } from "./replay-archive.ts";
import { unpackInto } from "./unpack.ts";
import { flushFolder } from "./write-backup.ts";

export type RestoreOptions = {
  /** Absolute; made if it is missing. */
  readonly dataDir: string;
  /** Absolute. */
  readonly file: string;
  readonly secret: BackupSecret | undefined;
  /** The secrets.json that belongs to the backup; undefined for the one in the data directory. */
  readonly secretsFile: string | undefined;
  /** The archive to replay: KASSA_WAL_ARCHIVE's folder, the key file if it is encrypted, and up to which moment; undefined for none. */
  readonly wal: Continuation | undefined;
  /** Whether an existing database is put aside. */
  readonly replace: boolean;
  readonly log: (line: string) => void;
  /** Called with the bytes that were written so far. */
  readonly onProgress: (bytes: number) => void;
  /** Looks at the restored database while it isn't in use yet, and changes what it must. If it throws, nothing was restored. */
  readonly examine: (database: EmbeddedDatabase) => Promise<void>;
};

export type Restored = CheckedBackup & {
  /** The last commit that was replayed from an archive; undefined if there was none. */
  readonly replayedTo: Date | undefined;
  /** Where the database lies that was there before. */
  readonly replaced: string | undefined;
};

/** Reads all of a backup and checks it. */
export function verifyBackup(file: string, secret: BackupSecret | undefined): Promise<CheckedBackup> {
  return readBackupFile(file, secret, () => {});
}

/**
 * Restores a backup into a data directory. Its files are unpacked beside the database, checked, started and examined there; then the
 * folders change places. Until that moment nothing that existed is changed.
 *
 * @throws BackupRefused, or EmbeddedDatabaseError if the restored database doesn't start
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { dataDir, file, secret, log, onProgress, examine } = options;
  const paths = await openDataDir(dataDir);
  const exists = await refuseInUse(paths, options.replace);
  const staging = path.join(
    paths.dataDir,
    `${STAGING_PREFIX}${process.pid}-${randomBytes(4).toString("hex")}`,
  );
  const staged = pathsWithin(staging);
  try {
    // Root's PostgreSQL runs as another user, who has to pass.
    await mkdir(staging, { mode: 0o711 });
    await mkdir(staged.cluster, { mode: 0o700 });
    await copySecrets(options.secretsFile ?? paths.secrets, staged);
    const { databasePassword } = JSON.parse(await readFile(staged.secrets, "utf8"));
    const { majorVersion } = await findBinaries();
    const unpack = unpackInto(staged.cluster, onProgress);
    let wal: Continuation | undefined;
    const checked = await readBackupFile(file, secret, async (record) => {
      if (record.kind === "facts") {
        refuseUnfitting(record.facts, majorVersion, databasePassword);
        wal = options.wal && (await continuationOf(options.wal, record.facts));
      }
      await unpack(record);
    });
    const { database, replayedTo } = await (wal
      ? replayArchive(staged, checked, wal, log)
      : startUnpacked(staged, log));
    await examine(database).finally(() => database.stop());
    if (exists !== (await refuseInUse(paths, options.replace))) throw changedMeanwhile(paths);
    return { ...checked, replayedTo, replaced: await changePlaces(staged, paths, exists) };
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** PostgreSQL recovers from the log in the backup. */
async function startUnpacked({ dataDir }: Paths, log: (line: string) => void): Promise<Replayed> {
  log("Starting the restored database, to check it …");
  const options = { dataDir, purpose: "command", mayCreate: false } as const;
  return { database: await openEmbeddedDatabase(options), replayedTo: undefined };
}

/** Before anything is unpacked. */
async function continuationOf(given: Continuation, facts: BackupFacts): Promise<Continuation> {
  const { folder, isEncrypted } = await findArchive(given.folder, facts);
  if (given.until && given.until < new Date(facts.startedAt))
    throw new BackupRefused(
      `The backup was begun at ${facts.startedAt}, after ${given.until.toISOString()}. Restore an earlier backup, or choose a later moment.`,
    );
  if (isEncrypted && given.keyFile === undefined)
    throw new BackupRefused(
      "The archive is encrypted. Add --wal-key-file with the key file of KASSA_WAL_ARCHIVE_KEY_FILE.",
    );
  return { folder, keyFile: isEncrypted ? given.keyFile : undefined, until: given.until };
}

/** Reads all of a backup, checks it, and hands on what is in it. */
export async function readBackupFile(
  file: string,
  secret: BackupSecret | undefined,
  sink: RecordSink,
): Promise<CheckedBackup> {
  const stream = createReadStream(file);
  try {
    const source = new ByteReader(stream);
    return await readContent(source, await readBeginning(source, secret), sink);
  } catch (error) {
    if (errorCode(error) === "ENOENT" && String(error).includes(`'${file}'`))
      throw new BackupRefused(`There is no file ${file}.`);
    throw error;
  } finally {
    stream.destroy();
  }
}

/** @returns whether there is a database */
async function refuseInUse(paths: Paths, replace: boolean): Promise<boolean> {
  if ((await findPostmaster(paths)) !== undefined)
    throw new BackupRefused(
      `The database in ${paths.dataDir} is in use. Stop Kassa first; if it was killed, start it and stop it again.`,
    );
  const version = await readFile(path.join(paths.cluster, "PG_VERSION"), "utf8").catch(() => undefined);
  if (version !== undefined && !replace)
    throw new BackupRefused(
      `There is a database in ${paths.dataDir}. Add --replace to put it aside, or set KASSA_DATA_DIR to another folder.`,
    );
  return version !== undefined;
}

const changedMeanwhile = ({ dataDir }: Paths): BackupRefused =>
  new BackupRefused(`A database was made or removed in ${dataDir} meanwhile. Nothing was restored.`);

async function copySecrets(from: string, staged: Paths): Promise<void> {
  try {
    await copyFile(from, staged.secrets);
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
    throw new BackupRefused(
      `${from} is missing. A backup doesn't contain secrets.json, because somebody who has both can read the secrets in the database. Name your copy with --secrets.`,
    );
  }
}

function refuseUnfitting(facts: BackupFacts, majorVersion: number, databasePassword: string): void {
  if (Number.parseInt(facts.postgres, 10) !== majorVersion)
    throw new BackupRefused(
      `The backup is of PostgreSQL ${facts.postgres}, and this Kassa has PostgreSQL ${majorVersion}. Restore it with Kassa ${facts.kassa}.`,
    );
  if (facts.platform !== platform())
    throw new BackupRefused(
      `The backup was made on ${facts.platform} and can't be read on ${platform()}. Restore it on such a machine.`,
    );
  if (facts.secretsFingerprint !== fingerprint(databasePassword))
    throw new BackupRefused(
      "The secrets.json isn't the one that belongs to the backup. Name the right one with --secrets.",
    );
}

/** The database before, and its secrets if they are others, are kept under another name. */
async function changePlaces(staged: Paths, paths: Paths, exists: boolean): Promise<string | undefined> {
  const mark = new Date().toISOString().replace(/[-:]|\.\d+/g, "");
  const replaced = exists ? `${paths.cluster}.replaced-${mark}` : undefined;
  const [before, after] = await Promise.all(
    [paths.secrets, staged.secrets].map((file) => readFile(file, "utf8").catch(() => undefined)),
  );
  // What this database writes into its log isn't what the archive has under the same names.
  await removeRecord(paths);
  if (replaced !== undefined) await rename(paths.cluster, replaced);
  await rename(staged.cluster, paths.cluster);
  if (before !== after) {
    if (before !== undefined) await rename(paths.secrets, `${paths.secrets}.replaced-${mark}`);
    await rename(staged.secrets, paths.secrets);
    await giveToOwnerOf(paths.dataDir, paths.secrets);
  }
  await flushFolder(paths.dataDir);
  return replaced;
}
