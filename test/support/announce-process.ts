import { rmSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { announceFile } from "./announce-file.ts";

/** Loaded before each test file: records the process that runs the file, so that `FileLimit` can end it if it hangs. */
const { KASSA_TEST_PROCESSES: folder } = process.env;
const [, file] = process.argv;
if (folder && file) {
  announceFile(file);
  process.once("exit", () => rmSync(path.join(folder, String(process.pid)), { force: true }));
}
