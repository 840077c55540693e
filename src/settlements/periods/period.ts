import type { Mode } from "../../kernel/mode.ts";
import type { Month } from "./month.ts";

export const periodStatuses = ["closed", "reopened"] as const;

/**
 * - exception: settlement lines that Kassa can't explain; the amount is their gross amount
 * - not_settled: payments, refunds and disputes that no settlement line, or one of another amount, has cleared; the amount is what they
 *   leave in psp_clearing
 */
export const differenceKinds = ["exception", "not_settled"] as const;

/** What doesn't agree between the ledger and a PSP, by connector account and currency. */
export type Difference = {
  readonly kind: (typeof differenceKinds)[number];
  readonly connectorAccount: string;
  readonly currency: string;
  readonly count: number;
  /** Minor units. */
  readonly amount: number;
  /** The ids of up to 20 of them: settlement lines; attempts, captures, refunds and disputes. */
  readonly examples: readonly string[];
};

/** An account whose import hasn't reached the end of a month, so that what was booked in it isn't known. */
export type IncompleteImport = {
  /** The connector account or bank account. */
  readonly account: string;
  /** Until when everything is imported: RFC 3339, of a bank account the last day, as 2026-10-31. Null if nothing is. */
  readonly completeUntil: string | null;
  /** A sentence that says what to run or to hand over. */
  readonly detail: string;
};

/** A month that was closed. */
export type Period = {
  readonly mode: Mode;
  readonly month: Month;
  readonly status: (typeof periodStatuses)[number];
  readonly closedAt: Date;
  /** Those despite which it was closed, and the accounts whose imports hadn't reached its end. */
  readonly differences: readonly Difference[];
  readonly incompleteImports: readonly IncompleteImport[];
  readonly reason: string | null;
};

/** The API's object `ledger.period`. */
export const toApiPeriod = (period: Period) => ({
  object: "ledger.period",
  mode: period.mode,
  month: period.month,
  status: period.status,
  closedAt: period.closedAt.toISOString(),
  differences: period.differences,
  incompleteImports: period.incompleteImports,
  reason: period.reason,
});
