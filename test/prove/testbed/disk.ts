import { execFile } from "node:child_process";
import { mkdir, rename, rm, rmdir, statfs } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A small disk for PostgreSQL alone, so that a run can fill it. */
export type Disk = {
  /** Takes all free space for a while. */
  fill(ms: number): Promise<void>;
  /** Copies its content into the folder itself and unmounts it. No process may use it any more. */
  close(): Promise<void>;
};

/** Creates a folder and mounts a tmpfs there. Undefined if mounting isn't permitted, as for every user but root. */
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
        // `dd` fails once no space is left, because PostgreSQL takes some meanwhile. What it wrote stays.
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
