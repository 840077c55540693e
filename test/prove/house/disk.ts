import { execFile } from "node:child_process";
import { mkdir, rename, rm, rmdir, statfs } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A small disk of its own for PostgreSQL, which can be filled up. */
export type Disk = {
  /** Leaves no byte free for a while. */
  fill(ms: number): Promise<void>;
  /** Unmounts it, once nobody uses it; what lies on it lies in the folder itself from then on. */
  close(): Promise<void>;
};

/** Mounts a file system in memory at a folder, which is made; undefined where that isn't allowed, as for all but root. */
export async function mountDisk(folder: string): Promise<Disk | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  await mkdir(folder, { mode: 0o711 });
  const isMounted = await run("mount", ["-t", "tmpfs", "-o", "size=3g,mode=0711", "tmpfs", folder]).then(
    () => true,
    () => false,
  );
  if (!isMounted) return undefined;
  const balloon = path.join(folder, "balloon");
  return {
    fill: async (ms) => {
      const { bavail, bsize } = await statfs(folder);
      try {
        // PostgreSQL takes of it meanwhile, so that it may not fit any more; what does fit is taken all the same.
        await run("dd", [
          "if=/dev/zero",
          `of=${balloon}`,
          "bs=1M",
          `count=${Math.ceil((bavail * bsize) / 2 ** 20) + 64}`,
        ]).catch(() => {});
        await sleep(ms);
      } finally {
        await rm(balloon, { force: true });
      }
    },
    close: async () => {
      const kept = `${folder}-kept`;
      await run("cp", ["-a", folder, kept]);
      await run("umount", [folder]);
      await rmdir(folder);
      await rename(kept, folder);
    },
  };
}
