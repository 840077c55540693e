import { TextDecoder } from "node:util";
import type { StatementEvent } from "../entry.ts";
import { type Reading, UnreadableFile } from "../reading.ts";
import { xmlDecoder } from "../xml-encoding.ts";
import { CamtBuilder } from "./camt-builder.ts";
import { XmlEvents } from "./xml-events.ts";

/** Reads camt.052, camt.053 and camt.054. @throws UnreadableFile */
export async function* readCamt(
  chunks: AsyncIterable<Buffer>,
  head: Buffer,
  reading: Reading,
): AsyncGenerator<StatementEvent> {
  const builder = new CamtBuilder(reading);
  const parser = new XmlEvents(builder);
  const decoder = xmlDecoder(head);
  for await (const chunk of chunks) {
    parser.write(decode(chunk, decoder, parser));
    yield* reading.take();
  }
  parser.write(decode(undefined, decoder, parser));
  parser.close();
  builder.end();
  yield* reading.take();
}

function decode(chunk: Buffer | undefined, decoder: TextDecoder, parser: XmlEvents): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    if (chunk === undefined)
      throw new UnreadableFile(
        "incomplete",
        "The file is cut off within a character. Get it again from the bank.",
        parser.place,
      );
    // What comes before the wrong bytes moves the parser to their line.
    const [valid = ""] = new TextDecoder(decoder.encoding).decode(chunk).split("\ufffd");
    parser.write(valid);
    throw new UnreadableFile(
      "unsupported_encoding",
      `The bytes here aren't valid ${decoder.encoding.toUpperCase()}, which the file says it is. Save the file as UTF-8, or declare its encoding in the first line.`,
      parser.place,
    );
  }
}
