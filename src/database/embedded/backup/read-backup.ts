import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { Readable as ReadableStream } from "node:stream";
import { createGunzip } from "node:zlib";
import { BackupRefused, damaged } from "./backup-error.ts";
import { wrongSecret } from "./backup-key.ts";
import { ByteReader } from "./byte-reader.ts";
import { type FrameKey, fromFrames } from "./frames.ts";
import { type BackupFacts, type BackupRecord, type BackupTotals, readRecords } from "./records.ts";

/** A backup whose every byte was read and checked. */
export type CheckedBackup = { readonly facts: BackupFacts; readonly totals: BackupTotals };

/** Called with each record in order; its caller has checked nothing but the record's own frame. */
export type RecordSink = (record: BackupRecord) => Promise<void> | void;

/** Checks a file that was just written, from its first byte on. */
export async function checkBackup(file: Readable, key: FrameKey): Promise<CheckedBackup> {
  const source = new ByteReader(file);
  const header = await source.take(key.header.length);
  if (!header?.equals(key.header)) throw damaged("its first bytes were changed");
  return readContent(source, key, () => {});
}

/**
 * Reads what follows the file's beginning, checks each frame and each file's hash, that all paths stay inside the folder, and that
 * the end is there.
 */
export async function readContent(
  source: ByteReader,
  key: FrameKey,
  sink: RecordSink,
): Promise<CheckedBackup> {
  const frames = ReadableStream.from(fromFrames(source, key, wrongSecret()), { objectMode: false });
  // Pieces of Node's 16 KiB would take a turn of the event loop each.
  const content = createGunzip({ chunkSize: 128 * 1024 });
  frames.on("error", (error) => content.destroy(error));
  frames.pipe(content);
  try {
    return await checkRecords(readRecords(new ByteReader(content)), sink);
  } finally {
    frames.destroy();
    content.destroy();
  }
}

async function checkRecords(records: AsyncIterable<BackupRecord>, sink: RecordSink): Promise<CheckedBackup> {
  let facts: BackupFacts | undefined;
  let totals: BackupTotals | undefined;
  const seen = { files: 0, bytes: 0 };
  let hash = createHash("sha256");
  for await (const record of records) {
    if (totals) throw damaged("something follows its end");
    switch (record.kind) {
      case "facts":
        facts = record.facts;
        break;
      case "folder":
        refuseOutside(record.path);
        break;
      case "file":
        refuseOutside(record.path);
        hash = createHash("sha256");
        seen.files += 1;
        break;
      case "content":
        hash.update(record.content);
        seen.bytes += record.content.length;
        break;
      case "end":
        if (hash.digest("hex") !== record.sha256) throw damaged("a file in it was changed");
        break;
      case "totals":
        totals = record.totals;
        break;
    }
    await sink(record);
  }
  if (!facts || !totals) throw damaged("its end is missing");
  if (totals.files !== seen.files || totals.bytes !== seen.bytes) throw damaged("a file in it is missing");
  return { facts, totals };
}

function refuseOutside(path: string): void {
  if (
    path.startsWith("/") ||
    path.includes("\\") ||
    path.split("/").some((part) => part === "" || part.startsWith("..") || part === ".")
  )
    throw new BackupRefused(
      `The backup contains a file with the path ${JSON.stringify(path)}, which no database has.`,
    );
}
