import { link, open, rename, rm, stat, unlink } from "node:fs/promises";
import path from "node:path";
import { flushFolder } from "../backup/write-backup.ts";
import { errorCode } from "../errors.ts";

/** What file systems without hard links answer, such as exFAT or some network shares. */
const withoutLinks = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);

/**
 * Writes a file under another name, flushes it, and only then gives it its name, which never replaces another file.
 *
 * @returns false if a file with this name exists
 */
export async function publishFile(target: string, content: Buffer): Promise<boolean> {
  const partial = `${target}.partial-${process.pid}`;
  try {
    const file = await open(partial, "w", 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    if (!(await giveName(partial, target))) return false;
    await flushFolder(path.dirname(target));
    return true;
  } finally {
    await rm(partial, { force: true });
  }
}

async function giveName(partial: string, target: string): Promise<boolean> {
  try {
    await link(partial, target);
    await unlink(partial);
    return true;
  } catch (error) {
    const code = errorCode(error) ?? "";
    if (code === "EEXIST") return false;
    if (!withoutLinks.has(code)) throw error;
  }
  if (await exists(target)) return false;
  await rename(partial, target);
  return true;
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    (error: unknown) => {
      if (errorCode(error) === "ENOENT") return false;
      throw error;
    },
  );
