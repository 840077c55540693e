import { execFile } from "node:child_process";
import { rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { Client } from "pg";
import type { ConnectionSettings } from "../../../src/database/database.ts";
import { giveToOwnerOf, pathsWithin } from "../../../src/database/embedded/paths.ts";
import { findPostmaster } from "../../../src/database/embedded/postmaster-file.ts";
import { ended } from "./ended.ts";

const run = promisify(execFile);

/** A physical copy of a running PostgreSQL's data folder, as pg_basebackup makes it. */
export type Backup = {
  readonly folder: string;
  /** Everything acknowledged before this time, in milliseconds since 1970, is in the backup. */
  readonly holdsUntilMs: number;
};

/** Copies a running cluster, with all WAL written so far. */
export async function takeBackup(
  settings: ConnectionSettings,
  dataDir: string,
  name: string,
): Promise<Backup> {
  const { cluster } = pathsWithin(dataDir);
  const folder = path.join(dataDir, name);
  const client = new Client({ ...settings, application_name: "prove backup" });
  client.on("error", () => {});
  await client.connect();
  try {
    const holdsUntilMs = Date.now();
    await client.query("SELECT pg_backup_start('prove', true)");
    await copy(cluster, folder, ["./pg_wal/*", "./postmaster.pid", "./postmaster.opts"]);
    const { rows } = await client.query<{ labelfile: string }>("SELECT labelfile FROM pg_backup_stop(false)");
    await writeOwned(folder, "backup_label", rows[0]?.labelfile ?? "");
    await copy(path.join(cluster, "pg_wal"), path.join(folder, "pg_wal"), []);
    return { folder, holdsUntilMs };
  } finally {
    await client.end().catch(() => {});
  }
}

/** Owners and modes are kept. tar exits with 1 if a file changed while it was read; WAL replay repairs that. */
async function copy(from: string, to: string, excluded: readonly string[]): Promise<void> {
  const script = `mkdir -p "$2" && { tar -C "$1" --warning=no-file-changed -cf - "\${@:3}" . || [ $? = 1 ]; } | tar -C "$2" -xpf -`;
  const exclude = excluded.map((pattern) => `--exclude=${pattern}`);
  await run("bash", ["-c", `set -o pipefail; ${script}`, "copy", from, to, ...exclude]);
}

export async function writeOwned(folder: string, name: string, text: string): Promise<void> {
  const file = path.join(folder, name);
  await writeFile(file, text, { mode: 0o600 });
  await giveToOwnerOf(folder, file);
}

/**
 * Replaces the running cluster with a backup and stops the cluster as a power cut would; its supervisor then starts the
 * backup. `promoted`: the backup becomes a primary on a new timeline, as a lagging standby does.
 */
export async function restoreBackup(dataDir: string, { folder }: Backup, promoted: boolean): Promise<void> {
  const paths = pathsWithin(dataDir);
  const lost = path.join(dataDir, "lost");
  if (promoted) {
    await writeOwned(folder, "recovery.signal", "");
    await run("bash", [
      "-c",
      'echo "restore_command = \'/bin/false\'" >> "$1"',
      "append",
      `${folder}/postgresql.auto.conf`,
    ]);
  }
  const postmaster = await findPostmaster(paths);
  await rename(paths.cluster, lost);
  await rename(folder, paths.cluster);
  if (postmaster !== undefined) process.kill(postmaster, "SIGQUIT");
  await ended(postmaster);
  await rm(lost, { recursive: true, force: true });
}
