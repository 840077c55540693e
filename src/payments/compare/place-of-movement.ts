import type { TenantTransaction } from "../../database/transaction.ts";
import { readLateFunds } from "../late-funds/read-late-funds.ts";
import type { MovementPlan } from "../movements/movement.ts";
import { isUnderWay } from "../movements/state.ts";
import type { Attempt, LockedPayment } from "../payment.ts";
import { amountCapturable } from "../state.ts";

/** A movement that a PSP lists and the database doesn't know. The amount is in minor units. */
type Unplaced = Pick<MovementPlan, "kind" | "amount"> & {
  readonly locked: LockedPayment;
  readonly attempt: Attempt;
  /** Its key says that it returns late funds or a surplus. */
  readonly isReturn: boolean;
};

/**
 * Which amounts a movement counts for: the payment's own, or the late funds of its attempt. `movement_mismatch` when it exceeds
 * both: a person has to look at it. `under_way` when it may fit later, if the PSP refuses a movement that is under way.
 */
export async function placeOf(
  trx: TenantTransaction,
  unplaced: Unplaced,
): Promise<"own" | "late" | "under_way" | "movement_mismatch"> {
  const { locked, attempt, kind, amount, isReturn } = unplaced;
  if (kind !== "refund") return placeOfRelease(unplaced);
  if (attempt.status !== "approved" && attempt.status !== "late") return "movement_mismatch";
  const { amountCaptured, amountRefunded, amountRefundPending } = locked.payment;
  const isOwn = attempt.status === "approved" && !isReturn;
  if (isOwn && amount <= amountCaptured - amountRefunded - amountRefundPending) return "own";
  const late = await readLateFunds(trx, { paymentId: attempt.paymentId, attemptId: attempt.id });
  if (amount <= late.surplus) return "late";
  const mayFit = isOwn && amount <= amountCaptured - amountRefunded;
  return mayFit || late.returns.some(({ status }) => isUnderWay(status)) ? "under_way" : "movement_mismatch";
}

/**
 * A capture or a void. The authorization of a declined or late attempt can be released, but not captured.
 */
function placeOfRelease({ locked, attempt, kind, amount }: Unplaced): "own" | "late" | "movement_mismatch" {
  if (attempt.status !== "approved") return kind === "void" ? "late" : "movement_mismatch";
  const left = amountCapturable(locked.payment);
  const isPossible = amount > 0 && (kind === "void" ? amount === left : amount <= left);
  return isPossible ? "own" : "movement_mismatch";
}
