import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import type { Paths } from "./paths.ts";
import { isAlive } from "./process-alive.ts";

/** Files and folders under these names belong to the process whose number follows, until it renames or removes them. */
export const STAGING_PREFIX = "postgres.new-";
export const DRAFT_PREFIX = "secrets.json.new-";

/**
 * Removes what killed processes left half-made. A dead one's orphaned `initdb` may still write there, and then fails
 * harmlessly.
 */
export async function sweep(paths: Paths): Promise<void> {
  for (const name of await readdir(paths.dataDir)) {
    const prefix = [STAGING_PREFIX, DRAFT_PREFIX].find((one) => name.startsWith(one));
    if (prefix === undefined) continue;
    const pid = Number.parseInt(name.slice(prefix.length), 10);
    // Ours can't exist yet: in a container every start has the same number.
    if (pid !== process.pid && (await isAlive(pid))) continue;
    // The initdb of the process that died may write on for a moment: what it adds meanwhile is removed by another try.
    const patience = { maxRetries: 20, retryDelay: 50 };
    await rm(path.join(paths.dataDir, name), { recursive: true, force: true, ...patience }).catch(
      () => undefined,
    );
  }
}
