import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";

/** Waits until a process has ended, for a few seconds at most. */
export async function ended(pid: number | undefined): Promise<void> {
  for (let looks = 0; pid !== undefined && looks < 500; looks += 1) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await sleep(10);
  }
}
