import { createReadStream } from "node:fs";
import process from "node:process";
import type { TenantScope } from "../database/transaction.ts";
import { DatabaseClock } from "../kernel/clock.ts";
import { parseId } from "../kernel/id.ts";
import { modes } from "../kernel/mode.ts";
import type { AccountImport } from "../settlements/import-account.ts";
import { importReport, type ReportImport } from "../settlements/import-report.ts";
import { importSettlements } from "../settlements/import-settlements.ts";
import { listTenantScopes } from "../tenants/list-tenant-scopes.ts";
import { callerFile } from "./caller-file.ts";
import { type CommandContext, withDatabase } from "./context.ts";
import { CommandFailure } from "./failure.ts";
import { logToStderr } from "./log-to-stderr.ts";
import { openConnectors } from "./open-connectors.ts";
import { print } from "./output.ts";
import { pickTenant } from "./pick-tenant.ts";
import { sizeOf } from "./statement-file.ts";

type Options = { tenant?: string; account?: string; file?: string; json: boolean };

/**
 * `kassa settlements import`: imports what PSPs have booked and paid out, or the report that `--file` names. Exits with 1 if a PSP
 * couldn't be read to the end, or the report is refused, and with 2 if it can't be opened.
 */
export async function importSettlementsCommand(options: Options): Promise<void> {
  const { tenant, json, account, file } = options;
  if (account !== undefined || file !== undefined) {
    if (account === undefined || file === undefined)
      throw new CommandFailure("--account and --file belong together: name both.");
    return importReportCommand({ account, file, tenant, json });
  }
  await withDatabase(async (context) => {
    const { database, config } = context;
    const scopes =
      tenant === undefined ? await database.inControl(listTenantScopes) : await scopesOf(context, tenant);
    const clock = new DatabaseClock();
    const imports = await importSettlements(
      {
        database,
        connectors: openConnectors(context),
        nowMs: () => clock.nowMs(),
        pspTimeoutMs: config.pspTimeoutMs,
        log: logToStderr,
      },
      scopes,
    );
    print(json, { object: "list", data: imports.map(present) }, () => lines(imports));
    if (imports.some(({ isComplete, lacks }) => !isComplete && lacks === null)) process.exitCode = 1;
  });
}

type ReportOptions = { account: string; file: string; tenant: string | undefined; json: boolean };

async function importReportCommand({ account, file, tenant, json }: ReportOptions): Promise<void> {
  await sizeOf(file);
  await withDatabase(async (context) => {
    const { database } = context;
    const mode = parseId(account, "ca")?.mode;
    const { tenantId } = await pickTenant(database, tenant);
    const route = mode && (await openConnectors(context).routeForAccount({ tenantId, mode }, account));
    if (!route) throw new CommandFailure(`The tenant has no connector account ${account}.`);
    const imported = await importReport({ database }, route, () => createReadStream(callerFile(file)));
    if (imported.ok)
      print(json, { object: "settlement_report_import", ...imported.value }, () =>
        reportLines(file, imported.value),
      );
    else {
      const detail = imported.failure;
      print(json, { object: "settlement_report_import.refusal", detail }, () => [
        `✗ ${file} is refused. Nothing of it was stored. ${detail}`,
      ]);
      process.exitCode = 1;
    }
  });
}

const reportLines = (file: string, imported: ReportImport): string[] => [
  `✓ ${file}: ${imported.lines} lines, ${imported.stored} of them new, ${imported.exceptions} exceptions, ${imported.matchedLater} earlier exceptions matched`,
  `  payouts: ${imported.batches.join(", ") || "none"}`,
];

async function scopesOf({ database }: CommandContext, tenant: string): Promise<TenantScope[]> {
  const { tenantId } = await pickTenant(database, tenant);
  return modes.map((mode) => ({ tenantId, mode }));
}

const present = ({ connectorAccount, isComplete, ...counts }: AccountImport) => ({
  object: "settlement_import",
  connectorAccount,
  complete: isComplete,
  ...counts,
});

function lines(imports: readonly AccountImport[]): string[] {
  if (imports.length === 0) return ["No connector account has settlements that Kassa can import."];
  return imports.map(({ connectorAccount, isComplete, lacks, stored, exceptions, matchedLater }) =>
    lacks === null
      ? `${isComplete ? "✓" : "✗"} ${connectorAccount}: ${stored} new lines, ${exceptions} exceptions, ${matchedLater} earlier exceptions matched${isComplete ? "" : "; the PSP didn't answer to the end"}`
      : `! ${connectorAccount}: ${lacks}`,
  );
}
