import { exactJson } from "../kernel/exact-json.ts";
import { visibleLines, visibleText } from "../kernel/visible-text.ts";
import { type Output, padTo, paint, standardOutput, type Tone, widthOf } from "./terminal.ts";

/** A line for people: text, some parts of which have a colour on a terminal. */
export type Line = string | readonly (string | { readonly text: string; readonly tone: Tone })[];

/**
 * Prints a command's result: one JSON document with --json, otherwise lines for people. Control characters are escaped, so that
 * text from a merchant, customer or file can't add lines or control the terminal.
 */
export function print(json: boolean, value: unknown, lines: () => readonly Line[]): void {
  console.log(json ? visibleLines(exactJson(value, 2)) : lines().map(formatLine).join("\n"));
}

const formatLine = (line: Line): string => renderLine(line, standardOutput());

/** A line as it is written: without control characters except the colours' own. */
export function renderLine(line: Line, output: Output): string {
  if (typeof line === "string") return renderMarked(visibleText(line), output);
  return line
    .map((part) => {
      if (typeof part === "string") return visibleText(part);
      return output.colours ? paint(part.tone, visibleText(part.text)) : visibleText(part.text);
    })
    .join("");
}

/** The marks with which lines about checks begin. */
const marks: Readonly<Record<string, Tone>> = { "✓ ": "good", "! ": "caution", "✗ ": "bad" };

function renderMarked(text: string, { colours }: Output): string {
  const tone = marks[text.slice(0, 2)];
  return tone && colours ? paint(tone, text.slice(0, 1)) + text.slice(1) : text;
}

const between = "  ";

/** Rows as lines, each column as wide as its widest cell. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const all = rows.map((row) => row.map(visibleText));
  const widths: number[] = [];
  for (const row of all)
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, widthOf(cell));
    });
  return all.map((row) =>
    row
      .map((cell, column) => padTo(cell, widths[column] ?? 0))
      .join(between)
      .trimEnd(),
  );
}

/**
 * A table as lines. On a terminal that is too narrow for it, each row becomes a paragraph with a line for each column, so that ids
 * can still be copied; nothing is cut off.
 */
export function table(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  output: Output = standardOutput(),
): Line[] {
  const [titles = "", ...lines] = columns([header, ...rows]);
  const fits = output.columns === undefined || lines.every((line) => widthOf(line) <= Number(output.columns));
  if (fits) return [[{ text: titles, tone: "heading" }], ...lines];
  return rows.flatMap((row, at) => [...(at === 0 ? [] : [""]), ...paragraph(header, row)]);
}

function paragraph(header: readonly string[], row: readonly string[]): Line[] {
  const titleWidth = Math.max(...header.map(widthOf));
  return header.flatMap((title, column) => {
    const cell = row[column] ?? "";
    return cell === "" ? [] : [[{ text: padTo(title, titleWidth), tone: "heading" }, `${between}${cell}`]];
  });
}
