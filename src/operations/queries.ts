import type { Transaction } from "../database/transaction.ts";

/** A completed backup of Kassa's own PostgreSQL. */
export type Backup = {
  /** The file's name without its folder. */
  readonly fileName: string;
  /** The machine that wrote it. */
  readonly host: string;
  readonly bytes: number;
  /** Before compression. */
  readonly databaseBytes: number;
  readonly encryption: "none" | "passphrase" | "key_file";
  readonly kassaVersion: string;
  readonly startedAt: Date;
  readonly finishedAt: Date;
};

/** Checks that the database answers. */
export async function ping(trx: Transaction): Promise<void> {
  await trx.query("SELECT 1");
}

export async function insertBackup(trx: Transaction, backup: Backup): Promise<void> {
  const { fileName, host, bytes, databaseBytes, encryption, kassaVersion, startedAt, finishedAt } = backup;
  await trx.run(
    `INSERT INTO backups (file_name, host, bytes, database_bytes, encryption, kassa_version, started_at, finished_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [fileName, host, bytes, databaseBytes, encryption, kassaVersion, startedAt, finishedAt],
  );
}

/** The last ones, the newest first, with when each was read again and found whole. */
export function selectBackups(
  trx: Transaction,
  limit: number,
): Promise<(Backup & { readonly verifiedAt: Date })[]> {
  return trx.query(
    `SELECT file_name AS "fileName", host, bytes, database_bytes AS "databaseBytes", encryption, kassa_version AS "kassaVersion",
       started_at AS "startedAt", finished_at AS "finishedAt", verified_at AS "verifiedAt"
     FROM backups ORDER BY id DESC LIMIT $1`,
    [limit],
  );
}
