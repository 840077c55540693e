import { UnreadableFile } from "../reading.ts";
import type { TextLine } from "../text-lines.ts";

export type CsvRecord = {
  readonly values: readonly string[];
  readonly line: number;
  readonly ended: boolean;
};

/** The most lines that a quoted value may go on for. */
const longestRecord = 100;

/** The records of a CSV file (RFC 4180, any delimiter). Empty lines are left out. @throws UnreadableFile */
export async function* readRecords(
  lines: AsyncIterable<TextLine & { readonly ended: boolean }>,
  delimiter: string,
): AsyncGenerator<CsvRecord> {
  let open: { text: string; line: number; lines: number } | undefined;
  for await (const { text, line, ended } of lines) {
    const record = open
      ? { text: `${open.text}\n${text}`, line: open.line, lines: open.lines + 1 }
      : { text, line, lines: 1 };
    open = undefined;
    if (record.text.trim() === "") continue;
    const values = splitRecord(record.text, delimiter, record.line);
    if (values !== undefined) yield { values, line: record.line, ended };
    else if (record.lines < longestRecord) open = record;
    else throw unclosed(record.line);
  }
  if (open !== undefined) throw unclosed(open.line);
}

const unclosed = (line: number): UnreadableFile =>
  new UnreadableFile(
    "incomplete",
    'A quoted value begins in this line and doesn\'t end. Write a quote within a value as "", or get the file again from the bank.',
    { line, column: null, path: null },
  );

/** The values of a record; undefined if a quoted value goes on in the next line. */
function splitRecord(text: string, delimiter: string, line: number): string[] | undefined {
  const values: string[] = [];
  let at = 0;
  while (true) {
    if (text[at] !== '"') {
      const end = text.indexOf(delimiter, at);
      values.push(text.slice(at, end === -1 ? text.length : end));
      if (end === -1) return values;
      at = end + delimiter.length;
      continue;
    }
    const end = endOfQuoted(text, at);
    if (end === -1) return undefined;
    values.push(text.slice(at + 1, end).replaceAll('""', '"'));
    const after = text.slice(end + 1).trimStart();
    if (after === "") return values;
    if (!after.startsWith(delimiter) && !text.startsWith(delimiter, end + 1))
      throw new UnreadableFile(
        "value_invalid",
        `A quoted value isn't followed by the delimiter "${delimiter}". Check the delimiter of the mapping.`,
        { line, column: end + 2, path: null },
      );
    at = text.indexOf(delimiter, end + 1) + delimiter.length;
  }
}

function endOfQuoted(text: string, start: number): number {
  let at = start + 1;
  while (true) {
    const quote = text.indexOf('"', at);
    if (quote === -1 || text[quote + 1] !== '"') return quote;
    at = quote + 2;
  }
}
