import { undoOnFailure } from "../database/undo-on-failure.ts";
import type { Mode } from "../kernel/mode.ts";
import type { Problem } from "../kernel/problem.ts";
import type { Result } from "../kernel/result.ts";
import {
  closePeriod,
  describeDifference,
  reopenPeriod,
  waitForPostings,
} from "../settlements/periods/close-period.ts";
import { findImporters } from "../settlements/periods/incomplete-imports.ts";
import { listPeriods } from "../settlements/periods/list-periods.ts";
import { monthPattern } from "../settlements/periods/month.ts";
import { type Period, toApiPeriod } from "../settlements/periods/period.ts";
import { type CommandContext, withDatabase } from "./context.ts";
import { CommandFailure, UsageFailure } from "./failure.ts";
import { openConnectors } from "./open-connectors.ts";
import { print, table } from "./output.ts";
import { pickTenant } from "./pick-tenant.ts";

type Options = { tenant?: string; mode: Mode; json: boolean };

/** `kassa ledger close` */
export async function closePeriodCommand(
  month: string,
  { despiteDifferences, ...options }: Options & { despiteDifferences: boolean },
): Promise<void> {
  requireMonth(month);
  await withDatabase(async (context) => {
    const scope = await scopeOf(context, options);
    valueOrFailure(await waitForPostings(context.database, scope, month));
    const importers = await findImporters(openConnectors(context), scope);
    const period = valueOrFailure(
      await undoOnFailure(context.database, scope, (trx) =>
        closePeriod(trx, { month, despiteDifferences }, importers),
      ),
    );
    print(options.json, toApiPeriod(period), () => [
      `✓ ${month} (${scope.mode}) is closed: nothing is posted in it any more.`,
      ...period.incompleteImports.map(({ detail }) => `! Closed although an import is incomplete. ${detail}`),
      ...period.differences.map((each) => `! Closed despite ${describeDifference(each)}`),
    ]);
  });
}

/** `kassa ledger reopen` */
export async function reopenPeriodCommand(
  month: string,
  { reason, ...options }: Options & { reason: string },
): Promise<void> {
  requireMonth(month);
  const trimmed = reason.trim();
  if (trimmed === "" || trimmed.length > 500)
    throw new UsageFailure("--reason has to have 1 to 500 characters.");
  await withDatabase(async (context) => {
    const scope = await scopeOf(context, options);
    const period = valueOrFailure(
      await undoOnFailure(context.database, scope, (trx) => reopenPeriod(trx, { month, reason: trimmed })),
    );
    print(options.json, toApiPeriod(period), () => [
      `✓ ${month} (${scope.mode}) is open again. Your reason is in the audit log. Its reports may change until you close it.`,
    ]);
  });
}

/** `kassa ledger periods` */
export async function listPeriodsCommand(options: Options): Promise<void> {
  await withDatabase(async (context) => {
    const periods = await context.database.inTenant(await scopeOf(context, options), listPeriods);
    print(options.json, { object: "list", data: periods.map(toApiPeriod) }, () =>
      periods.length === 0
        ? ["No month is closed."]
        : table(["month", "status", "closed at", "differences"], periods.map(row)),
    );
  });
}

const row = ({ month, status, closedAt, differences, incompleteImports }: Period): string[] => [
  month,
  status,
  closedAt.toISOString(),
  [
    ...incompleteImports.map(({ account }) => `import of ${account} incomplete`),
    ...differences.map(describeDifference),
  ].join("; "),
];

async function scopeOf({ database }: CommandContext, { tenant, mode }: Options) {
  const { tenantId } = await pickTenant(database, tenant);
  return { tenantId, mode };
}

function requireMonth(month: string): void {
  if (!new RegExp(monthPattern).test(month)) throw new UsageFailure("Write the month as 2026-11.");
}

/** @throws CommandFailure with the problem's detail */
function valueOrFailure<Value>(result: Result<Value, Problem>): Value {
  if (result.ok) return result.value;
  const { code, detail } = result.failure;
  throw new CommandFailure(`${detail}${hintOf(code)}`);
}

function hintOf(code: Problem["code"]): string {
  if (code === "ledger_differences") return " Resolve them, or add --despite-differences.";
  if (code === "ledger_imports_incomplete") return " If it can't be had, add --despite-differences.";
  return "";
}
