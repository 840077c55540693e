import { TextDecoder } from "node:util";
import { UnreadableFile } from "./reading.ts";

/** Encodings by their declared name, and the name that TextDecoder knows. */
const supported: Readonly<Record<string, string>> = {
  "utf-8": "utf-8",
  utf8: "utf-8",
  "us-ascii": "utf-8",
  ascii: "utf-8",
  "iso-8859-1": "windows-1252",
  "iso-8859-15": "iso-8859-15",
  "windows-1252": "windows-1252",
  "utf-16": "utf-16le",
};

/**
 * Finds out the encoding of an XML file from its byte order mark and its declaration, which must agree. A parser that believes
 * one and a virus scanner that believes the other would read two different files.
 */
export function xmlDecoder(head: Buffer): TextDecoder {
  const mark = byteOrderMark(head);
  if (mark === undefined && head.includes(0))
    throw unsupported(
      "The file contains zero bytes but no byte order mark. Save it as UTF-8, or as UTF-16 with a byte order mark.",
    );
  const declared = declaredEncoding(head, mark ?? "latin1");
  const encoding = declared === undefined ? (mark ?? "utf-8") : supported[declared.toLowerCase()];
  if (encoding === undefined)
    throw unsupported(`The file declares the encoding "${declared}". Save it as UTF-8.`);
  const isDeclaredWide = encoding === "utf-16le";
  const isWide = mark === "utf-16le" || mark === "utf-16be";
  const agrees = declared === undefined || (mark === undefined ? !isDeclaredWide : isWide === isDeclaredWide);
  if (!agrees || (mark === "utf-8" && encoding !== "utf-8"))
    throw unsupported(
      `The file declares the encoding "${declared}", but its first bytes are those of ${mark ?? "an 8-bit encoding"}. Save it as UTF-8.`,
    );
  return new TextDecoder(mark ?? encoding, { fatal: true });
}

const unsupported = (message: string): UnreadableFile =>
  new UnreadableFile("unsupported_encoding", message, { line: 1, column: 1, path: null });

type Mark = "utf-8" | "utf-16le" | "utf-16be";

export function byteOrderMark(head: Buffer): Mark | undefined {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return "utf-8";
  // FF FE 00 00 is the mark of UTF-32, whose zero bytes are then refused as characters.
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  return undefined;
}

function declaredEncoding(head: Buffer, encoding: string): string | undefined {
  const start = new TextDecoder(encoding).decode(head.subarray(0, 400));
  return /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([^"'>]{1,40})["']/.exec(start)?.[1];
}
