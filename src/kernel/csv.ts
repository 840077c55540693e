import type { DecimalString } from "./money.ts";

/** A value of a CSV file. Numbers stay numbers; text is made safe for spreadsheets. */
export type CsvValue = string | number | bigint | { readonly decimal: DecimalString } | null;

/**
 * One line of a CSV file (RFC 4180) with CRLF. Null is an empty field.
 *
 * Spreadsheets run text that begins with = + - @ TAB or CR as a formula. A leading apostrophe prevents that (OWASP, CSV
 * injection). Numbers keep their minus sign, because they can't contain a formula.
 */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvField).join(",")}\r\n`;
}

function csvField(value: CsvValue): string {
  if (value === null) return "";
  if (typeof value === "object") return value.decimal;
  if (typeof value !== "string") return String(value);
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
