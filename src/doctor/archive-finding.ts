import type { ConnectionSettings, Database } from "../database/database.ts";
import { type ArchiveFacts, inspectArchive } from "../database/embedded/wal/inspect-archive.ts";
import { commandLine } from "../kernel/command-line.ts";
import { selectBackups } from "../operations/backups.ts";
import type { Finding } from "./finding.ts";

type Looked = {
  readonly database: Database;
  readonly settings: ConnectionSettings;
  /** Of Kassa's own PostgreSQL; undefined for another, which has archiving of its own. */
  readonly dataDir: string | undefined;
};

/** Whether the log of Kassa's own PostgreSQL arrives in its archive. No finding if it isn't archived. */
export async function archiveFindings({ database, settings, dataDir }: Looked): Promise<Finding[]> {
  const facts = dataDir === undefined ? undefined : await inspectArchive(settings, dataDir);
  if (!facts) return [];
  const [last] = await database.inControl((trx) => selectBackups(trx, 1));
  return [archiveFinding(facts, last?.startedAt)];
}

/** A file is archived within a second of its end, and a server ends one each minute. */
const behindMs = 3 * 60_000;

export function archiveFinding(facts: ArchiveFacts, lastBackupAt: Date | undefined): Finding {
  const { folder, startedAt, lastArchivedAt, failedAt, waiting, said, log } = facts;
  const check = "wal_archive";
  const kept = `PostgreSQL keeps ${waiting.files} ${waiting.files === 1 ? "file" : "files"} of its log (${waiting.bytes / 1024 ** 2} MiB), and 16 MiB more each minute`;
  if (failedAt)
    return {
      check,
      state: "problem",
      text: `the database's log couldn't be archived into ${folder} at ${failedAt.toISOString()}${said ? `: ${said}` : ""}`,
      advice: `Kassa continues to serve, and ${kept}, until its own disk is full. It tries again every minute. Repair the archive, or unset KASSA_WAL_ARCHIVE and restart. See ${log}.`,
    };
  if (waiting.files > 1 && waiting.sinceMs > behindMs)
    return {
      check,
      state: "warning",
      text: `the archive ${folder} is ${Math.round(waiting.sinceMs / 60_000)} minutes behind: ${kept}`,
      advice:
        "Is the disk or network of the archive too slow? If this machine is lost, so is the log that isn't archived yet.",
    };
  if (lastBackupAt === undefined || lastBackupAt < startedAt)
    return {
      check,
      state: "warning",
      text: `the archive ${folder} was begun at ${startedAt.toISOString()}, and no backup was made since`,
      advice: `It can be replayed onto backups made after that only. Run: ${commandLine("backup /backup/kassa.backup")}`,
    };
  return {
    check,
    state: "ok",
    text: `the database's log is archived into ${folder}${lastArchivedAt ? `, last at ${lastArchivedAt.toISOString()}` : ""}`,
  };
}
