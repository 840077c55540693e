import { createCipheriv, createDecipheriv, createHash } from "node:crypto";
import { damaged } from "./backup-error.ts";
import type { ByteReader } from "./byte-reader.ts";

/**
 * A backup's content is a sequence of frames:
 *
 *     1 byte    1 for the last frame, otherwise 0
 *     4 bytes   length of the content, big-endian
 *     content   encrypted if the backup is
 *     16 bytes  tag: AES-256-GCM's, or the beginning of a SHA-256 hash if the backup isn't encrypted
 *
 * A frame's number, whether it is the last, and the file's header belong to what the tag covers. So frames that are changed, missing,
 * in another order, cut off or of another file are recognised, and nothing of a frame is used before its tag is checked.
 */
const frameBytes = 1024 * 1024;
const tagBytes = 16;

export type FrameKey = {
  /** 32 bytes for AES-256, used for this file only; undefined if it isn't encrypted. */
  readonly key: Buffer | undefined;
  /** The file's first bytes, which the frames belong to. */
  readonly header: Buffer;
};

/** Unique for each frame of a key: the flag and the frame's number. */
function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt8(isLast ? 1 : 0, 0);
  nonce.writeBigUInt64BE(BigInt(index), 4);
  return nonce;
}

function hashTag(nonce: Buffer, header: Buffer, content: Buffer): Buffer {
  return createHash("sha256").update(nonce).update(header).update(content).digest().subarray(0, tagBytes);
}

function seal({ key, header }: FrameKey, nonce: Buffer, content: Buffer): [sealed: Buffer, tag: Buffer] {
  if (key === undefined) return [content, hashTag(nonce, header, content)];
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(header);
  const sealed = Buffer.concat([cipher.update(content), cipher.final()]);
  return [sealed, cipher.getAuthTag()];
}

/** Undefined if the tag doesn't fit. */
function open({ key, header }: FrameKey, nonce: Buffer, sealed: Buffer, tag: Buffer): Buffer | undefined {
  if (key === undefined) return hashTag(nonce, header, sealed).equals(tag) ? sealed : undefined;
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes })
    .setAAD(header)
    .setAuthTag(tag);
  const content = decipher.update(sealed);
  try {
    return Buffer.concat([content, decipher.final()]);
  } catch {
    return undefined;
  }
}

/** The content as frames. */
export async function* toFrames(content: AsyncIterable<Buffer>, key: FrameKey): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let bytes = 0;
  let index = 0;
  for await (const part of content) {
    // The last frame must be known to be the last, so a full one is written once more content has come.
    if (bytes >= frameBytes) {
      yield frame(key, index, false, Buffer.concat(waiting));
      index += 1;
      waiting = [];
      bytes = 0;
    }
    waiting.push(part);
    bytes += part.length;
  }
  yield frame(key, index, true, Buffer.concat(waiting));
}

function frame(key: FrameKey, index: number, isLast: boolean, content: Buffer): Buffer {
  const [sealed, tag] = seal(key, nonceOf(index, isLast), content);
  const start = Buffer.alloc(5);
  start.writeUInt8(isLast ? 1 : 0, 0);
  start.writeUInt32BE(sealed.length, 1);
  return Buffer.concat([start, sealed, tag]);
}

/** The most that a frame holds: one part may follow when it is nearly full. */
const mostBytes = 8 * frameBytes;

/** The content of frames. @throws BackupRefused if a frame was changed or the end is missing */
export async function* fromFrames(
  source: ByteReader,
  key: FrameKey,
  wrongKey: Error,
): AsyncGenerator<Buffer> {
  for (let index = 0; ; index += 1) {
    const start = await source.take(5);
    if (!start) throw damaged("its end is missing");
    const isLast = start.readUInt8(0) === 1;
    const length = start.readUInt32BE(1);
    if (length > mostBytes) throw damaged(`part ${index + 1} was changed`);
    const sealed = await source.take(length);
    const tag = await source.take(tagBytes);
    if (!sealed || !tag) throw damaged("its end is missing");
    const content = open(key, nonceOf(index, isLast), sealed, tag);
    if (!content)
      throw index === 0 && key.key !== undefined ? wrongKey : damaged(`part ${index + 1} was changed`);
    yield content;
    if (!isLast) continue;
    if (await source.isAtEnd()) return;
    throw damaged("something was added to it");
  }
}
