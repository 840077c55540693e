import { createReadStream } from "node:fs";
import path from "node:path";
import process from "node:process";
import { makeEntriesBooked } from "../booked-entries.ts";
import { DatabaseClock } from "../kernel/clock.ts";
import { commandLine } from "../kernel/command-line.ts";
import type { Mode } from "../kernel/mode.ts";
import type { Problem } from "../kernel/problem.ts";
import { makeTransferNews } from "../payments/notifications/hear-of-transfers.ts";
import { type StatementImport, toApiImport } from "../statement-imports/import.ts";
import { importStatement } from "../statement-imports/import-statement.ts";
import { callerFile } from "./caller-file.ts";
import { withDatabase } from "./context.ts";
import { logToStderr } from "./log-to-stderr.ts";
import { print } from "./output.ts";
import { pickTenant } from "./pick-tenant.ts";
import { readMapping, reportNowAndThen, reportProgress, sizeOf } from "./statement-file.ts";

type ImportOptions = { csvMap?: string; account?: string; tenant?: string; mode: Mode; json: boolean };

/**
 * `kassa statements import`: stores the entries of a file of bank statements, each once. Exits with 1 if the file is refused, and with
 * 2 if it can't be opened.
 */
export async function importStatementCommand(file: string, options: ImportOptions): Promise<void> {
  const csv = options.csvMap === undefined ? undefined : await readMapping(options.csvMap);
  const size = await sizeOf(file);
  await withDatabase(async ({ database }) => {
    const { tenantId } = await pickTenant(database, options.tenant);
    const clock = new DatabaseClock();
    const nowMs = (): number => clock.nowMs();
    const report = reportNowAndThen();
    const imported = await importStatement(
      {
        database,
        nowMs,
        entriesBooked: makeEntriesBooked({ nowMs }, makeTransferNews({ log: logToStderr })),
      },
      { tenantId, mode: options.mode },
      createReadStream(callerFile(file)),
      {
        fileName: path.basename(file),
        accountId: options.account,
        csv,
        onProgress: reportProgress(file, size),
        onStored: (entries) => report(`${file}: ${entries} entries stored`),
      },
    );
    if (imported.ok)
      print(options.json, toApiImport(imported.value), () => importLines(file, imported.value));
    else refuse(file, imported.failure, options.json);
  });
}

function importLines(file: string, imported: StatementImport): string[] {
  const { id, format, entriesFound, entriesNew, entriesChanged, entriesKnown, findings, statements } =
    imported;
  const differing = statements.filter(({ addsUp }) => addsUp === false).length;
  return [
    `${file}: ${format}, ${entriesFound} entries`,
    `  new         ${entriesNew}`,
    `  changed     ${entriesChanged}`,
    `  known       ${entriesKnown}`,
    ...findings.map(({ message, place }) => `! ${place ? `Line ${place.line}: ` : ""}${message}`),
    ...(differing > 0 ? ["! A balance doesn't add up: entries may be missing from the file."] : []),
    `✓ Imported as ${id}.`,
  ];
}

function refuse(file: string, failure: Problem, json: boolean): void {
  const { code, detail, errors = [failure] } = failure;
  const faults = errors.map((each) => ({ code: each.code, detail: each.detail }));
  print(json, { object: "statement_import.refusal", code, detail, errors: faults }, () => [
    `${file} is refused. Nothing of it was stored.`,
    ...errors.map((each) => `✗ ${each.detail}`),
    ...(code === "statement_invalid"
      ? [`See what Kassa understands in it: ${commandLine(`statements check ${file}`)}`]
      : []),
  ]);
  process.exitCode = 1;
}
