import { stat } from "node:fs/promises";
import process from "node:process";
import { type Config, readConfig } from "../config.ts";
import { openDatabase } from "../database/database.ts";
import { restoreBackup } from "../database/embedded/backup/restore-backup.ts";
import type { EmbeddedDatabase } from "../database/embedded/index.ts";
import { inspectSchema } from "../database/migrate.ts";
import { commandLine } from "../kernel/command-line.ts";
import { markRestored } from "../payments/holds/mark-restored.ts";
import { listTenants } from "../tenants/find-tenant.ts";
import { openKeyring } from "../tenants/open-keyring.ts";
import { present, refuseExternal } from "./backup.ts";
import { backupProgress, mebibytes } from "./backup-progress.ts";
import { readBackupSecret, type SecretOptions } from "./backup-secret.ts";
import { callerFile } from "./caller-file.ts";
import { embeddedSettings, secretKeysOf } from "./context.ts";
import { print } from "./output.ts";

type Options = SecretOptions & {
  readonly secrets?: string;
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
    replace: options.replace,
    log: (line) => console.error(line),
    onProgress: backupProgress("Restored"),
    examine: async (database) => {
      found.tenants = await examine(config, database);
    },
  });
  const { size } = await stat(file);
  const { facts, totals, replaced } = restored;
  const shown = {
    ...present(file, size, secret?.kind ?? "none", restored),
    object: "restore",
    dataDir: config.dataDir,
    tenants: found.tenants,
    replaced: replaced ?? null,
  };
  print(options.json, shown, () => [
    `✓ Restored the backup of ${facts.startedAt} into ${config.dataDir}: ${mebibytes(totals.bytes)}, ${found.tenants} ${found.tenants === 1 ? "tenant" : "tenants"}.`,
    ...(replaced === undefined ? [] : [`The database before is ${replaced}. Remove it once all is well.`]),
    "After the start, captures, voids and refunds wait until each account is compared with its PSP; what was paid since the backup is",
    `learned from there. Then run: ${commandLine("doctor")} and ${commandLine("ledger verify")}. See docs/operations/backup.md.`,
  ]);
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
    await openKeyring(database, secretKeysOf(config, embedded));
    await database.inControl(markRestored);
    return (await database.inControl(listTenants)).length;
  } finally {
    await database.close();
  }
}
