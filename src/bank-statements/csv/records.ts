import { splitCsvRecord } from "../../kernel/csv-record.ts";
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
    const values = valuesOf(record.text, delimiter, record.line);
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
function valuesOf(text: string, delimiter: string, line: number): readonly string[] | undefined {
  const split = splitCsvRecord(text, delimiter);
  switch (split.kind) {
    case "values":
      return split.values;
    case "open":
      return undefined;
    case "invalid":
      throw new UnreadableFile(
        "value_invalid",
        `A quoted value isn't followed by the delimiter "${delimiter}". Check the delimiter of the mapping.`,
        { line, column: split.column, path: null },
      );
  }
}
