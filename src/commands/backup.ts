import { stat } from "node:fs/promises";
import process from "node:process";
import { type Config, readConfig } from "../config.ts";
import { makeBackup } from "../database/embedded/backup/make-backup.ts";
import type { CheckedBackup } from "../database/embedded/backup/read-backup.ts";
import { verifyBackup } from "../database/embedded/backup/restore-backup.ts";
import { ownVersion } from "../kernel/own-version.ts";
import { backupProgress, mebibytes } from "./backup-progress.ts";
import { readBackupSecret, type SecretOptions } from "./backup-secret.ts";
import { callerFile } from "./caller-file.ts";
import { CommandFailure } from "./failure.ts";
import { print } from "./output.ts";
import { recordBackup } from "./record-backup.ts";

type Options = SecretOptions & { readonly check: boolean; readonly json: boolean };

/** `kassa backup`: backs up Kassa's own PostgreSQL to a file, while a server runs or not; with --check reads a backup only. */
export async function backupCommand(given: string, options: Options): Promise<void> {
  const file = callerFile(given);
  const config = readConfig(process.env);
  if (!options.check) refuseExternal(config, "backed up with pg_dump or continuous archiving");
  const secret = await readBackupSecret(options, !options.check);
  const made = options.check
    ? await verifyBackup(file, secret)
    : await makeBackup({
        dataDir: config.dataDir,
        file,
        kassa: ownVersion(),
        secret,
        log: (line) => console.error(line),
        onProgress: backupProgress("Read"),
        onCompleted: (completed, database) => recordBackup(database, file, secret, completed),
      });
  const { size } = await stat(file);
  print(options.json, present(file, size, secret?.kind ?? "none", made), () => [
    options.check
      ? `✓ ${file} is a whole backup of ${made.facts.startedAt}: ${made.totals.files} files, ${mebibytes(made.totals.bytes)}.`
      : `✓ Backed up ${mebibytes(made.totals.bytes)} to ${file} (${mebibytes(size)}), and read it again: it is complete.`,
    ...(options.check ? [] : keepAlso(config, secret !== undefined)),
  ]);
}

function keepAlso(config: Config, encrypted: boolean): string[] {
  const secretKey =
    config.secretKey === undefined ? "" : ", and the KASSA_SECRET_KEY that opens the secrets in the database";
  return [
    `Also keep, in another place: ${config.dataDir}/secrets.json, without which the backup can't be used${secretKey}.`,
    ...(encrypted ? ["And the passphrase or key file, without which it can't be read."] : []),
  ];
}

/** @throws CommandFailure with a DATABASE_URL: its PostgreSQL's files aren't Kassa's */
export function refuseExternal({ databaseUrl }: Config, otherwise: string): void {
  if (databaseUrl === undefined) return;
  throw new CommandFailure(
    `This is for Kassa's own PostgreSQL only, and DATABASE_URL is set. Your own is ${otherwise}: see docs/operate/backup.md.`,
  );
}

/** Sizes are bytes; `databaseBytes` is before compression. */
export const present = (
  file: string,
  bytes: number,
  encryption: string,
  { facts, totals }: CheckedBackup,
) => ({
  object: "backup",
  file,
  bytes,
  databaseBytes: totals.bytes,
  files: totals.files,
  encryption,
  kassa: facts.kassa,
  postgres: facts.postgres,
  platform: facts.platform,
  startedAt: facts.startedAt,
  finishedAt: totals.finishedAt,
});
