import { statfs } from "node:fs/promises";

/** PostgreSQL's disk_full: it could not extend a file. */
const diskFullCode = "53100";

/** How long a refusal says something about now. Reads go on, so nothing else tells that there is space again. */
const tellsForMs = 30_000;

/** PostgreSQL ends when it can't add a file of 16 MiB to its log. */
const leastFreeBytes = 32 * 1024 * 1024;

let refusedAt = Number.NEGATIVE_INFINITY;

/** Whether an error of PostgreSQL's, or the one that it caused, is that its disk is full. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && error.code === diskFullCode) || isDiskFull(error.cause);
}

/** To be called with each error of a transaction, so that readiness knows of a full disk. */
export function noteDatabaseError(error: unknown): void {
  if (isDiskFull(error)) refusedAt = performance.now();
}

/** To be called when rows were written: the disk has space again. */
export function noteRowsWritten(): void {
  refusedAt = Number.NEGATIVE_INFINITY;
}

/**
 * Whether the database's disk is full: it refused a write within the last 30 seconds and has taken none since, or, for the
 * embedded one, hardly anything is left in its directory.
 */
export async function diskIsFull(dataDir: string | undefined): Promise<boolean> {
  if (performance.now() - refusedAt < tellsForMs) return true;
  if (dataDir === undefined) return false;
  const found = await statfs(dataDir).catch(() => undefined);
  return found !== undefined && found.bavail * found.bsize < leastFreeBytes;
}
