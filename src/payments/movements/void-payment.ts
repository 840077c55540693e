import type { TenantScope, TenantTransaction } from "../../database/transaction.ts";
import type { RequestClaim } from "../../database/undo-on-failure.ts";
import { type Problem, problem } from "../../kernel/problem.ts";
import { failed, type Result, success } from "../../kernel/result.ts";
import type { PaymentDeps } from "../deps.ts";
import { approvedAttempt } from "../payment.ts";
import { hasReleaseUnderWay } from "../queries/movements.ts";
import { amountCapturable } from "../state.ts";
import type { LockedPayment } from "./begin-movement.ts";
import { type Moved, moveMoney } from "./move-money.ts";
import type { MovementPlan } from "./movement.ts";
import { refusedBecause } from "./refused-because.ts";

/**
 * Releases what has not been captured of an authorization. After partial captures the payment is then `captured`.
 *
 * @returns a problem when nothing was or will be released; a movement that isn't `succeeded` is decided later
 */
export async function voidPayment(
  deps: PaymentDeps,
  scope: TenantScope,
  paymentId: string,
  claim?: RequestClaim,
): Promise<Result<Moved, Problem>> {
  const moved = await moveMoney(deps, scope, paymentId, {
    kind: "void",
    asked: {},
    plan: (trx, locked) => planVoid(trx, locked, "requested"),
    claim,
  });
  return refusedBecause(moved);
}

/** What a release of all that is left would be. `lapsed`: the time in which it could be captured is over. */
export async function planVoid(
  trx: TenantTransaction,
  { payment, attempts }: LockedPayment,
  reason: "requested" | "lapsed",
): Promise<Result<MovementPlan, Problem>> {
  const attempt = approvedAttempt(attempts);
  if (payment.status !== "authorized" || !attempt) {
    return failed(
      problem(
        "payment_not_voidable",
        `The payment is ${payment.status}; there is no authorization to release.`,
      ),
    );
  }
  if (await hasReleaseUnderWay(trx, attempt)) {
    return failed(
      problem(
        "movement_in_progress",
        "A capture or void of this payment is under way; its outcome isn't known yet.",
      ),
    );
  }
  const amount = amountCapturable(payment);
  return success({
    kind: "void",
    attemptId: attempt.id,
    amount,
    final: false,
    late: false,
    reason,
    metadata: null,
  });
}
