import { type CsvValue, csvLine } from "../kernel/csv.ts";
import { findCurrency } from "../kernel/currency.ts";
import { toDecimalString } from "../kernel/money.ts";
import type { Column } from "./column.ts";
import type { StoredRow } from "./export.ts";

/** An export as chunks of a CSV file. Amounts are in major units; in minor ones if ISO has withdrawn the currency. */
export async function* toCsv(
  columns: readonly Column[],
  chunks: AsyncIterable<readonly StoredRow[]>,
): AsyncGenerator<string> {
  yield csvLine(columns.map(({ name }) => name));
  for await (const rows of chunks) yield rows.map((row) => csvLine(valuesOf(columns, row))).join("");
}

function valuesOf(columns: readonly Column[], [code, ...values]: StoredRow): CsvValue[] {
  const currency = findCurrency(code);
  return columns.map(({ type }, at) => {
    const value = values[at] ?? null;
    if (type !== "amount" || typeof value !== "number" || !currency) return value;
    return { decimal: toDecimalString(value, currency.exponent) };
  });
}
