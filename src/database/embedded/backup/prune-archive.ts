import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { readMarker } from "../wal/archive-marker.ts";
import type { BackupSecret } from "./backup-key.ts";
import { firstSegment } from "./copy-cluster.ts";
import { findArchive } from "./find-archive.ts";
import { readBackupFile } from "./restore-backup.ts";

export type Pruned = {
  /** The archive's own folder. */
  readonly folder: string;
  readonly files: number;
  readonly bytes: number;
  /** The first segment that the backup needs. */
  readonly keptFrom: string;
  /** Folders of other archives beside it, which aren't touched. */
  readonly others: readonly string[];
};

/**
 * Removes the files of an archive that neither a backup nor any later one needs. The backup is read and checked first: without it, what
 * is left would be useless.
 *
 * @param root the folder of KASSA_WAL_ARCHIVE
 * @throws BackupRefused if the backup isn't whole, or the archive doesn't continue it
 */
export async function pruneArchive(
  root: string,
  file: string,
  secret: BackupSecret | undefined,
): Promise<Pruned> {
  const label: Buffer[] = [];
  let isLabel = false;
  const { facts } = await readBackupFile(file, secret, (record) => {
    if (record.kind === "file") isLabel = record.path === "backup_label";
    if (record.kind === "content" && isLabel) label.push(record.content);
  });
  const { folder } = await findArchive(root, facts);
  const keptFrom = firstSegment(Buffer.concat(label).toString());
  // The oldest first: what an interruption leaves has no gap.
  const names = (await readdir(folder)).filter((name) => isOlder(name, keptFrom)).sort();
  let bytes = 0;
  for (const name of names) {
    const one = path.join(folder, name);
    bytes += (await stat(one)).size;
    await rm(one);
  }
  return { folder, files: names.length, bytes, keptFrom, others: await archivesBeside(folder) };
}

const isOlder = (name: string, keptFrom: string): boolean =>
  /^[0-9A-F]{24}/.test(name) && name.slice(0, 24) < keptFrom;

async function archivesBeside(folder: string): Promise<string[]> {
  const root = path.dirname(folder);
  const found: string[] = [];
  for (const name of (await readdir(root)).sort()) {
    const other = path.join(root, name);
    if (other !== folder && (await readMarker(other).catch(() => undefined))) found.push(other);
  }
  return found;
}
