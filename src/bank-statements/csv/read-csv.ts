import type { StatementEvent } from "../entry.ts";
import { OpenStatement } from "../open-statement.ts";
import { type Reading, UnreadableFile } from "../reading.ts";
import { readLines } from "../text-lines.ts";
import { readAccount } from "../texts.ts";
import { type CsvField, type CsvMapping, csvFields } from "./mapping.ts";
import { type CsvRecord, readRecords } from "./records.ts";
import { CsvRow, readRow } from "./row.ts";

/** The most accounts in one file; each is a statement of its own. */
const mostAccounts = 1_000;

/** Reads a CSV file by a mapping. Each account in it is a statement without balances. @throws UnreadableFile */
export async function* readCsv(
  chunks: AsyncIterable<Buffer>,
  head: Buffer,
  reading: Reading,
  mapping: CsvMapping,
): AsyncGenerator<StatementEvent> {
  reading.emit({ type: "format", format: "csv", version: null });
  const statements = new Map<string, OpenStatement>();
  let header: CsvRecord | undefined;
  let columns: Columns | undefined;
  let last: CsvRecord | undefined;
  const lines = skip(readLines(chunks, head, mapping.encoding), mapping.skipLines);
  for await (const record of readRecords(lines, mapping.delimiter)) {
    if (columns === undefined || header === undefined) {
      header = record;
      columns = findColumns(record, mapping);
      continue;
    }
    last = record;
    takeRecord(record, { header, columns }, mapping, statements, reading);
    yield* reading.take();
  }
  if (columns === undefined)
    throw new UnreadableFile("incomplete", "The file has no line with the names of the columns.");
  if (last !== undefined && !last.ended)
    reading.finding(
      "no_line_break_at_end",
      "The last line has no line break. If the file was cut off within its last value, Kassa can't notice.",
      { line: last.line, column: null, path: null },
    );
  for (const statement of statements.values()) {
    statement.incomplete = reading.faults > 0;
    statement.end();
  }
  yield* reading.take();
}

type Columns = ReadonlyMap<CsvField, readonly number[]>;

function takeRecord(
  record: CsvRecord,
  { header, columns }: { header: CsvRecord; columns: Columns },
  mapping: CsvMapping,
  statements: Map<string, OpenStatement>,
  reading: Reading,
): void {
  if (record.values.length !== header.values.length) {
    reading.fault(
      "value_invalid",
      `The row has ${record.values.length} values, the header ${header.values.length} columns. Values that contain "${mapping.delimiter}" must be quoted.`,
      { line: record.line, column: null, path: null },
    );
    return;
  }
  const row = new CsvRow(record, header.values, columns);
  const draft = readRow(row, mapping, reading);
  const account = readAccount(row.text("account") ?? mapping.account);
  if (account === null) {
    reading.fault("value_missing", "The row names no account.", row.place("account"));
    return;
  }
  if (draft === undefined) return;
  const key = account.iban ?? account.other ?? "";
  if (!statements.has(key)) {
    if (statements.size >= mostAccounts)
      throw new UnreadableFile(
        "limit_exceeded",
        `The file has more than ${mostAccounts} accounts.`,
        row.place("account"),
      );
    statements.set(key, openStatement(reading, account, mapping));
  }
  statements.get(key)?.add(draft);
}

const openStatement = (
  reading: Reading,
  account: { iban: string | null; other: string | null },
  { currency }: CsvMapping,
): OpenStatement =>
  new OpenStatement(reading, {
    account: { ...account, currency },
    statementId: null,
    sequence: null,
    page: null,
    from: null,
    to: null,
  });

function findColumns({ values, line }: CsvRecord, mapping: CsvMapping): Columns {
  const found = new Map<CsvField, number[]>();
  const names = values.map((value) => value.trim());
  for (const field of csvFields) {
    const wanted = mapping.columns[field];
    if (wanted === undefined) continue;
    found.set(
      field,
      wanted.map((name) => {
        const at = names.indexOf(name);
        if (at !== -1 && names.indexOf(name, at + 1) === -1) return at;
        const fault = at === -1 ? "has no column" : "has several columns";
        throw new UnreadableFile(
          "csv_mapping_invalid",
          `The file ${fault} "${name}" (columns.${field}). This line has: ${names.join(" | ")}. Check delimiter, skipLines and the names of the mapping.`,
          { line, column: null, path: null },
        );
      }),
    );
  }
  return found;
}

async function* skip<Line>(lines: AsyncIterable<Line>, number: number): AsyncGenerator<Line> {
  let skipped = 0;
  for await (const line of lines) if (skipped++ >= number) yield line;
}
