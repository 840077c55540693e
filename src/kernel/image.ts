/** Image formats that every browser shows and that can't contain scripts. */
export const pictureTypes = ["image/png", "image/jpeg", "image/webp"] as const;
export type PictureType = (typeof pictureTypes)[number];

/** Format and size of an image, in pixels. */
export type PictureFacts = {
  readonly mediaType: PictureType;
  readonly width: number;
  readonly height: number;
};

/** Reads format and size from an image's bytes; undefined if it has none of these formats. */
export function readPicture(bytes: Buffer): PictureFacts | undefined {
  const read = readers.find(({ begins }) => begins(bytes));
  const size = read?.size(bytes);
  if (!read || !size || size.width === 0 || size.height === 0) return undefined;
  return { mediaType: read.mediaType, ...size };
}

type Size = { readonly width: number; readonly height: number };

const ascii = (bytes: Buffer, from: number, to: number): string => bytes.toString("latin1", from, to);

const readers: readonly {
  readonly mediaType: PictureType;
  readonly begins: (bytes: Buffer) => boolean;
  readonly size: (bytes: Buffer) => Size | undefined;
}[] = [
  {
    mediaType: "image/png",
    begins: (bytes) => ascii(bytes, 0, 8) === "\x89PNG\r\n\x1a\n" && ascii(bytes, 12, 16) === "IHDR",
    size: pngSize,
  },
  { mediaType: "image/jpeg", begins: (bytes) => ascii(bytes, 0, 3) === "\xff\xd8\xff", size: jpegSize },
  {
    mediaType: "image/webp",
    begins: (bytes) => ascii(bytes, 0, 4) === "RIFF" && ascii(bytes, 8, 12) === "WEBP",
    size: webpSize,
  },
];

/** The header chunk is the first one (PNG, third edition, 11.2.1). */
function pngSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 24) return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Skips segments by their lengths up to the one that begins a frame (ITU-T T.81, B.1). */
function jpegSize(bytes: Buffer): Size | undefined {
  let at = 2;
  while (at + 9 <= bytes.length) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes.readUInt8(at + 1);
    // A marker may have any number of fill bytes before it.
    if (marker === 0xff) at += 1;
    else if (beginsFrame(marker)) {
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    } else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/** SOF0 to SOF15, except three markers that define tables. */
const beginsFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Each of the three kinds of WebP has its size at another position (RFC 9649, 2.5 to 2.7). */
function webpSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 30) return undefined;
  switch (ascii(bytes, 12, 16)) {
    case "VP8X":
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    case "VP8L": {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case "VP8 ":
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    default:
      return undefined;
  }
}
