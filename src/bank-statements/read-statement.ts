import { readCamt } from "./camt/read-camt.ts";
import type { CsvMapping } from "./csv/mapping.ts";
import { readCsv } from "./csv/read-csv.ts";
import { detectFormat } from "./detect-format.ts";
import type { StatementEvent } from "./entry.ts";
import { readMt940 } from "./mt940/read-mt940.ts";
import { Reading, UnreadableFile } from "./reading.ts";

export type ReadOptions = {
  /** Says what the columns of a CSV file mean. Files of other formats are recognised and don't need it. */
  readonly csv?: CsvMapping;
  /** Called after each part of the file with the bytes so far. */
  readonly onProgress?: (bytes: number) => void;
};

/** The largest file, in bytes. */
export const largestFile = 100 * 1024 * 1024;

/** How much of a file is looked at to recognise its format. */
const headBytes = 4_096;

/**
 * Reads a bank statement from a stream of bytes, whatever the sizes of its parts, in memory that doesn't grow with the file.
 *
 * What is wrong with the file is yielded as a fault with its place. Reading goes on after it where that is possible, so that all
 * faults are found at once; but if the last event (`end`) counts any fault, nothing of the file may be used. Errors of the
 * stream itself are thrown.
 */
export async function* readStatement(
  stream: AsyncIterable<Uint8Array>,
  options: ReadOptions = {},
): AsyncGenerator<StatementEvent> {
  const reading = new Reading();
  const source = new ByteSource(stream, options.onProgress);
  try {
    const head = await source.readHead();
    yield* readFormat(source, head, reading, options);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const { code, message, place } = error.fault;
    reading.fault(code, message, place);
  }
  yield* reading.take();
  yield { type: "end", faults: reading.faults, bytes: source.bytes };
}

function readFormat(
  source: ByteSource,
  head: Buffer,
  reading: Reading,
  { csv }: ReadOptions,
): AsyncGenerator<StatementEvent> {
  const format = detectFormat(head);
  if (format === "xml") return readCamt(source.chunks(), head, reading);
  if (format === "mt940") return readMt940(source.chunks(), head, reading);
  if (csv !== undefined) return readCsv(source.chunks(), head, reading, csv);
  throw new UnreadableFile(
    "unknown_format",
    "The file is neither camt.052, camt.053, camt.054 nor MT940. If it is CSV, say what its columns mean with a mapping (--csv-map; docs/reference/bank-statements.md).",
  );
}

/** The bytes of a stream, counted, and its beginning. */
class ByteSource {
  bytes = 0;
  /** The parts that were looked at to recognise the format. */
  private readonly head: Buffer[] = [];
  private readonly rest: AsyncIterator<Uint8Array>;
  private readonly onProgress: (bytes: number) => void;

  constructor(stream: AsyncIterable<Uint8Array>, onProgress: (bytes: number) => void = () => {}) {
    this.rest = stream[Symbol.asyncIterator]();
    this.onProgress = onProgress;
  }

  async readHead(): Promise<Buffer> {
    for (let length = 0; length < headBytes; ) {
      const part = await this.next();
      if (part === undefined) break;
      this.head.push(part);
      length += part.length;
    }
    return Buffer.concat(this.head);
  }

  async *chunks(): AsyncGenerator<Buffer> {
    try {
      yield* this.head.splice(0);
      for (let part = await this.next(); part !== undefined; part = await this.next()) yield part;
    } finally {
      await this.rest.return?.();
    }
  }

  private async next(): Promise<Buffer | undefined> {
    const { value, done } = await this.rest.next();
    if (done) return undefined;
    this.bytes += value.length;
    this.onProgress(this.bytes);
    if (this.bytes > largestFile)
      throw new UnreadableFile(
        "file_too_large",
        `The file is larger than ${largestFile / 1024 / 1024} MB. Ask the bank for one file a day or account, or split it.`,
      );
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  }
}
