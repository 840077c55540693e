import type { DecimalString } from "./money.ts";

/** A value of a CSV file. Numbers stay numbers for whoever opens it; text is made harmless. */
export type CsvValue = string | number | bigint | { readonly decimal: DecimalString } | null;

/**
 * One line of a CSV file as RFC 4180 has it, CRLF included. Null is an empty field.
 *
 * Spreadsheets take text that begins with = + - @ TAB or CR for a formula and run it, whoever wrote it. An apostrophe
 * in front makes it text again (OWASP, CSV injection). Numbers can't hold a formula and keep their minus sign.
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
