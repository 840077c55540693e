import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { EmbeddedDatabaseError } from "../errors.ts";
import { type EmbeddedDatabase, openEmbeddedDatabase } from "../index.ts";
import type { Paths } from "../paths.ts";
import { listArchive } from "../wal/list-archive.ts";
import { followSegments, isSegment } from "../wal/segment-names.ts";
import { BackupRefused } from "./backup-error.ts";
import type { CheckedBackup } from "./read-backup.ts";

/** An archive that continues a backup, and the moment up to which it is replayed. */
export type Continuation = {
  /** The archive's own folder. */
  readonly folder: string;
  readonly keyFile: string | undefined;
  /** Undefined for the end of the archive. */
  readonly until: Date | undefined;
};

export type Replayed = {
  readonly database: EmbeddedDatabase;
  /** When the last transaction that was replayed was committed; undefined if there was none after the backup. */
  readonly replayedTo: Date | undefined;
};

/**
 * Has PostgreSQL replay an archive onto a backup that was unpacked.
 *
 * @throws BackupRefused if the archive doesn't reach the moment, or a file of it is missing or damaged
 */
export async function replayArchive(
  staged: Paths,
  { totals }: CheckedBackup,
  { folder, keyFile, until }: Continuation,
  log: (line: string) => void,
): Promise<Replayed> {
  if (until && until < new Date(totals.finishedAt))
    throw new BackupRefused(
      `The backup was finished at ${totals.finishedAt}, after ${until.toISOString()}. Restore an earlier backup, or choose a later moment.`,
    );
  const own = (await readdir(path.join(staged.cluster, "pg_wal"))).filter(isSegment).sort();
  const from = own.at(-1) ?? "";
  const present = await listArchive(folder);
  const { last, missing } = followSegments(from, present);
  await writeFile(path.join(staged.cluster, "recovery.signal"), "", { mode: 0o600, flush: true });
  log("Replaying the archived log …");
  const options = { dataDir: staged.dataDir, purpose: "command", mayCreate: false } as const;
  const progress = sayProgress(staged, [...present].filter((name) => name > from).length, log);
  const database = await openEmbeddedDatabase({ ...options, replay: { folder, keyFile, until } })
    .catch(async (error: unknown) => {
      if (!(error instanceof EmbeddedDatabaseError)) throw error;
      throw explain(await readLog(staged), { folder, until, missing }) ?? error;
    })
    .finally(() => clearInterval(progress));
  const said = await readLog(staged);
  const replayedTo = lastCommit(said);
  // PostgreSQL takes whatever it can't read for the end of the log.
  const isWhole = last === from || said.includes(`restored log file "${last}"`);
  if (until !== undefined || (missing === undefined && isWhole)) return { database, replayedTo };
  await database.stop();
  throw new BackupRefused(
    isWhole ? hasGap(folder, missing ?? "", replayedTo) : stoppedEarly(last, replayedTo),
  );
}

const progressEveryMs = 5_000;

/** By PostgreSQL's log, which names each file that it has fetched. */
function sayProgress(staged: Paths, files: number, log: (line: string) => void): NodeJS.Timeout {
  return setInterval(async () => {
    const text = await readLog(staged).catch(() => "");
    log(`Replayed ${text.match(/restored log file/g)?.length ?? 0} of at most ${files} files …`);
  }, progressEveryMs);
}

const readLog = ({ log }: Paths): Promise<string> => readFile(log, "utf8");

/** PostgreSQL's log says it with microseconds, as 2026-11-26 12:00:00.123456+00. */
function lastCommit(log: string): Date | undefined {
  const [, day, time] =
    [...log.matchAll(/last completed transaction was at log time (\S+) ([\d:.]+)\+00/g)].at(-1) ?? [];
  return day === undefined ? undefined : new Date(`${day}T${time}Z`);
}

type Circumstances = {
  readonly folder: string;
  readonly until: Date | undefined;
  readonly missing: string | undefined;
};

/** What a failed replay means; undefined if PostgreSQL failed for another reason. */
function explain(log: string, { folder, until, missing }: Circumstances): BackupRefused | undefined {
  const fault = [...log.matchAll(/^kassa fetch: (.*)$/gm)].at(-1)?.[1];
  if (fault !== undefined) return new BackupRefused(`The log can't be replayed. ${fault}${hintFor(fault)}`);
  if (!log.includes("recovery ended before configured recovery target was reached")) return undefined;
  const why = missing === undefined ? "the archive ends there" : `${missing} is missing from ${folder}`;
  return new BackupRefused(
    `The log can't be replayed to ${until?.toISOString()}: it reaches ${reach(lastCommit(log))}, and ${why}. ` +
      "Nothing was restored. Choose an earlier moment.",
  );
}

/** Root's PostgreSQL runs as another user. */
const hintFor = (fault: string): string =>
  fault.startsWith("EACCES")
    ? `. The user who runs PostgreSQL${process.getuid?.() === 0 ? ", which isn't root," : ""} has to be allowed to read the archive and its key file.`
    : "";

const reach = (moment: Date | undefined): string => moment?.toISOString() ?? "no further than the backup";

const stoppedEarly = (last: string, replayedTo: Date | undefined): string =>
  `PostgreSQL stopped the replay before ${last}, because it can't read a file of the log before that. The log reaches ${reach(replayedTo)}. Nothing was restored.`;

const hasGap = (folder: string, missing: string, replayedTo: Date | undefined): string =>
  `The file ${missing} of the log is missing from ${folder}, and later ones are there. The log before it reaches ${reach(replayedTo)}. Nothing was restored. ` +
  (replayedTo
    ? `To restore what is before the gap, add --until ${replayedTo.toISOString()}.`
    : "Restore the backup without --wal.");
