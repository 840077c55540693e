import { parentPort, workerData } from "node:worker_threads";
import writeExcelFile, { type CellObject, type Row } from "write-excel-file/node";
import { type Currency, findCurrency } from "../../kernel/currency.ts";
import { toDecimalString } from "../../kernel/money.ts";
import { type Column, columnsOf } from "./columns.ts";
import { type ReportedTransaction, type ReportName, reports } from "./report.ts";
import { Totals } from "./totals.ts";

/** What the worker is given. */
export type XlsxInput = { readonly name: ReportName; readonly rows: readonly ReportedTransaction[] };

/**
 * Makes an XLSX file in a thread of its own, and sends its bytes to the thread that started it: one sheet of lines, one of totals. Amounts
 * are numbers in major units with the decimals of their currency, times are dates in UTC. Texts are texts, so a spreadsheet runs none as
 * a formula.
 */
async function makeXlsx({ name, rows }: XlsxInput): Promise<Buffer> {
  const columns = columnsOf(name);
  const totals = new Totals(columns);
  for (const row of rows) totals.add(row);
  const lines = rows.map((row): Row => columns.map((column) => cell(column, row)));
  const widths = columns.map(({ type }) => ({ width: type === "time" ? 20 : type === "amount" ? 14 : 24 }));
  return writeExcelFile([
    {
      data: [header(columns.map((column) => column.name)), ...lines],
      sheet: reports[name].title,
      columns: widths,
      stickyRowsCount: 1,
    },
    { data: totalRows(columns, totals), sheet: "Totals", stickyRowsCount: 1 },
  ]).toBuffer();
}

const header = (names: readonly string[]): Row =>
  names.map((value) => ({ value, type: String, fontWeight: "bold" }) as const);

function totalRows(columns: readonly Column[], totals: Totals): Row[] {
  const names = columns.filter(({ type }) => type === "amount").map(({ name }) => name);
  const rows = totals.list().map(({ currency, lines, sums }): Row => {
    const amounts = names.map((name) => amountCell(sums.get(name) ?? 0n, currency));
    return [{ value: currency, type: String }, { value: lines, type: Number }, ...amounts];
  });
  return [header(["currency", "lines", ...names]), ...rows];
}

function cell(column: Column, row: ReportedTransaction): CellObject | null {
  switch (column.type) {
    case "text": {
      const value = column.of(row);
      return value === null ? null : { value, type: String };
    }
    case "time":
      return { value: column.of(row), type: Date, format: "yyyy-mm-dd hh:mm:ss" };
    case "amount": {
      const amount = column.of(row);
      return amount === null ? null : amountCell(amount, column.currencyOf(row) ?? "");
    }
  }
}

/** In minor units if ISO has withdrawn the currency, because its number of decimals is no longer known. */
function amountCell(amount: number | bigint, code: string): CellObject {
  const currency = findCurrency(code);
  if (!currency) return { value: Number(amount), type: Number, format: "0" };
  return {
    value: Number(toDecimalString(amount, currency.exponent)),
    type: Number,
    format: formatOf(currency),
  };
}

const formatOf = ({ exponent }: Currency): string =>
  exponent === 0 ? "#,##0" : `#,##0.${"0".repeat(exponent)}`;

parentPort?.postMessage(await makeXlsx(workerData as XlsxInput));
