import { writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";

/** Loaded before each test file: notes the process that the file runs in, for whoever has to end it should it hang. */
const { KASSA_TEST_PROCESSES: folder } = process.env;
const [, file] = process.argv;
if (folder && file) writeFileSync(path.join(folder, String(process.pid)), path.resolve(file));
