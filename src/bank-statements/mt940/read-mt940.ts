import type { StatementEvent } from "../entry.ts";
import { type Reading, UnreadableFile } from "../reading.ts";
import { readLines } from "../text-lines.ts";
import type { Mt940Field } from "./field.ts";
import { Mt940Builder } from "./mt940-builder.ts";

/** The most lines that belong to one tag. :86: has six by SWIFT's rules; banks write more. */
const longestField = 200;

/** Reads MT940 and MT942, with and without SWIFT's blocks. @throws UnreadableFile */
export async function* readMt940(
  chunks: AsyncIterable<Buffer>,
  head: Buffer,
  reading: Reading,
): AsyncGenerator<StatementEvent> {
  const builder = new Mt940Builder(reading, isInterim(head));
  let field: Mt940Field | undefined;
  const finish = (): void => {
    if (field !== undefined) builder.take(field);
    field = undefined;
  };
  let blockFrom: number | undefined;
  for await (const { text, line } of readLines(chunks, head, "auto")) {
    const content = withoutBlocks(text);
    if (text.startsWith("{") || content.length < text.length - 3) blockFrom = line;
    if (text.startsWith("-}")) blockFrom = undefined;
    const [, tag, first = ""] = /^:(\d{2}[A-Z]?):(.*)$/s.exec(content) ?? [];
    if (tag !== undefined) {
      finish();
      field = { tag, lines: [first], line };
    } else if (endsMessage(text) && (text.length > 1 || builder.mayEnd)) {
      finish();
      builder.endMessage();
    } else if (field !== undefined) {
      field.lines.push(content);
      if (field.lines.length > longestField)
        throw new UnreadableFile(
          "limit_exceeded",
          `The tag :${field.tag}: has more than ${longestField} lines. Check that the file is MT940.`,
          { line, column: null, path: `:${field.tag}:` },
        );
    }
    yield* reading.take();
  }
  if (blockFrom !== undefined)
    throw new UnreadableFile(
      "incomplete",
      "SWIFT's blocks of this message have no end (-}). The file may be cut off; get it again from the bank.",
      { line: blockFrom, column: null, path: "{4:" },
    );
  finish();
  builder.end();
  yield* reading.take();
}

/** MT942 has its number in block 2 and the tags :34F:, :90D: and :90C:, which MT940 never has. */
const isInterim = (head: Buffer): boolean =>
  /\{2:[IO]942/.test(head.toString("latin1")) || /^:(?:34F|90[DC]|13D):/m.test(head.toString("latin1"));

/** SWIFT's block 4 begins before the first tag, and may do so in its line. */
const withoutBlocks = (text: string): string => text.replace(/^.{0,300}?\{4:/, "").replace(/^\ufeff/, "");

const endsMessage = (text: string): boolean => /^-\}?\s*(?:\{5:.*)?$/.test(text) || /^\{1:/.test(text);
