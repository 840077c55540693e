import { readFile, rm, writeFile } from "node:fs/promises";
import { EmbeddedDatabaseError } from "./errors.ts";
import { giveToOwnerOf, type Paths } from "./paths.ts";

/** Leaves our process number for the message of a second server. */
export async function writeServerFile(paths: Paths): Promise<void> {
  await writeFile(paths.server, `${JSON.stringify({ pid: process.pid })}\n`, { mode: 0o600 });
  await giveToOwnerOf(paths.dataDir, paths.server);
}

/** Removes it, before the lock falls, so that it is never the next server's. */
export async function removeServerFile(paths: Paths): Promise<void> {
  await rm(paths.server, { force: true });
}

/** The refusal for a second server. */
export async function inUse(paths: Paths): Promise<EmbeddedDatabaseError> {
  const text = await readFile(paths.server, "utf8").catch(() => "");
  const pid = /"pid":\s*(\d+)/.exec(text)?.[1];
  return new EmbeddedDatabaseError(
    "data_dir_in_use",
    `Another Kassa${pid === undefined ? "" : ` (process ${pid})`} already serves from ${paths.dataDir}. ` +
      "Stop it first, or set KASSA_DATA_DIR to another directory for this one.",
  );
}
