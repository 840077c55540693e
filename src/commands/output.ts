import { exactJson } from "../kernel/exact-json.ts";

/** Prints a command's result: one JSON document with --json, lines for people otherwise. */
export function print(json: boolean, value: unknown, lines: () => readonly string[]): void {
  console.log(json ? exactJson(value, 2) : lines().join("\n"));
}

/** Lines of columns, each as wide as its widest cell. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...all.map((row) => (row[column] ?? "").length)));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
