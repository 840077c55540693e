import path from "node:path";
import { readMarker } from "../wal/archive-marker.ts";
import { BackupRefused } from "./backup-error.ts";
import type { BackupFacts } from "./records.ts";

export type FoundArchive = { readonly folder: string; readonly isEncrypted: boolean };

/**
 * The archive that continues a backup: a folder named after it in `root`, the folder of KASSA_WAL_ARCHIVE, or `root` itself.
 *
 * @throws BackupRefused if there is none
 */
export async function findArchive(root: string, facts: BackupFacts): Promise<FoundArchive> {
  const name = facts.walArchive;
  if (name === undefined)
    throw new BackupRefused(
      `When the backup of ${facts.startedAt} was made, the database's log wasn't archived, so no archive continues it.`,
    );
  for (const folder of [path.join(root, name), root]) {
    const marker = await readMarker(folder);
    if (marker?.name === name) return { folder, isEncrypted: marker.encryption !== "none" };
  }
  throw new BackupRefused(
    `There is no archive ${name} in ${root}, and only that one continues the backup of ${facts.startedAt}. Name the folder that was KASSA_WAL_ARCHIVE.`,
  );
}
