import { writeFile } from "node:fs/promises";
import process from "node:process";
import { errorCode } from "../errors.ts";
import { archivedFile, readMarker } from "./archive-marker.ts";
import { readKeyFile } from "./key-file.ts";
import { decodeLogFile } from "./log-file.ts";

/**
 * PostgreSQL's restore_command: `node fetch-segment.ts FOLDER NAME PATH [KEY_FILE]`. Exit code 1 says that the archive doesn't have the
 * file, and PostgreSQL takes that for the end of the log. So any other fault has a code above 125, with which PostgreSQL gives up.
 * https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-PITR-RECOVERY
 */
const [folder = "", name = "", target = "", keyFile] = process.argv.slice(2);

const notThere = 1;
const givesUp = 200;

try {
  const secret = await readKeyFile(keyFile);
  await writeFile(target, await decodeLogFile(archivedFile(folder, name), secret), { mode: 0o600 });
} catch (error) {
  // A disk that was unmounted meanwhile isn't the end of the log either.
  const isMissing =
    errorCode(error) === "ENOENT" &&
    String(error).includes(archivedFile(folder, name)) &&
    (await readMarker(folder).catch(() => undefined)) !== undefined;
  if (!isMissing) console.error(`kassa fetch: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = isMissing ? notThere : givesUp;
}
