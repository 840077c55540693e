import { readFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { archivedFile, readMarker } from "./archive-marker.ts";
import { readKeyFile } from "./key-file.ts";
import { decodeLogFile, encodeLogFile } from "./log-file.ts";
import { publishFile } from "./publish-file.ts";

/**
 * PostgreSQL's archive_command: `node archive-segment.ts FOLDER NAME PATH [KEY_FILE]`, once for each file of its log. Exit code 0 says
 * that the file is safe in the archive; after any other PostgreSQL keeps it and asks again, so nothing that is wrong here loses log.
 * https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-ARCHIVING-WAL
 */
const [folder = "", name = "", file = "", keyFile] = process.argv.slice(2);

async function archive(): Promise<void> {
  const marker = await readMarker(folder);
  if (marker?.name !== path.basename(folder))
    throw new Error(
      `${folder} can't be found: is its disk mounted? If it is lost, stop Kassa, remove wal-archive.json from KASSA_DATA_DIR, and start it: it begins another archive.`,
    );
  const secret = await readKeyFile(keyFile);
  const content = await readFile(file);
  const target = archivedFile(folder, name);
  if (await publishFile(target, await encodeLogFile(content, secret))) return;
  // PostgreSQL was ended before it had noted that this file is archived.
  if (content.equals(await decodeLogFile(target, secret))) return;
  throw new Error(
    `${target} exists with another content. Is this database a copy of the one that wrote it, or was it put back by other means than \`kassa restore\`? ` +
      "Then stop Kassa, remove wal-archive.json from KASSA_DATA_DIR, and start it: the database begins an archive of its own.",
  );
}

try {
  await archive();
} catch (error) {
  console.error(`kassa archive: ${name}: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
