import {
  amountCell,
  type Cell,
  emptyCell,
  rowsAtOnce,
  rowsOfSheet,
  sheetBegin,
  sheetEnd,
  sheetRow,
  textCell,
  timeCell,
} from "../kernel/xlsx/sheet.ts";
import { sheetFile, workbookFiles } from "../kernel/xlsx/workbook.ts";
import { zip } from "../kernel/xlsx/zip.ts";
import type { Column } from "./column.ts";
import type { StoredRow } from "./export.ts";

/** An export as chunks of an XLSX file, which is written while its rows are read. A full sheet is followed by another one. */
export function toXlsx(
  columns: readonly Column[],
  chunks: AsyncIterable<readonly StoredRow[]>,
  rowCount: number,
  rowsPerSheet = rowsOfSheet,
): AsyncGenerator<Uint8Array> {
  const rows = cutIntoSheets(chunks, rowsPerSheet);
  const sheetCount = Math.max(1, Math.ceil(rowCount / rowsPerSheet));
  const sheets = Array.from({ length: sheetCount }, (_, at) => ({
    name: sheetFile(at + 1),
    content: sheetOf(columns, rows, rowsPerSheet),
  }));
  const titles = sheets.map((_, at) => (at === 0 ? "Payments" : `Payments ${at + 1}`));
  return zip([...workbookFiles(titles), ...sheets]);
}

/** A row of a sheet as XML. @param number the row's, of which the header is the first */
export const toSheetRow = (columns: readonly Column[], row: StoredRow, number: number): string =>
  sheetRow(toCells(columns, row), number);

const toCells = (columns: readonly Column[], [currency, ...values]: StoredRow): Cell[] =>
  columns.map(({ type }, at) => {
    const value = values[at] ?? null;
    if (value === null) return emptyCell;
    if (type === "time") return timeCell(Date.parse(String(value)));
    return type === "amount" ? amountCell(Number(value), currency) : textCell(String(value));
  });

/** The next rows, up to the end of a sheet. */
async function* sheetOf(
  columns: readonly Column[],
  rows: AsyncIterator<readonly StoredRow[]>,
  rowsPerSheet: number,
): AsyncGenerator<string> {
  yield sheetBegin(columns);
  for (let written = 0; written < rowsPerSheet; ) {
    const next = await rows.next();
    if (next.done) break;
    const first = written + 2;
    yield next.value.map((row, at) => toSheetRow(columns, row, first + at)).join("");
    written += next.value.length;
  }
  yield sheetEnd;
}

/** The same rows in smaller chunks, none of which belongs to two sheets. */
async function* cutIntoSheets(
  chunks: AsyncIterable<readonly StoredRow[]>,
  rowsPerSheet: number,
): AsyncGenerator<readonly StoredRow[]> {
  let left = rowsPerSheet;
  for await (const rows of chunks) {
    for (let from = 0; from < rows.length; ) {
      const piece = rows.slice(from, from + Math.min(left, rowsAtOnce));
      yield piece;
      from += piece.length;
      left = left === piece.length ? rowsPerSheet : left - piece.length;
    }
  }
}
