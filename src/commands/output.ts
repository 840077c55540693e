import { exactJson } from "../kernel/exact-json.ts";
import { visibleLines, visibleText } from "../kernel/visible-text.ts";

/**
 * Prints a command's result: one JSON document with --json, otherwise lines for people. Control characters are escaped, so that
 * text from a merchant, customer or file can't add lines or control the terminal.
 */
export function print(json: boolean, value: unknown, lines: () => readonly string[]): void {
  console.log(json ? visibleLines(exactJson(value, 2)) : lines().map(visibleText).join("\n"));
}

/** A table as lines, each column as wide as its widest cell. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [header, ...rows].map((row) => row.map(visibleText));
  const widths = header.map((_, column) => Math.max(...all.map((row) => (row[column] ?? "").length)));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
