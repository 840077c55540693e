import { open, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { errorCode } from "../errors.ts";
import { giveToOwnerOf, type Paths } from "../paths.ts";
import type { ArchiveMarker } from "./archive-marker.ts";

/** Where a database's log is archived: the server's settings, kept so that commands that start PostgreSQL archive as it does. */
export type ArchiveRecord = ArchiveMarker & {
  /** The folder of KASSA_WAL_ARCHIVE, in which the archive has a folder of its name. */
  readonly root: string;
  readonly keyFile: string | null;
  /** The data directory: its copy in another place begins an archive of its own. */
  readonly dataDir: string;
};

export const recordFile = ({ dataDir }: Pick<Paths, "dataDir">): string =>
  path.join(dataDir, "wal-archive.json");

export const folderOf = ({ root, name }: Pick<ArchiveRecord, "root" | "name">): string =>
  path.join(root, name);

/** Undefined if the log isn't archived, or if the record is that of a directory which this one is a copy of. */
export async function readRecord(paths: Pick<Paths, "dataDir">): Promise<ArchiveRecord | undefined> {
  try {
    const record = JSON.parse(await readFile(recordFile(paths), "utf8")) as ArchiveRecord;
    return record.dataDir === paths.dataDir ? record : undefined;
  } catch (error) {
    if (errorCode(error) === "ENOENT" || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Only the one server of a data directory writes it. */
export async function writeRecord(paths: Paths, record: ArchiveRecord): Promise<void> {
  const draft = `${recordFile(paths)}.new`;
  const file = await open(draft, "w", 0o600);
  try {
    await file.writeFile(`${JSON.stringify(record, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await giveToOwnerOf(paths.dataDir, draft);
  await rename(draft, recordFile(paths));
}

export const removeRecord = (paths: Paths): Promise<void> => rm(recordFile(paths), { force: true });
