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

/** `amount` in minor units: all that is left unless given. `final`: what is left afterwards is released. */
export type CaptureInput = { readonly amount?: number; readonly final?: boolean };

/**
 * Takes a part of an authorization, or all that is left of it.
 *
 * @returns a problem when nothing was or will be captured; a movement that isn't `succeeded` is decided later
 */
export async function capturePayment(
  deps: PaymentDeps,
  scope: TenantScope,
  paymentId: string,
  input: CaptureInput,
  claim?: RequestClaim,
): Promise<Result<Moved, Problem>> {
  const moved = await moveMoney(deps, scope, paymentId, {
    kind: "capture",
    asked: input,
    plan: (trx, locked) => planCapture(trx, locked, input),
    claim,
  });
  return refusedBecause(moved);
}

async function planCapture(
  trx: TenantTransaction,
  { payment, attempts }: LockedPayment,
  input: CaptureInput,
): Promise<Result<MovementPlan, Problem>> {
  const attempt = approvedAttempt(attempts);
  if (payment.status !== "authorized" || !attempt) {
    return failed(
      problem(
        "payment_not_capturable",
        `The payment is ${payment.status}; only an authorized one can be captured.`,
      ),
    );
  }
  if (await hasReleaseUnderWay(trx, attempt)) return failed(inProgress);
  const left = amountCapturable(payment);
  const amount = input.amount ?? left;
  if (amount > left) {
    const detail = `${amount} is more than the ${left} that can still be captured, in minor units of ${payment.currency}.`;
    return failed(problem("capture_exceeds_authorized", detail, "/amount"));
  }
  const final = input.final === true || amount === left;
  return success({
    kind: "capture",
    attemptId: attempt.id,
    amount,
    final,
    late: false,
    reason: null,
    metadata: null,
  });
}

const inProgress = problem(
  "movement_in_progress",
  "A capture or void of this payment is under way; its outcome isn't known yet.",
);
