import { open, readFile, stat } from "node:fs/promises";
import { type CsvMapping, readCsvMapping } from "../bank-statements/csv/mapping.ts";
import { visibleText } from "../kernel/visible-text.ts";
import { callerFile } from "./caller-file.ts";
import { CommandFailure } from "./failure.ts";

const reportEveryMs = 2_000;

/** Reports on stderr how much of a file is read, at most every two seconds. */
export function reportProgress(file: string, size: number): (bytes: number) => void {
  const report = reportNowAndThen();
  return (bytes) => report(`${file}: ${Math.min(100, Math.floor((bytes / size) * 100))} % read`);
}

/** Writes a line to stderr, unless one was written in the last two seconds. */
export function reportNowAndThen(): (line: string) => void {
  let saidAt = performance.now();
  return (line) => {
    if (performance.now() - saidAt < reportEveryMs) return;
    saidAt = performance.now();
    console.error(visibleText(line));
  };
}

/** Reads the mapping of --csv-map. */
export async function readMapping(file: string): Promise<CsvMapping> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(callerFile(file), "utf8"));
  } catch (error) {
    throw new CommandFailure(
      error instanceof SyntaxError
        ? `The mapping ${file} isn't JSON: ${error.message}.`
        : `The mapping ${file} can't be read: ${reasonOf(error)}.`,
    );
  }
  const mapping = readCsvMapping(value);
  if (mapping.ok) return mapping.value;
  throw new CommandFailure(
    `The mapping ${file} can't be used. ${mapping.failure} See docs/reference/bank-statements.md.`,
  );
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EACCES: "you may not read it",
  EISDIR: "it is a folder",
};

/** Why a file can't be opened. @throws any other error */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const reason = reasons[code];
  // Anything else is a bug and keeps its stack trace.
  if (reason === undefined) throw error;
  return reason;
}

/** The size of a file in bytes. Opens it, to say early that it can't be read. */
export async function sizeOf(file: string): Promise<number> {
  try {
    const { size } = await stat(callerFile(file));
    await (await open(callerFile(file))).close();
    return size;
  } catch (error) {
    throw new CommandFailure(`${file} can't be read: ${reasonOf(error)}.`);
  }
}
