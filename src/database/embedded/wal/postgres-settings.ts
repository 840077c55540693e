import path from "node:path";
import process from "node:process";
import type { ArchiveRecord } from "./archive-record.ts";
import { folderOf } from "./archive-record.ts";

/** At most this much is lost with the machine: PostgreSQL begins a new file of its log, and archives the one before. */
const ARCHIVE_TIMEOUT = "60s";

/** How PostgreSQL archives its log. */
export const archivingSettings = (record: ArchiveRecord): Record<string, string> => ({
  archive_mode: "on",
  archive_timeout: ARCHIVE_TIMEOUT,
  archive_command: command("archive-segment.ts", folderOf(record), record.keyFile ?? undefined),
});

/** An archive that PostgreSQL replays onto a restored backup. */
export type Replay = {
  /** The archive's own folder, absolute. */
  readonly folder: string;
  readonly keyFile: string | undefined;
  /** Undefined for the end of the archive. */
  readonly until: Date | undefined;
};

/** How PostgreSQL replays an archive; also needs a file `recovery.signal`. It accepts no connection until it has. */
export const replaySettings = ({ folder, keyFile, until }: Replay): Record<string, string> => ({
  restore_command: command("fetch-segment.ts", folder, keyFile),
  recovery_target_timeline: "current",
  recovery_target_action: "promote",
  hot_standby: "off",
  ...(until ? { recovery_target_time: until.toISOString().replace("T", " ").replace("Z", "+00") } : {}),
});

/** Folders of the programs, which the user that runs PostgreSQL has to reach. */
export const programFolders = (): string[] => [path.dirname(process.execPath), import.meta.dirname];

/** A command for PostgreSQL, which gives it to a shell, and replaces %f by a file's name and %p by its path. */
function command(script: string, folder: string, keyFile: string | undefined): string {
  const program = [
    process.execPath,
    "--disable-warning=ExperimentalWarning",
    path.join(import.meta.dirname, script),
  ];
  const last = keyFile === undefined ? [] : [quote(keyFile)];
  return [...program.map(quote), quote(folder), '"%f"', '"%p"', ...last].join(" ");
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`).replaceAll("%", "%%")}'`;
