import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chown, mkdir, open, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Binaries } from "./binaries.ts";
import { EmbeddedDatabaseError, errorCode } from "./errors.ts";
import type { Paths } from "./paths.ts";
import type { Launcher } from "./run-as.ts";
import { STAGING_PREFIX } from "./sweep.ts";
import type { Account } from "./unprivileged-user.ts";

/** The database's superuser, and the database itself. */
export const OWNER = "kassa";

/**
 * Makes a new database. `initdb` works in a folder of its own which is renamed when complete, so that a process killed
 * half-way leaves nothing that looks like a database. Where several processes do this at once, the first to rename wins
 * and the others drop theirs.
 */
export async function initialise(
  paths: Paths,
  binaries: Binaries,
  account: Account,
  launcher: Launcher,
  password: string,
): Promise<void> {
  const staging = path.join(
    paths.dataDir,
    `${STAGING_PREFIX}${process.pid}-${randomBytes(4).toString("hex")}`,
  );
  try {
    await mkdir(staging, { mode: 0o700 });
    const passwordFile = path.join(staging, "password");
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (process.getuid?.() === 0) {
      await chown(passwordFile, account.uid, account.gid);
      await chown(staging, account.uid, account.gid);
    }
    const cluster = path.join(staging, "cluster");
    await runInitdb(binaries, launcher, cluster, passwordFile);
    await publish(cluster, paths);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function runInitdb(
  binaries: Binaries,
  launcher: Launcher,
  cluster: string,
  passwordFile: string,
): Promise<void> {
  const { file, args, options } = launcher(binaries.initdb, [
    `--pgdata=${cluster}`,
    `--username=${OWNER}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
    "--data-checksums",
    "--no-instructions",
  ]);
  const child = spawn(file, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  const ending = await new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, signal) => resolve(code === 0 ? "" : `it ended with ${signal ?? code}`));
  });
  if (ending === "") return;
  const lastLines = output.trim().split("\n").slice(-4).join(" · ");
  throw new EmbeddedDatabaseError(
    "initialise_failed",
    `PostgreSQL's initdb couldn't make a database in ${path.dirname(path.dirname(cluster))}: ${ending}. It said: ${lastLines}`,
  );
}

/** `initdb` has flushed the files; the rename is durable once the folder that holds the name is flushed as well. */
async function publish(cluster: string, paths: Paths): Promise<void> {
  try {
    await rename(cluster, paths.cluster);
  } catch (error) {
    const someoneWasFaster = ["ENOTEMPTY", "EEXIST"].includes(errorCode(error) ?? "");
    if (!someoneWasFaster) throw error;
  }
  const folder = await open(paths.dataDir, "r");
  await folder.sync().finally(() => folder.close());
}
