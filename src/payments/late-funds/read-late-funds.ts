import type { TenantTransaction } from "../../database/transaction.ts";
import { sumPosted } from "../../ledger/posted.ts";
import { isUnderWay } from "../movements/state.ts";
import {
  type LateAttempt,
  type LateChargeback,
  type LateReturn,
  listLateChargebacks,
  listLateReturns,
} from "../queries/late.ts";

/** Where the late funds of one attempt are now. Amounts are minor units. */
export type LateFunds = {
  /** The part that the ledger still holds as surplus: not kept, not returned, not lost in a dispute. */
  readonly surplus: number;
  readonly returns: readonly Pick<LateReturn, "status" | "amount" | "failureReason">[];
  readonly disputes: readonly Pick<LateChargeback, "amount" | "isOver">[];
};

/** Reads where an attempt's late funds are now. The caller holds the session's lock. */
export async function readLateFunds(trx: TenantTransaction, late: LateAttempt): Promise<LateFunds> {
  const returns = await listLateReturns(trx, late);
  const disputes = await listLateChargebacks(trx, late);
  const sources = [late.attemptId, ...[...returns, ...disputes].map(({ id }) => id)];
  // It is a credit balance, which the ledger counts as negative.
  const surplus = -(await sumPosted(trx, "surplus", sources));
  return { surplus, returns, disputes };
}

/** Whether the PSP refused a return because of a dispute. */
export const isBlockedByDispute = ({
  status,
  failureReason,
}: Pick<LateReturn, "status" | "failureReason">): boolean =>
  status === "failed" && failureReason === "charge_disputed";

/**
 * The late funds to return now that a dispute which blocked its return has ended. Excludes money in a pending return and
 * in other open disputes. Returns nothing after a return that failed for another reason: a person handles that one, and may
 * have returned the money in another way. Each refusal has to be matched by a dispute that has ended since; otherwise a PSP
 * that keeps refusing would be asked without end.
 */
export function amountToReturn({ surplus, returns, disputes }: LateFunds): number {
  const failed = returns.filter(({ status }) => status === "failed");
  if (!failed.every(isBlockedByDispute)) return 0;
  if (failed.length > disputes.filter(({ isOver }) => isOver).length) return 0;
  const underWay = sumOf(returns.filter(({ status }) => isUnderWay(status)));
  const held = sumOf(disputes.filter(({ isOver }) => !isOver));
  return Math.max(0, surplus - underWay - held);
}

const sumOf = (parts: readonly { readonly amount: number }[]): number =>
  parts.reduce((sum, { amount }) => sum + amount, 0);
