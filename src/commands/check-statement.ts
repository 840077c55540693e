import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import process from "node:process";
import type { CsvMapping } from "../bank-statements/csv/mapping.ts";
import { readStatement } from "../bank-statements/read-statement.ts";
import { callerFile } from "./caller-file.ts";
import { CommandFailure } from "./failure.ts";
import { print } from "./output.ts";
import { readMapping, reasonOf, reportProgress } from "./statement-file.ts";
import { presentFile, statementLines } from "./statement-lines.ts";
import { StatementView } from "./statement-view.ts";

type CheckOptions = { csvMap?: string; entries: string; json: boolean };

/**
 * `kassa statements check`: shows what Kassa understands in files of bank statements. Uses no network, database or settings.
 * Exits with 1 if a file has a fault or a balance doesn't add up, and with 2 if a file can't be opened.
 */
export async function checkStatementCommand(files: readonly string[], options: CheckOptions): Promise<void> {
  const csv = options.csvMap === undefined ? undefined : await readMapping(options.csvMap);
  const most = Number(options.entries);
  if (!/^\d{1,6}$/.test(options.entries))
    throw new CommandFailure(`--entries must be a whole number, such as 20, and not "${options.entries}".`);
  const views: StatementView[] = [];
  for (const file of files) {
    const view = new StatementView(file, most);
    await readInto(view, csv);
    views.push(view);
    if (!options.json) print(false, null, () => statementLines(view));
  }
  if (options.json)
    print(
      true,
      { object: "statement.check", ok: views.every(isGood), files: views.map(presentFile) },
      () => [],
    );
  if (!views.every(isGood)) process.exitCode = 1;
}

const isGood = (view: StatementView): boolean =>
  view.faultCount === 0 && view.statements.every(({ addsUp }) => addsUp !== false);

async function readInto(view: StatementView, csv: CsvMapping | undefined): Promise<void> {
  const path = callerFile(view.file);
  try {
    const { size } = await stat(path);
    const onProgress = reportProgress(view.file, size);
    const stream = createReadStream(path);
    for await (const event of readStatement(stream, csv === undefined ? { onProgress } : { onProgress, csv }))
      view.take(event);
  } catch (error) {
    throw new CommandFailure(`${view.file} can't be read: ${reasonOf(error)}.`);
  }
}
