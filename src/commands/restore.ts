import { stat } from "node:fs/promises";
import process from "node:process";
import { type Config, readConfig } from "../config.ts";
import { openDatabase } from "../database/database.ts";
import type { Continuation } from "../database/embedded/backup/replay-archive.ts";
import { restoreBackup } from "../database/embedded/backup/restore-backup.ts";
import type { EmbeddedDatabase } from "../database/embedded/index.ts";
import { inspectSchema } from "../database/migrate.ts";
import { commandLine } from "../kernel/command-line.ts";
import { markRestored } from "../payments/holds/mark-restored.ts";
import { listTenants } from "../tenants/find-tenant.ts";
import { openKeyring, WrongSecretKey } from "../tenants/open-keyring.ts";
import { present, refuseExternal } from "./backup.ts";
import { backupProgress, mebibytes } from "./backup-progress.ts";
import { readBackupSecret, type SecretOptions } from "./backup-secret.ts";
import { callerFile } from "./caller-file.ts";
import { embeddedSettings, secretKeysOf } from "./context.ts";
import { CommandFailure, UsageFailure } from "./failure.ts";
import { print } from "./output.ts";
import { readMoment } from "./read-option.ts";

type Options = SecretOptions & {
  readonly secrets?: string;
  readonly wal?: string;
  readonly until?: string;
  readonly walKeyFile?: string;
  readonly replace: boolean;
  readonly json: boolean;
};

/** `kassa restore`: restores a backup of Kassa's own PostgreSQL into KASSA_DATA_DIR. */
export async function restoreCommand(given: string, options: Options): Promise<void> {
  const file = callerFile(given);
  const config = readConfig(process.env);
  refuseExternal(config, "restored with its own tools");
  const secret = await readBackupSecret(options, false);
  const found = { tenants: 0 };
  const restored = await restoreBackup({
    dataDir: config.dataDir,
    file,
    secret,
    secretsFile: options.secrets === undefined ? undefined : callerFile(options.secrets),
    wal: continuationOf(options),
    replace: options.replace,
    log: (line) => console.error(line),
    onProgress: backupProgress("Restored"),
    examine: async (database) => {
      found.tenants = await examine(config, database);
    },
  });
  const { size } = await stat(file);
  const { facts, totals, replaced, replayedTo } = restored;
  const shown = {
    ...present(file, size, secret?.kind ?? "none", restored),
    object: "restore",
    dataDir: config.dataDir,
    tenants: found.tenants,
    replayedTo: replayedTo?.toISOString() ?? null,
    replaced: replaced ?? null,
  };
  print(options.json, shown, () => [
    `✓ Restored the backup of ${facts.startedAt} into ${config.dataDir}: ${mebibytes(totals.bytes)}, ${found.tenants} ${found.tenants === 1 ? "tenant" : "tenants"}.`,
    ...(options.wal === undefined ? [] : [replayedLine(replayedTo, facts.startedAt, options.until)]),
    ...(replaced === undefined
      ? []
      : [`The previous database is in ${replaced}. Delete it once you have checked the restored one.`]),
    `After the start, captures, voids and refunds wait until each account is compared with its PSP. Kassa gets the payments made since ${options.wal === undefined ? "the backup" : "then"}`,
    `from the PSPs. Then run: ${commandLine("doctor")} and ${commandLine("ledger verify")}. See docs/operate/backup.md.`,
  ]);
}

function continuationOf({ wal, until, walKeyFile, keyFile }: Options): Continuation | undefined {
  if (wal === undefined) {
    if (until === undefined && walKeyFile === undefined) return undefined;
    throw new UsageFailure(
      "--until and --wal-key-file also need --wal with the folder of KASSA_WAL_ARCHIVE.",
    );
  }
  const key = walKeyFile ?? keyFile;
  return {
    folder: callerFile(wal),
    keyFile: key === undefined ? undefined : callerFile(key),
    until: until === undefined ? undefined : readMoment("--until", until),
  };
}

function replayedLine(replayedTo: Date | undefined, startedAt: string, until: string | undefined): string {
  if (!replayedTo) return `The archive had nothing after the backup of ${startedAt}.`;
  const last = replayedTo.toISOString();
  const what = until ? `until ${until}, the last time at ${last}` : `until ${last}, where the archive ends`;
  return `It contains everything that was committed ${what}, and nothing that was committed later.`;
}

/**
 * Checks that Kassa can use the database, with this secret key, and has the next start compare it with the PSPs.
 *
 * @returns the number of tenants
 */
async function examine(config: Config, embedded: EmbeddedDatabase): Promise<number> {
  const settings = embeddedSettings(embedded);
  // Of a newer Kassa it is refused here; an older one's is migrated at the next start.
  await inspectSchema(settings);
  const database = openDatabase(settings, { poolSize: 2 });
  try {
    await openKeyring(database, secretKeysOf(config, embedded)).catch((error: unknown) => {
      throw error instanceof WrongSecretKey ? otherKey(config) : error;
    });
    await database.inControl(markRestored);
    return (await database.inControl(listTenants)).length;
  } finally {
    await database.close();
  }
}

/** `kassa secrets rotate` changes the key, so that a moment after it needs another one than a moment before. */
const otherKey = ({ secretKey }: Config): CommandFailure =>
  new CommandFailure(
    `The secrets in the restored database are encrypted with another key than the one in ${secretKey === undefined ? "secrets.json" : "KASSA_SECRET_KEY"}. Nothing was restored. ` +
      (secretKey === undefined
        ? "Name the copy of secrets.json from that time with --secrets."
        : "Set KASSA_SECRET_KEY to the key from that time."),
  );
