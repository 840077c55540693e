import type { TenantScope } from "../../database/transaction.ts";
import type { RequestClaim } from "../../database/undo-on-failure.ts";
import { type Problem, problem } from "../../kernel/problem.ts";
import { failed, type Result, success } from "../../kernel/result.ts";
import { mergeMetadata } from "../../sessions/metadata.ts";
import type { PaymentDeps } from "../deps.ts";
import { approvedAttempt } from "../payment.ts";
import type { RefundReason } from "../refunds/refund.ts";
import type { LockedPayment } from "./begin-movement.ts";
import { moveMoney } from "./move-money.ts";
import type { Movement, MovementPlan } from "./movement.ts";
import { isHeldByDisputes, refundable } from "./refundable.ts";

/** `amount` in minor units: all that is left unless given. */
export type RefundInput = {
  readonly amount?: number;
  readonly reason?: RefundReason | null;
  readonly metadata?: Readonly<Record<string, string>> | null;
};

/**
 * Gives captured money back, all or a part. However many are asked for at once, together with those that are on their way
 * they never exceed what was captured.
 *
 * @returns the refund as far as it got, `failed` too when the PSP refused it; a problem when there is no refund
 */
export async function refundPayment(
  deps: PaymentDeps,
  scope: TenantScope,
  paymentId: string,
  input: RefundInput,
  claim?: RequestClaim,
): Promise<Result<Movement, Problem>> {
  const moved = await moveMoney(deps, scope, paymentId, {
    kind: "refund",
    asked: input,
    plan: async (_trx, locked) => planRefund(locked, input),
    claim,
  });
  return moved.ok ? success(moved.value.movement) : moved;
}

function planRefund({ payment, attempts }: LockedPayment, input: RefundInput): Result<MovementPlan, Problem> {
  const attempt = approvedAttempt(attempts);
  if (payment.amountCaptured === 0 || !attempt) {
    return failed(problem("payment_not_refundable", "Nothing of the payment has been captured."));
  }
  const left = refundable(payment);
  const amount = input.amount ?? Math.max(left, 1);
  if (isHeldByDisputes(payment, amount)) {
    const detail = `The customer's bank holds ${payment.amountDisputed} of the payment back already.`;
    return failed(problem("payment_disputed", detail));
  }
  if (amount > left) {
    const detail = `${left} of the payment can still be refunded, in minor units of ${payment.currency}.`;
    return failed(problem("refund_exceeds_captured", detail, "/amount"));
  }
  const metadata =
    input.metadata === undefined
      ? success(payment.metadata)
      : mergeMetadata(payment.metadata, input.metadata);
  if (!metadata.ok) return metadata;
  return success({
    kind: "refund",
    attemptId: attempt.id,
    amount,
    final: false,
    late: false,
    reason: input.reason ?? null,
    metadata: metadata.value,
  });
}
