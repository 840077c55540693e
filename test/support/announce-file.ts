import { writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";

/** Records which test file this process runs, and since when, for `FileLimit`. */
export function announceFile(file: string): void {
  const { KASSA_TEST_PROCESSES: folder } = process.env;
  if (folder) writeFileSync(path.join(folder, String(process.pid)), path.resolve(file));
}
