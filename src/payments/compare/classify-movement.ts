import type { TenantTransaction } from "../../database/transaction.ts";
import { readLateFunds } from "../late-funds/read-late-funds.ts";
import type { MovementPlan } from "../movements/movement.ts";
import { isUnderWay } from "../movements/state.ts";
import type { Attempt, LockedPayment } from "../payment.ts";
import { amountCapturable, isChangeable } from "../state.ts";

/** A movement that a PSP lists and the database doesn't know. The amount is in minor units. */
type UnknownMovement = Pick<MovementPlan, "kind" | "amount"> & {
  readonly locked: LockedPayment;
  readonly attempt: Attempt;
  /** Its key says that it returns late funds or a surplus. */
  readonly isReturn: boolean;
};

/**
 * The amounts that a movement counts for: the payment's own, or the late funds of its attempt. `movement_mismatch` if it exceeds
 * both, for a person to look at. `under_way` if it may fit once the PSP has refused a movement that is in progress.
 */
export async function classifyMovement(
  trx: TenantTransaction,
  movement: UnknownMovement,
): Promise<"own" | "late" | "under_way" | "movement_mismatch"> {
  const { locked, attempt, kind, amount, isReturn } = movement;
  if (kind !== "refund") return classifyRelease(movement);
  if (!isChangeable(attempt.status) && attempt.status !== "late") return "movement_mismatch";
  const { amountCaptured, amountRefunded, amountRefundPending } = locked.payment;
  const isOwn = isChangeable(attempt.status) && !isReturn;
  if (isOwn && amount <= amountCaptured - amountRefunded - amountRefundPending) return "own";
  const late = await readLateFunds(trx, { paymentId: attempt.paymentId, attemptId: attempt.id });
  if (amount <= late.surplus) return "late";
  const mayFit = isOwn && amount <= amountCaptured - amountRefunded;
  return mayFit || late.returns.some(({ status }) => isUnderWay(status)) ? "under_way" : "movement_mismatch";
}

/** Classifies a capture or void. The authorization of a declined or late attempt can be released, but not captured. */
function classifyRelease({
  locked,
  attempt,
  kind,
  amount,
}: UnknownMovement): "own" | "late" | "movement_mismatch" {
  if (attempt.status !== "approved") return kind === "void" ? "late" : "movement_mismatch";
  const left = amountCapturable(locked.payment);
  const isPossible = amount > 0 && (kind === "void" ? amount === left : amount <= left);
  return isPossible ? "own" : "movement_mismatch";
}
