import { createHash, randomBytes } from "node:crypto";
import type { Dirent } from "node:fs";
import { open, readdir } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";
import { errorCode } from "../errors.ts";
import { nextSegment } from "../wal/segment-names.ts";
import { BackupRefused } from "./backup-error.ts";
import type { BackupRecord } from "./records.ts";

/**
 * Folders whose files PostgreSQL makes anew at its start, and pg_wal, of which only the backup's own part is copied; the list is that
 * of pg_basebackup. https://www.postgresql.org/docs/18/protocol-replication.html#PROTOCOL-REPLICATION-BASE-BACKUP
 */
const withoutFiles = new Set([
  "pg_dynshmem",
  "pg_notify",
  "pg_replslot",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
  "pg_wal",
]);
const leftOut =
  /^(?:postmaster\.(?:pid|opts)|backup_label|tablespace_map|backup_manifest|.*\.tmp|pgsql_tmp.*|pg_internal\.init.*)$/;
/** Names the checkpoint, and is copied after all other files. */
const controlFile = "global/pg_control";

const readBytes = 1024 * 1024;

/**
 * All files of a running PostgreSQL that a copy needs, by its low-level backup API: the files are read while they change, and the log
 * from the backup's start to its end makes them consistent when the copy is started. A temporary replication slot keeps this log.
 * https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP
 *
 * @param client the owner's own connection; the backup belongs to its session
 * @param cluster the absolute path of PGDATA
 */
export async function* copyCluster(client: pg.Client, cluster: string): AsyncGenerator<BackupRecord> {
  const slot = `kassa_backup_${randomBytes(6).toString("hex")}`;
  await client.query("SELECT pg_create_physical_replication_slot($1, true, true)", [slot]);
  await client.query("SELECT pg_backup_start('kassa', true)");
  yield* copyFolder(cluster, "");
  yield* copyFile(cluster, controlFile);
  const { rows } = await client.query<{ label: string; last: string; segmentBytes: string }>(
    `SELECT labelfile AS label, pg_walfile_name(lsn) AS last,
       (SELECT setting FROM pg_settings WHERE name = 'wal_segment_size') AS "segmentBytes"
     FROM pg_backup_stop(false)`,
  );
  const [stop] = rows;
  if (!stop) throw new Error("pg_backup_stop returned no row");
  for (const name of segmentsOf(stop.label, stop.last, Number(stop.segmentBytes)))
    yield* copyFile(cluster, `pg_wal/${name}`);
  yield* fileOf("backup_label", [Buffer.from(stop.label)]);
  await client.query("SELECT pg_drop_replication_slot($1)", [slot]);
}

/** The names of the log's files from the backup's start to its end. */
export function segmentsOf(label: string, last: string, segmentBytes: number): string[] {
  const first = firstSegment(label);
  if (first.slice(0, 8) !== last.slice(0, 8))
    throw new Error(`the log of the backup can't be told from ${JSON.stringify(label)} and ${last}`);
  const names: string[] = [];
  for (let name = first; name <= last; name = nextSegment(name, segmentBytes)) names.push(name);
  return names;
}

/** The first file of the log that a backup needs, by its backup_label. */
export function firstSegment(label: string): string {
  const first = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)$/m.exec(label)?.[1];
  if (first === undefined) throw new Error(`the backup's label is ${JSON.stringify(label)}`);
  return first;
}

async function* copyFolder(cluster: string, folder: string): AsyncGenerator<BackupRecord> {
  for (const entry of await entriesOf(path.join(cluster, folder))) {
    const name = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isSymbolicLink())
      throw new BackupRefused(
        `${path.join(cluster, name)} is a link. A backup contains no tablespaces or links; back up the folder by other means.`,
      );
    if (entry.isDirectory()) {
      if (folder === "pg_replslot" || entry.name === "pgsql_tmp") continue;
      yield { kind: "folder", path: name };
      yield* copyFolder(cluster, name);
    } else if (entry.isFile() && isCopied(folder, name, entry.name)) yield* copyFile(cluster, name, true);
  }
}

const isCopied = (folder: string, name: string, own: string): boolean =>
  !withoutFiles.has(folder.split("/")[0] ?? "") && !leftOut.test(own) && name !== controlFile;

/** A table that is dropped meanwhile takes its files with it. */
async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
}

async function* copyFile(cluster: string, name: string, mayBeGone = false): AsyncGenerator<BackupRecord> {
  let file: Awaited<ReturnType<typeof open>>;
  try {
    file = await open(path.join(cluster, name), "r");
  } catch (error) {
    if (mayBeGone && errorCode(error) === "ENOENT") return;
    throw error;
  }
  try {
    // Most files are small, and the stream's buffer is as large as it may be read at once.
    const { size } = await file.stat();
    const highWaterMark = Math.min(readBytes, size + 1);
    yield* fileOf(name, file.createReadStream({ highWaterMark, autoClose: false }));
  } finally {
    await file.close();
  }
}

async function* fileOf(
  name: string,
  content: AsyncIterable<Buffer> | Iterable<Buffer>,
): AsyncGenerator<BackupRecord> {
  yield { kind: "file", path: name };
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const part of content) {
    hash.update(part);
    bytes += part.length;
    yield { kind: "content", content: part };
  }
  yield { kind: "end", bytes, sha256: hash.digest("hex") };
}
