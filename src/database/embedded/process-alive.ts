import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { errorCode } from "./errors.ts";

/** Tells whether a process still runs. One that ended but that its parent hasn't collected (a zombie) doesn't. */
export async function isAlive(pid: number): Promise<boolean> {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it exists and belongs to someone else.
    if (errorCode(error) !== "EPERM") return false;
  }
  // "4711 (postgres) Z 1 …": the state follows the name, which may itself hold parentheses. macOS has no such file.
  const status = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  return status.slice(status.lastIndexOf(")")).charAt(2) !== "Z";
}

/** Waits until the process has ended; false when it still runs after `timeoutMs`. */
export async function waitForEnd(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (await isAlive(pid)) {
    if (performance.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}

/** Sends a signal; a process that has already ended is fine. */
export function signal(pid: number, name: "SIGINT" | "SIGQUIT" | "SIGKILL"): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (errorCode(error) !== "ESRCH") throw error;
  }
}
