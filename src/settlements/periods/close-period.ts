import type { Database } from "../../database/database.ts";
import type { TenantScope, TenantTransaction } from "../../database/transaction.ts";
import { findCurrency } from "../../kernel/currency.ts";
import { toDecimalString } from "../../kernel/money.ts";
import { type Problem, problem } from "../../kernel/problem.ts";
import { failed, type Result, success } from "../../kernel/result.ts";
import { unsettled, waitUntilSettled } from "../../ledger/wait-until-settled.ts";
import { findObstacles, lastClosed, type Obstacles } from "./find-differences.ts";
import type { Importers } from "./incomplete-imports.ts";
import { endOf, type Month, nextMonth } from "./month.ts";
import type { Difference, Period } from "./period.ts";
import { currentMonth, lockWritersOfTheBooks, reopen, selectPeriods, upsertPeriod } from "./queries.ts";

export type CloseRequest = {
  readonly month: Month;
  /** Closes it although there are differences, or imports haven't reached its end. */
  readonly despiteDifferences?: boolean;
};

/**
 * To be called before `closePeriod`, outside of its transaction: waits until nobody who began to post in the month is still
 * uncommitted. Afterwards, real time is past the month. Returns the problem if that takes too long.
 */
export async function waitForPostings(
  database: Database,
  scope: TenantScope,
  month: Month,
): Promise<Result<void, Problem>> {
  return (await waitUntilSettled(database, scope, endOf(month))) ? success(undefined) : failed(unsettled);
}

/**
 * Closes a month: from the commit on nothing is posted with a time in it. A month that is closed already stays as it is.
 *
 * Fails with `ledger_period_not_closable` if the month isn't over or isn't the next one, and with
 * `ledger_imports_incomplete` or `ledger_differences`.
 *
 * @param importers read before the transaction
 */
export async function closePeriod(
  trx: TenantTransaction,
  { month, despiteDifferences = false }: CloseRequest,
  importers: Importers,
): Promise<Result<Period, Problem>> {
  await lockWritersOfTheBooks(trx);
  const periods = await selectPeriods(trx);
  const known = periods.find((period) => period.month === month);
  if (known?.status === "closed") return success(known);
  const fault = await notClosable(trx, month, lastClosed(periods));
  if (fault) return failed(fault);
  const obstacles = await findObstacles(trx, { month, periods, importers });
  const refusal = refusalOf(month, obstacles);
  if (refusal && !despiteDifferences) return failed(refusal);
  await upsertPeriod(trx, month, endOf(month), obstacles);
  return findPeriod(trx, month);
}

async function notClosable(
  trx: TenantTransaction,
  month: Month,
  last: Month | undefined,
): Promise<Problem | undefined> {
  const current = await currentMonth(trx);
  if (month >= current) return refuse(`${month} isn't over: the current month is ${current}, in UTC.`);
  const next = last === undefined ? month : nextMonth(last);
  return month === next ? undefined : refuse(`${last} is the last closed month. The next one is ${next}.`);
}

/**
 * Opens the last closed month again, with the reason. Fails with `ledger_period_not_closable` for any other month.
 */
export async function reopenPeriod(
  trx: TenantTransaction,
  { month, reason }: { readonly month: Month; readonly reason: string },
): Promise<Result<Period, Problem>> {
  const last = lastClosed(await selectPeriods(trx));
  if (last === undefined) return failed(refuse("No month is closed."));
  if (last !== month || !(await reopen(trx, month, reason)))
    return failed(refuse(`Only the last closed month can be reopened: ${last}.`));
  return findPeriod(trx, month);
}

async function findPeriod(trx: TenantTransaction, month: Month): Promise<Result<Period, Problem>> {
  const period = (await selectPeriods(trx)).find((each) => each.month === month);
  return period ? success(period) : failed(refuse(`${month} was never closed.`));
}

const refuse = (detail: string): Problem => problem("ledger_period_not_closable", detail, "/month");

/** Imports come first: what they bring may explain differences, and make others. */
function refusalOf(month: Month, { differences, incompleteImports }: Obstacles): Problem | undefined {
  if (incompleteImports.length > 0) {
    const details = incompleteImports.map(({ detail }) => detail).join(" ");
    return problem("ledger_imports_incomplete", `${month}: ${details}`);
  }
  if (differences.length === 0) return undefined;
  return problem("ledger_differences", `${month}: ${differences.map(describeDifference).join("; ")}.`);
}

/** A difference as a clause, as "3 settlement lines of ca_… aren't explained: 7.77 EUR". */
export function describeDifference({ kind, connectorAccount, currency, count, amount }: Difference): string {
  const exponent = findCurrency(currency)?.exponent;
  const sum = `${exponent === undefined ? amount : toDecimalString(amount, exponent)} ${currency}`;
  return kind === "exception"
    ? `settlement lines of ${connectorAccount} that Kassa can't explain: ${count}, ${sum}`
    : `payments, refunds and disputes of ${connectorAccount} that aren't settled: ${count}, ${sum}`;
}
