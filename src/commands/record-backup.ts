import { stat } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { openDatabase } from "../database/database.ts";
import type { BackupSecret } from "../database/embedded/backup/backup-key.ts";
import type { CheckedBackup } from "../database/embedded/backup/read-backup.ts";
import type { EmbeddedDatabase } from "../database/embedded/index.ts";
import { insertBackup } from "../operations/backups.ts";
import { embeddedSettings } from "./context.ts";
import { describeFailure } from "./failure.ts";
import { operator } from "./operator.ts";

/**
 * Notes a completed backup for the operator's screens. The backup is good all the same if that fails: the database may be full, or of a
 * Kassa before the record.
 */
export async function recordBackup(
  embedded: EmbeddedDatabase,
  file: string,
  secret: BackupSecret | undefined,
  { facts, totals }: CheckedBackup,
): Promise<void> {
  const { size } = await stat(file);
  const database = openDatabase(embeddedSettings(embedded), { poolSize: 1, actor: operator() });
  try {
    await database.inControl((trx) =>
      insertBackup(trx, {
        fileName: path.basename(file),
        host: hostname(),
        bytes: size,
        databaseBytes: totals.bytes,
        encryption: secret?.kind ?? "none",
        kassaVersion: facts.kassa,
        startedAt: new Date(facts.startedAt),
        finishedAt: new Date(totals.finishedAt),
      }),
    );
  } catch (error) {
    console.error(`The backup is complete, but the dashboard won't show it: ${describeFailure(error)}`);
  } finally {
    await database.close();
  }
}
