import { rmSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { announceFile } from "./announce-file.ts";

/** Loaded before each test file: notes the process that the file runs in, for whoever has to end it should it hang. */
const { KASSA_TEST_PROCESSES: folder } = process.env;
const [, file] = process.argv;
if (folder && file) {
  announceFile(file);
  process.once("exit", () => rmSync(path.join(folder, String(process.pid)), { force: true }));
}
