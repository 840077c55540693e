import { createReadStream, createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { errorCode } from "../errors.ts";
import { BackupRefused } from "./backup-error.ts";
import { type BackupSecret, beginFile } from "./backup-key.ts";
import { toFrames } from "./frames.ts";
import { type CheckedBackup, checkBackup } from "./read-backup.ts";
import { type BackupFacts, type BackupRecord, type BackupTotals, encodeRecord } from "./records.ts";

type Work = {
  /** Absolute; must not exist. */
  readonly file: string;
  readonly secret: BackupSecret | undefined;
  readonly facts: BackupFacts;
  readonly records: AsyncIterable<BackupRecord>;
  /** Called with the bytes that were read so far. */
  readonly onProgress: (bytes: number) => void;
};

/**
 * Writes a backup under another name, reads it again and checks all of it, and only then gives it its name. So a file with that name
 * is always a whole backup.
 */
export async function writeBackup({
  file,
  secret,
  facts,
  records,
  onProgress,
}: Work): Promise<CheckedBackup> {
  const partial = `${file}.partial`;
  const { key, header } = await beginFile(secret);
  const content = Readable.from(encodeAll(facts, records, onProgress), { objectMode: false });
  await refuseExisting(file);
  try {
    const target = createWriteStream(partial, { flags: "wx", mode: 0o600, flush: true });
    await pipeline(
      content,
      createGzip({ level: 1 }),
      async function* (compressed: AsyncIterable<Buffer>) {
        yield header;
        yield* toFrames(compressed, { key, header });
      },
      target,
    );
    const checked = await checkBackup(createReadStream(partial), { key, header });
    await refuseExisting(file);
    await rename(partial, file);
    await flushFolder(path.dirname(file));
    return checked;
  } catch (error) {
    if (errorCode(error) === "EEXIST")
      throw new BackupRefused(`${partial} exists already: is another backup running? If not, remove it.`);
    await rm(partial, { force: true });
    throw error;
  }
}

async function* encodeAll(
  facts: BackupFacts,
  records: AsyncIterable<BackupRecord>,
  onProgress: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  yield encodeRecord({ kind: "facts", facts });
  let files = 0;
  let bytes = 0;
  for await (const record of records) {
    if (record.kind === "file") files += 1;
    if (record.kind === "content") bytes += record.content.length;
    onProgress(bytes);
    yield encodeRecord(record);
  }
  const totals: BackupTotals = { files, bytes, finishedAt: new Date().toISOString() };
  yield encodeRecord({ kind: "totals", totals });
}

async function refuseExisting(file: string): Promise<void> {
  const found = await open(file, "r").catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  });
  await found?.close();
  if (found)
    throw new BackupRefused(`${file} exists already. Name another file; a backup never replaces one.`);
}

export async function flushFolder(folder: string): Promise<void> {
  const opened = await open(folder, "r");
  await opened.sync().finally(() => opened.close());
}
