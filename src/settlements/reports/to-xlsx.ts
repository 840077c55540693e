import {
  amountCell,
  type Cell,
  emptyCell,
  numberCell,
  rowsAtOnce,
  type SheetColumn,
  sheetBegin,
  sheetEnd,
  sheetRow,
  textCell,
  timeCell,
} from "../../kernel/xlsx/sheet.ts";
import { sheetFile, workbookFiles } from "../../kernel/xlsx/workbook.ts";
import { zip } from "../../kernel/xlsx/zip.ts";
import { type Column, columnsOf } from "./columns.ts";
import { type Report, type ReportedTransaction, reports } from "./report.ts";
import { Totals } from "./totals.ts";

/** A report as chunks of an XLSX file: one sheet of lines, which is written while they are read, and one of totals. */
export function toXlsx({ name, pages }: Report): AsyncGenerator<Uint8Array> {
  const columns = columnsOf(name);
  const totals = new Totals(columns);
  return zip([
    ...workbookFiles([reports[name].title, "Totals"]),
    { name: sheetFile(1), content: linesOf(columns, pages(), totals) },
    // Read after the lines.
    { name: sheetFile(2), content: totalsOf(columns, totals) },
  ]);
}

async function* linesOf(
  columns: readonly Column[],
  pages: AsyncIterable<readonly ReportedTransaction[]>,
  totals: Totals,
): AsyncGenerator<string> {
  yield sheetBegin(columns);
  let number = 2;
  for await (const rows of pages) {
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      let written = "";
      for (const row of rows.slice(from, from + rowsAtOnce)) {
        totals.add(row);
        const cells = columns.map((column) => toCell(column, row));
        written += sheetRow(cells, number);
        number += 1;
      }
      yield written;
    }
  }
  yield sheetEnd;
}

function toCell(column: Column, row: ReportedTransaction): Cell {
  switch (column.type) {
    case "text": {
      const value = column.of(row);
      return value === null ? emptyCell : textCell(value);
    }
    case "time":
      return timeCell(column.of(row).getTime());
    case "amount": {
      const amount = column.of(row);
      return amount === null ? emptyCell : amountCell(amount, column.currencyOf(row) ?? "");
    }
  }
}

function* totalsOf(columns: readonly Column[], totals: Totals): Generator<string> {
  const amounts = columns.filter(({ type }) => type === "amount").map(({ name }) => name);
  const shown: SheetColumn[] = [
    { name: "currency", type: "text" },
    { name: "lines", type: "number" },
    ...amounts.map((name) => ({ name, type: "amount" }) as const),
  ];
  yield sheetBegin(shown);
  for (const [at, { currency, lines, sums }] of totals.list().entries()) {
    const cells = amounts.map((name) => amountCell(sums.get(name) ?? 0n, currency));
    yield sheetRow([textCell(currency), numberCell(lines), ...cells], at + 2);
  }
  yield sheetEnd;
}
