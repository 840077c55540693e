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

/** Where the late money of one attempt is. Amounts are minor units. */
export type LateMoney = {
  /** What of it the ledger holds as surplus: neither kept, nor returned, nor lost in a dispute. */
  readonly surplus: number;
  readonly returns: readonly Pick<LateReturn, "status" | "amount" | "failureReason">[];
  readonly disputes: readonly Pick<LateChargeback, "amount" | "isOver">[];
};

/** Reads where an attempt's late money is. The caller holds the session's lock. */
export async function readLateMoney(trx: TenantTransaction, late: LateAttempt): Promise<LateMoney> {
  const returns = await listLateReturns(trx, late);
  const disputes = await listLateChargebacks(trx, late);
  const sources = [late.attemptId, ...[...returns, ...disputes].map(({ id }) => id)];
  // A credit, which the books count negative.
  const surplus = -(await sumPosted(trx, "surplus", sources));
  return { surplus, returns, disputes };
}

/** Whether a return was refused because a bank held the money. */
export const isHeldUp = ({ status, failureReason }: Pick<LateReturn, "status" | "failureReason">): boolean =>
  status === "failed" && failureReason === "charge_disputed";

/**
 * How much of it is to be sent back now, after disputes have held it up. What is on its way, or in another dispute, isn't.
 * A return that failed for any other reason was left to a person, who may have sent the money back in another way. And
 * each refusal has to wait for the end of a dispute, or a PSP that goes on to refuse would be asked without end.
 */
export function amountToReturn({ surplus, returns, disputes }: LateMoney): number {
  const failed = returns.filter(({ status }) => status === "failed");
  if (!failed.every(isHeldUp)) return 0;
  if (failed.length > disputes.filter(({ isOver }) => isOver).length) return 0;
  const underWay = sumOf(returns.filter(({ status }) => isUnderWay(status)));
  const held = sumOf(disputes.filter(({ isOver }) => !isOver));
  return Math.max(0, surplus - underWay - held);
}

const sumOf = (parts: readonly { readonly amount: number }[]): number =>
  parts.reduce((sum, { amount }) => sum + amount, 0);
