import { UnreadableFile } from "./reading.ts";
import { byteOrderMark } from "./xml-encoding.ts";

/** The longest line of a file, in bytes. MT940 needs some 200; a CSV row may have long texts. */
const longestLine = 65_536;

export type TextLine = { readonly text: string; readonly line: number };

/** An encoding that the operator names; `auto` finds it out. */
export type TextEncoding = "auto" | "utf-8" | "utf-16" | "windows-1252";
export const textEncodings = ["auto", "utf-8", "utf-16", "windows-1252"] as const;

/**
 * The lines of a text file, without their ends (LF, CRLF or CR). The last one says whether it had an end.
 *
 * @throws UnreadableFile for lines that are too long or not of the encoding
 */
export async function* readLines(
  chunks: AsyncIterable<Buffer>,
  head: Buffer,
  encoding: TextEncoding,
): AsyncGenerator<TextLine & { readonly ended: boolean }> {
  const mark = byteOrderMark(head);
  const isWide = mark === "utf-16le" || mark === "utf-16be" || encoding === "utf-16";
  const decoder = new LineDecoder(encoding);
  let line = 0;
  for await (const { bytes, ended } of splitLines(isWide ? toUtf8(chunks, mark) : chunks)) {
    line += 1;
    const isMarked = line === 1 && mark === "utf-8";
    const text = isWide ? bytes.toString() : decoder.decode(isMarked ? bytes.subarray(3) : bytes, line);
    yield { text, line, ended };
  }
}

async function* toUtf8(chunks: AsyncIterable<Buffer>, mark: string | undefined): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(mark === "utf-16be" ? "utf-16be" : "utf-16le", { fatal: true });
  try {
    for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }));
    decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UnreadableFile(
      "unsupported_encoding",
      "The file isn't valid UTF-16. It may be cut off; get it again from the bank.",
    );
  }
}

type ByteLine = { readonly bytes: Buffer; readonly ended: boolean };

async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<ByteLine> {
  let rest: Buffer = Buffer.alloc(0);
  let lines = 0;
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = nextEnd(bytes, start); end !== -1; end = nextEnd(bytes, start)) {
      const isCarriageReturn = bytes[end] === 13;
      // A CR at the end of a chunk may be half of a CRLF.
      if (isCarriageReturn && end === bytes.length - 1) break;
      lines += 1;
      yield { bytes: bytes.subarray(start, end), ended: true };
      start = end + (isCarriageReturn && bytes[end + 1] === 10 ? 2 : 1);
    }
    rest = bytes.subarray(start);
    if (rest.length > longestLine)
      throw new UnreadableFile(
        "limit_exceeded",
        `The line is longer than ${longestLine} bytes. A statement has shorter lines; check that it is the right file.`,
        { line: lines + 1, column: null, path: null },
      );
  }
  if (rest.length === 0) return;
  const ended = rest.at(-1) === 13;
  yield { bytes: ended ? rest.subarray(0, -1) : rest, ended };
}

function nextEnd(bytes: Buffer, start: number): number {
  for (let at = start; at < bytes.length; at++) if (bytes[at] === 10 || bytes[at] === 13) return at;
  return -1;
}

/**
 * Decodes lines. The first line with a letter beyond ASCII decides between UTF-8 and windows-1252; letters that are valid UTF-8
 * are practically never meant otherwise.
 */
class LineDecoder {
  private readonly utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  private readonly windows = new TextDecoder("windows-1252");
  private encoding: "utf-8" | "windows-1252" | undefined;

  constructor(encoding: TextEncoding) {
    if (encoding === "utf-8" || encoding === "windows-1252") this.encoding = encoding;
  }

  decode(bytes: Buffer, line: number): string {
    if (bytes.every((byte) => byte < 128)) return bytes.toString("latin1");
    if (this.encoding !== "windows-1252") {
      const text = this.tryUtf8(bytes);
      if (text !== undefined) {
        this.encoding = "utf-8";
        return text;
      }
      if (this.encoding === "utf-8")
        throw new UnreadableFile(
          "unsupported_encoding",
          "The line isn't valid UTF-8, but earlier lines are. Get the file again from the bank, or save it in one encoding.",
          { line, column: null, path: null },
        );
    }
    this.encoding = "windows-1252";
    return this.windows.decode(bytes);
  }

  private tryUtf8(bytes: Buffer): string | undefined {
    try {
      return this.utf8.decode(bytes);
    } catch {
      return undefined;
    }
  }
}
