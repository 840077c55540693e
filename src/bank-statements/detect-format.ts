import { UnreadableFile } from "./reading.ts";
import { byteOrderMark } from "./xml-encoding.ts";

/** The first bytes of files that a bank's portal may give instead of a statement, and what to do with them. */
const others: readonly { readonly bytes: readonly number[]; readonly advice: string }[] = [
  { bytes: [0x1f, 0x8b], advice: "is compressed with gzip. Unpack it first: gunzip FILE" },
  {
    bytes: [0x50, 0x4b, 0x03, 0x04],
    advice: "is a ZIP archive or an Excel workbook. Unpack it first, or save the sheet as CSV",
  },
  { bytes: [0x25, 0x50, 0x44, 0x46], advice: "is a PDF. Ask the bank for camt.053 or MT940" },
  { bytes: [0xd0, 0xcf, 0x11, 0xe0], advice: "is an old Excel workbook. Save the sheet as CSV" },
  { bytes: [0x42, 0x5a, 0x68], advice: "is compressed with bzip2. Unpack it first" },
  { bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a], advice: "is compressed with xz. Unpack it first" },
];

/**
 * Recognises the format of a file by its first 4 KiB. Null for other texts, which may be CSV.
 *
 * @throws UnreadableFile for an empty file, and for archives and documents
 */
export function detectFormat(head: Buffer): "xml" | "mt940" | null {
  const other = others.find(({ bytes }) => bytes.every((byte, at) => head[at] === byte));
  if (other !== undefined) throw new UnreadableFile("unknown_format", `The file ${other.advice}.`);
  const text = beginningOf(head);
  if (text.trim() === "") throw new UnreadableFile("unknown_format", "The file is empty.");
  if (/^\s*<!doctype html|^\s*<html/i.test(text))
    throw new UnreadableFile(
      "unknown_format",
      "The file is a web page, perhaps the bank's page for signing in. Download the statement again.",
    );
  if (/^\s*</.test(text)) return "xml";
  return /^(?:\{1:|.{0,200}\{4:|:20:|:25P?:|:28C?:|:60[FM]:|:61:)/m.test(text) ? "mt940" : null;
}

/** Without its zero bytes, UTF-16 of ASCII is ASCII. */
function beginningOf(head: Buffer): string {
  const mark = byteOrderMark(head);
  if (mark !== undefined) return new TextDecoder(mark).decode(head);
  return head.toString("latin1").replaceAll("\0", "");
}
