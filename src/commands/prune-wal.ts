import process from "node:process";
import { readConfig } from "../config.ts";
import { pruneArchive } from "../database/embedded/backup/prune-archive.ts";
import { mebibytes } from "./backup-progress.ts";
import { readBackupSecret, type SecretOptions } from "./backup-secret.ts";
import { callerFile } from "./caller-file.ts";
import { UsageFailure } from "./failure.ts";
import { print } from "./output.ts";

type Options = SecretOptions & { readonly before: string; readonly wal?: string; readonly json: boolean };

/** `kassa wal prune`: removes the archived log that is older than a backup. */
export async function pruneWalCommand(options: Options): Promise<void> {
  const { walArchive } = readConfig(process.env);
  const root = options.wal === undefined ? walArchive?.folder : callerFile(options.wal);
  if (root === undefined)
    throw new UsageFailure("Name the folder of the archive with --wal, or set KASSA_WAL_ARCHIVE.");
  const secret = await readBackupSecret(options, false);
  const pruned = await pruneArchive(root, callerFile(options.before), secret);
  const { folder, files, bytes, keptFrom, others } = pruned;
  print(options.json, { object: "wal.prune", folder, files, bytes, keptFrom, others }, () => [
    `✓ Removed ${files} ${files === 1 ? "file" : "files"} (${mebibytes(bytes)}) from ${folder}. The backup is complete, and the log that it needs is kept, from ${keptFrom} on.`,
    ...others.map(
      (other) => `${other} is another database's archive, or this one's before a restore, and was left.`,
    ),
  ]);
}
