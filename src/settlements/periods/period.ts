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

/** A month that was closed. */
export type Period = {
  readonly mode: Mode;
  readonly month: Month;
  readonly status: (typeof periodStatuses)[number];
  readonly closedAt: Date;
  readonly differences: readonly Difference[];
  readonly reason: string | null;
};

/** The API's object `ledger.period`. */
export const toApiPeriod = ({ mode, month, status, closedAt, differences, reason }: Period) => ({
  object: "ledger.period",
  mode,
  month,
  status,
  closedAt: closedAt.toISOString(),
  differences,
  reason,
});
