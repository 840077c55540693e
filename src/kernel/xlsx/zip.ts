import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32, createDeflateRaw } from "node:zlib";
import { assert } from "../assert.ts";

/** A file of the archive. Its content is read once, when it is its turn. */
export type ZipFile = { readonly name: string; readonly content: AsyncIterable<string> | Iterable<string> };

/** Without ZIP64, which some spreadsheets refuse, sizes and offsets have 32 bits. */
const largest = 0xffff_ffff;

/** Sizes follow the content, names are UTF-8 (APPNOTE.TXT of PKWARE, 4.4.4). */
const flags = 0x0808;
const deflated = 8;
/** 1980-01-01, the earliest day that the format has: files of the same content are the same. */
const day = 0x0021;

type Written = {
  readonly name: Buffer;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
};

/** A ZIP archive as it is written: compressed piece by piece, so memory stays flat however large a file is. */
export async function* zip(files: Iterable<ZipFile>): AsyncGenerator<Uint8Array> {
  const written: Written[] = [];
  let offset = 0;
  for (const { name, content } of files) {
    const entry = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, offset };
    const header = localHeader(entry.name);
    yield header;
    for await (const piece of deflate(content, entry)) {
      entry.packed += piece.length;
      yield piece;
    }
    assert(Math.max(entry.size, offset + entry.packed) < largest, `${name} is too large for a ZIP archive`);
    const sizes = descriptor(entry);
    yield sizes;
    offset += header.length + entry.packed + sizes.length;
    written.push(entry);
  }
  const directory = Buffer.concat(written.map(directoryEntry));
  yield directory;
  yield endOf(written.length, directory.length, offset);
}

/** Compresses, and counts what goes in. */
async function* deflate(
  content: ZipFile["content"],
  counted: { crc: number; size: number },
): AsyncGenerator<Buffer> {
  async function* counting(): AsyncGenerator<Buffer> {
    for await (const text of content) {
      const bytes = Buffer.from(text);
      counted.crc = crc32(bytes, counted.crc);
      counted.size += bytes.length;
      yield bytes;
    }
  }
  const compressor = createDeflateRaw({ level: 4 });
  const feeding = pipeline(Readable.from(counting(), { objectMode: false }), compressor);
  // It fails with the compressor, whose error the loop throws.
  feeding.catch(() => {});
  for await (const piece of compressor) yield piece;
  await feeding;
}

function localHeader(name: Buffer): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x0403_4b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(flags, 6);
  header.writeUInt16LE(deflated, 8);
  header.writeUInt16LE(day, 12);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function descriptor({ crc, packed, size }: Written): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt32LE(0x0807_4b50, 0);
  bytes.writeUInt32LE(crc, 4);
  bytes.writeUInt32LE(packed, 8);
  bytes.writeUInt32LE(size, 12);
  return bytes;
}

function directoryEntry({ name, crc, packed, size, offset }: Written): Buffer {
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x0201_4b50, 0);
  entry.writeUInt16LE(20, 4);
  entry.writeUInt16LE(20, 6);
  entry.writeUInt16LE(flags, 8);
  entry.writeUInt16LE(deflated, 10);
  entry.writeUInt16LE(day, 14);
  entry.writeUInt32LE(crc, 16);
  entry.writeUInt32LE(packed, 20);
  entry.writeUInt32LE(size, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt32LE(offset, 42);
  return Buffer.concat([entry, name]);
}

function endOf(files: number, directorySize: number, directoryOffset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(files, 8);
  end.writeUInt16LE(files, 10);
  end.writeUInt32LE(directorySize, 12);
  end.writeUInt32LE(directoryOffset, 16);
  return end;
}
