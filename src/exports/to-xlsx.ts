import type { Column } from "./columns.ts";
import type { StoredRow } from "./export.ts";
import { headerRow, sheetBegin, sheetEnd, sheetRow, workbookFiles } from "./xlsx/sheet.ts";
import { zip } from "./xlsx/zip.ts";

/**
 * An export as chunks of an XLSX file with one sheet, which is written while its rows are read: the library that makes the accountants'
 * reports keeps a whole file in memory.
 */
export function toXlsx(
  columns: readonly Column[],
  chunks: AsyncIterable<readonly StoredRow[]>,
): AsyncGenerator<Uint8Array> {
  const sheet = { name: "xl/worksheets/sheet1.xml", content: sheetOf(columns, chunks) };
  return zip([...workbookFiles("Payments"), sheet]);
}

async function* sheetOf(
  columns: readonly Column[],
  chunks: AsyncIterable<readonly StoredRow[]>,
): AsyncGenerator<string> {
  yield sheetBegin(columns) + headerRow(columns);
  let number = 2;
  for await (const rows of chunks) {
    yield rows.map((row, at) => sheetRow(columns, row, number + at)).join("");
    number += rows.length;
  }
  yield sheetEnd;
}
