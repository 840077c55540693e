import { visibleLines, visibleText } from "../kernel/visible-text.ts";

type Entry = { level?: string; time?: string; msg?: string; err?: LoggedError; [field: string]: unknown };
type LoggedError = { type?: string; message?: string; stack?: string };

/** Levels at which an error is not a bug, so that it is printed without its stack. */
const withoutStack = new Set(["warn", "info"]);

/** One of pino's JSON lines, formatted for people: "17:10:18 warn  database unavailable  requestId=req_1". */
export function formatForTerminal(line: string): string {
  const entry = parse(line);
  if (entry === undefined) return line;
  const { level = "info", time = "", msg = "", err, ...fields } = entry;
  const rest = Object.entries(fields).map(([name, value]) => visibleText(`  ${name}=${textOf(value)}`));
  const error = err === undefined ? "" : errorText(err, withoutStack.has(level));
  return `${time.slice(11, 19)} ${level.padEnd(5)} ${visibleText(msg)}${rest.join("")}${error}\n`;
}

function parse(line: string): Entry | undefined {
  try {
    const entry: Entry | null = JSON.parse(line);
    return entry ?? undefined;
  } catch {
    return undefined;
  }
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

function errorText({ type, message, stack }: LoggedError, short: boolean): string {
  if (short || stack === undefined) return `\n    ${visibleText(`${type ?? "Error"}: ${message ?? ""}`)}`;
  return `\n    ${visibleLines(stack).replaceAll("\n", "\n    ")}`;
}
