import { createHmac } from "node:crypto";
import process from "node:process";
import pg from "pg";
import { findBinaries } from "../binaries.ts";
import { type EmbeddedDatabase, openEmbeddedDatabase } from "../index.ts";
import { pathsWithin } from "../paths.ts";
import type { BackupSecret } from "./backup-key.ts";
import { copyCluster } from "./copy-cluster.ts";
import type { CheckedBackup } from "./read-backup.ts";
import { writeBackup } from "./write-backup.ts";

export type BackupOptions = {
  /** Absolute. */
  readonly dataDir: string;
  /** Absolute; must not exist. */
  readonly file: string;
  /** Kassa's version. */
  readonly kassa: string;
  readonly secret: BackupSecret | undefined;
  readonly log: (line: string) => void;
  /** Called with the bytes that were read so far. */
  readonly onProgress: (bytes: number) => void;
  /** Called once the file is whole and has its name, while the database is open. */
  readonly onCompleted: (made: CheckedBackup, database: EmbeddedDatabase) => Promise<void>;
};

/**
 * Backs up the database of a data directory, while a server runs or not. What was committed before the start is in it, and so is most
 * of what is committed until its end.
 *
 * @throws BackupRefused, or EmbeddedDatabaseError if the database can't be opened
 */
export async function makeBackup(options: BackupOptions): Promise<CheckedBackup> {
  const { dataDir, log, onCompleted } = options;
  const { version } = await findBinaries();
  const embedded = await openEmbeddedDatabase({ dataDir, purpose: "command", mayCreate: false, log });
  try {
    const made = await backUp(embedded, version, options);
    await onCompleted(made, embedded);
    return made;
  } finally {
    await embedded.stop();
  }
}

async function backUp(
  { connection, archive }: EmbeddedDatabase,
  postgres: string,
  { dataDir, file, secret, kassa, onProgress }: BackupOptions,
): Promise<CheckedBackup> {
  const client = new pg.Client({ ...connection, ssl: false, application_name: "kassa backup" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ folder: string }>("SHOW data_directory");
    const facts = {
      kassa,
      postgres,
      platform: platform(),
      startedAt: new Date().toISOString(),
      secretsFingerprint: fingerprint(connection.password),
      walArchive: archive?.name,
    };
    const records = copyCluster(client, rows[0]?.folder ?? pathsWithin(dataDir).cluster);
    return await writeBackup({ file, secret, facts, records, onProgress });
  } finally {
    // The end of the session ends a backup that was cut short, and its slot.
    await client.end();
  }
}

/** PostgreSQL's files fit only machines of the same kind. */
export const platform = (): string => `${process.platform}-${process.arch}`;

/** Tells secrets.json apart without telling anything of it: the password has 256 random bits. */
export const fingerprint = (databasePassword: string): string =>
  createHmac("sha256", databasePassword).update("kassa backup").digest("hex");
