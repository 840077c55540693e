import { randomBytes } from "node:crypto";
import { chown, mkdir, open, writeFile } from "node:fs/promises";
import path from "node:path";
import { flushFolder } from "../backup/write-backup.ts";
import { EmbeddedDatabaseError, errorCode } from "../errors.ts";
import type { Paths } from "../paths.ts";
import type { Account } from "../unprivileged-user.ts";
import { markerFile, readMarker } from "./archive-marker.ts";
import { type ArchiveRecord, folderOf, readRecord } from "./archive-record.ts";

/** KASSA_WAL_ARCHIVE and KASSA_WAL_ARCHIVE_KEY_FILE; both absolute. */
export type WantedArchive = { readonly folder: string; readonly keyFile: string | undefined };

type Choice = {
  readonly paths: Paths;
  readonly wanted: WantedArchive | undefined;
  readonly isServer: boolean;
  /** Who runs PostgreSQL, and so writes the archive. */
  readonly account: Account;
  readonly log: (line: string) => void;
};

/**
 * Where the log of a database is archived. A server uses its settings, and begins an archive for a database that has none there.
 * A command does what the server before it did: a log that was written without archiving would be a gap in it.
 *
 * @throws EmbeddedDatabaseError if an archive can't be begun
 */
export async function chooseArchive(choice: Choice): Promise<ArchiveRecord | undefined> {
  const { paths, wanted, isServer, log } = choice;
  const record = await readRecord(paths);
  if (!isServer) return record;
  if (wanted === undefined) {
    if (record) log(`The log of the database is no longer archived into ${record.root}.`);
    return undefined;
  }
  const systemIdentifier = await readSystemIdentifier(paths.cluster);
  const known = record && { ...record, root: wanted.folder, keyFile: wanted.keyFile ?? null };
  const fits =
    known?.systemIdentifier === systemIdentifier && known.encryption === encryptionOf(wanted.keyFile);
  if (known && fits && (await continues(known, record.root, log))) return known;
  return beginArchive(choice, wanted, systemIdentifier);
}

/** A missing archive isn't made anew in the same place: a disk that isn't mounted must not be taken for an empty one. */
async function continues(
  record: ArchiveRecord,
  lastRoot: string,
  log: (line: string) => void,
): Promise<boolean> {
  const marker = await readMarker(folderOf(record)).catch(() => undefined);
  if (marker?.name === record.name && marker.systemIdentifier === record.systemIdentifier) return true;
  if (record.root !== lastRoot) return false;
  log(
    `The archive ${folderOf(record)} can't be read: is its disk mounted? Until it can, PostgreSQL keeps its log in ${record.dataDir}.`,
  );
  return true;
}

const encryptionOf = (keyFile: string | undefined): "none" | "key_file" =>
  keyFile === undefined ? "none" : "key_file";

async function beginArchive(
  { paths, account, log }: Choice,
  wanted: WantedArchive,
  systemIdentifier: string,
): Promise<ArchiveRecord> {
  const startedAt = new Date().toISOString();
  const record: ArchiveRecord = {
    name: `${startedAt.replace(/[-:]|\.\d+/g, "")}-${randomBytes(4).toString("hex")}`,
    startedAt,
    systemIdentifier,
    encryption: encryptionOf(wanted.keyFile),
    root: wanted.folder,
    keyFile: wanted.keyFile ?? null,
    dataDir: paths.dataDir,
  };
  try {
    await makeFolder(record, account);
  } catch (error) {
    throw cannotBegin(wanted.folder, error);
  }
  log(
    `Archiving the log of the database into ${folderOf(record)}. Make a backup now: the archive continues backups that follow.`,
  );
  return record;
}

/** Only the last folder is made: a mistyped path must not become an archive on the wrong disk. */
async function makeFolder(record: ArchiveRecord, account: Account): Promise<void> {
  const isRoot = process.getuid?.() === 0;
  const folder = folderOf(record);
  await mkdir(record.root, { mode: isRoot ? 0o711 : 0o700 }).catch((error: unknown) => {
    if (errorCode(error) !== "EEXIST") throw error;
  });
  await mkdir(folder, { mode: 0o700 });
  const { root: _root, keyFile: _keyFile, dataDir: _dataDir, ...marker } = record;
  await writeFile(markerFile(folder), `${JSON.stringify(marker, null, 2)}\n`, { mode: 0o600, flush: true });
  if (isRoot) for (const one of [folder, markerFile(folder)]) await chown(one, account.uid, account.gid);
  await flushFolder(folder);
  await flushFolder(record.root);
}

function cannotBegin(folder: string, cause: unknown): EmbeddedDatabaseError {
  const said = cause instanceof Error ? cause.message : String(cause);
  return new EmbeddedDatabaseError(
    "wal_archive_unusable",
    `Kassa can't archive the database's log into ${folder}. The folder above it has to exist, and this user has to be allowed to write ` +
      `there. Set KASSA_WAL_ARCHIVE to another folder, or unset it. (${said})`,
    { cause },
  );
}

/** The first eight bytes of pg_control. https://www.postgresql.org/docs/18/functions-info.html#FUNCTIONS-PG-CONTROL-SYSTEM */
async function readSystemIdentifier(cluster: string): Promise<string> {
  const file = await open(path.join(cluster, "global", "pg_control"), "r");
  try {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0);
    return String(buffer.readBigUInt64LE(0));
  } finally {
    await file.close();
  }
}
