import { mkdtempSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** Linux keeps it in memory. Containers often have only 64 MiB of it. */
const memory = "/dev/shm";
const neededBytes = 4 * 2 ** 30;

/**
 * A folder for test databases: in memory if there is room, else on disk. A cloned database has 570 files, which cost
 * 0.27 s of CPU time on disk and 0.02 s in memory.
 */
export function makeScratchFolder(prefix: string): string {
  return mkdtempSync(path.join(hasRoom() ? memory : tmpdir(), prefix));
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= neededBytes;
  } catch {
    return false;
  }
}
