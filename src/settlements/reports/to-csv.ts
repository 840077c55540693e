import { type CsvValue, csvLine } from "../../kernel/csv.ts";
import { findCurrency } from "../../kernel/currency.ts";
import { toDecimalString } from "../../kernel/money.ts";
import { type Column, columnsOf } from "./columns.ts";
import type { Report, ReportedTransaction, ReportName } from "./report.ts";

/** The first line of a report's CSV file: each amount in minor units, and in major units as `…Decimal`. */
export const csvHeaderOf = (report: ReportName): string =>
  csvLine(
    columnsOf(report).flatMap(({ name, type }) => (type === "amount" ? [name, `${name}Decimal`] : [name])),
  );

/** A report as chunks of a CSV file. */
export async function* toCsv({ name, pages }: Report): AsyncGenerator<string> {
  const columns = columnsOf(name);
  yield csvHeaderOf(name);
  for await (const page of pages())
    yield page.map((row) => csvLine(columns.flatMap((column) => values(column, row)))).join("");
}

function values(column: Column, row: ReportedTransaction): CsvValue[] {
  switch (column.type) {
    case "text":
      return [column.of(row)];
    case "time":
      return [column.of(row).toISOString()];
    case "amount": {
      const amount = column.of(row);
      const currency = findCurrency(column.currencyOf(row) ?? "");
      if (amount === null || !currency) return [amount, null];
      return [amount, { decimal: toDecimalString(amount, currency.exponent) }];
    }
  }
}
