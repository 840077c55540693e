import { createReadStream } from "node:fs";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { BackupRefused } from "../backup/backup-error.ts";
import { type BackupSecret, beginFile, readBeginning, wrongSecret } from "../backup/backup-key.ts";
import { ByteReader } from "../backup/byte-reader.ts";
import { fromFrames, toFrames } from "../backup/frames.ts";
import { SEGMENT_BYTES } from "./segment-names.ts";

/**
 * A file of PostgreSQL's log, compressed, in the frames of a backup. Zstandard, because most of an idle minute's file is zeros: 9 KB
 * where gzip at its best needs 27 KB, and in a tenth of the time.
 */
export async function encodeLogFile(content: Buffer, secret: BackupSecret | undefined): Promise<Buffer> {
  const { key, header } = await beginFile(secret, "log");
  const parts = [header];
  for await (const frame of toFrames(inParts(zstdCompressSync(content)), { key, header })) parts.push(frame);
  return Buffer.concat(parts);
}

const partBytes = 1024 * 1024;

async function* inParts(content: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += partBytes) yield content.subarray(at, at + partBytes);
}

/** @throws BackupRefused if it was changed, cut off or needs another key; the error of the file system if it can't be read */
export async function decodeLogFile(file: string, secret: BackupSecret | undefined): Promise<Buffer> {
  const stream = createReadStream(file);
  try {
    const source = new ByteReader(stream);
    const key = await readBeginning(source, secret, "log");
    const parts: Buffer[] = [];
    for await (const part of fromFrames(source, key, wrongSecret())) parts.push(part);
    return zstdDecompressSync(Buffer.concat(parts), { maxOutputLength: 4 * SEGMENT_BYTES });
  } catch (error) {
    if (!(error instanceof BackupRefused)) throw error;
    throw new BackupRefused(error.message.replace(/^The (?:backup|file)/, `The archived log file ${file}`));
  } finally {
    stream.destroy();
  }
}
