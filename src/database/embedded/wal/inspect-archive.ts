import { open, realpath } from "node:fs/promises";
import { connectAs } from "../../connect-as.ts";
import type { ConnectionSettings } from "../../database.ts";
import { pathsWithin } from "../paths.ts";
import { type ArchiveRecord, folderOf, readRecord } from "./archive-record.ts";
import { SEGMENT_BYTES } from "./segment-names.ts";

export type ArchiveFacts = {
  /** The archive's own folder. */
  readonly folder: string;
  /** When it was begun. It continues backups that were made since. */
  readonly startedAt: Date;
  readonly lastArchivedAt: Date | null;
  /** The last attempt that failed, if none has succeeded since. */
  readonly failedAt: Date | null;
  /** What the last failed attempt said; undefined if PostgreSQL's log doesn't have it any more. */
  readonly said: string | undefined;
  /** Files of the log that PostgreSQL keeps because they aren't archived. */
  readonly waiting: { readonly files: number; readonly bytes: number; readonly sinceMs: number };
  /** PostgreSQL's own log. */
  readonly log: string;
};

/** What PostgreSQL says of its archive; undefined if the log of this data directory isn't archived. */
export async function inspectArchive(
  settings: ConnectionSettings,
  dataDir: string,
): Promise<ArchiveFacts | undefined> {
  const paths = pathsWithin(await realpath(dataDir));
  const record = await readRecord(paths);
  if (!record) return undefined;
  const facts = await ask(settings, record);
  return { ...facts, log: paths.log, said: facts.failedAt ? await lastFault(paths.log) : undefined };
}

async function ask(
  settings: ConnectionSettings,
  record: ArchiveRecord,
): Promise<Omit<ArchiveFacts, "said" | "log">> {
  const client = await connectAs(settings, "owner");
  try {
    const { rows } = await client.query<{
      lastArchivedAt: Date | null;
      failedAt: Date | null;
      files: number;
      sinceMs: number;
    }>(
      `SELECT last_archived_time AS "lastArchivedAt",
         CASE WHEN last_archived_time IS NULL OR last_failed_time > last_archived_time THEN last_failed_time END AS "failedAt",
         waiting.files, waiting.ms AS "sinceMs"
       FROM pg_stat_archiver,
         (SELECT count(*)::int AS files, coalesce(extract(epoch FROM now() - min(modification)) * 1000, 0)::float8 AS ms
          FROM pg_ls_archive_statusdir() WHERE name LIKE '%.ready') AS waiting`,
    );
    const [row] = rows;
    if (!row) throw new Error("pg_stat_archiver has no row");
    const { lastArchivedAt, failedAt, files, sinceMs } = row;
    return {
      folder: folderOf(record),
      startedAt: new Date(record.startedAt),
      lastArchivedAt,
      failedAt,
      waiting: { files, bytes: files * SEGMENT_BYTES, sinceMs },
    };
  } finally {
    await client.end();
  }
}

/** PostgreSQL repeats a failed attempt three times, and then once a minute, with a few lines each. */
const tailBytes = 64 * 1024;

async function lastFault(log: string): Promise<string | undefined> {
  const file = await open(log, "r");
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read({
      buffer: Buffer.alloc(tailBytes),
      position: Math.max(0, size - tailBytes),
    });
    const text = buffer.toString("utf8", 0, bytesRead);
    return [...text.matchAll(/^kassa archive: (.*)$/gm)].at(-1)?.[1];
  } finally {
    await file.close();
  }
}
