import type { ListedCharge } from "../../connectors/contract.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { present } from "../../kernel/assert.ts";
import type { KnownAttempt } from "../attempts/transition-attempt.ts";
import type { PaymentDeps } from "../deps.ts";
import type { MovementKind } from "../movements/state.ts";
import type { Attempt } from "../payment.ts";
import { checkSoon, postponeComparison } from "../queries/attempts.ts";
import { carryOutDecision, findImpossible, type ReviewDecision } from "../review/review-payment.ts";

/**
 * The merchant's decision about a payment under review that a movement which Kassa made at the PSP implies. Kassa makes no
 * movement before the decision, so a restored backup is missing it. Undefined for a void, which may follow both decisions: it
 * releases a returned authorization or an accepted one.
 */
export function decisionImpliedBy(kind: MovementKind, isReturn: boolean): ReviewDecision | undefined {
  if (isReturn) return "return";
  return kind === "void" ? undefined : "accept";
}

/** Carries out a forgotten decision again. The caller holds the session's lock. False if that decision was never possible. */
export async function restoreDecision(
  deps: PaymentDeps,
  trx: TenantTransaction,
  known: KnownAttempt,
  decision: ReviewDecision,
): Promise<boolean> {
  const evidence = present(known.attempt.evidence, "the evidence of an attempt that needs a review");
  if (findImpossible({ decision, evidence }, known.payment)) return false;
  await carryOutDecision(deps, trx, known, { decision, evidence });
  trx.afterCommit(() =>
    deps.log.warn(
      { attempt: known.attempt.id, decision },
      "the PSP's list shows the decision about a payment under review, which a restored database lacked",
    ),
  );
  return true;
}

/**
 * Postpones a movement until the review decides which amounts it counts for, without delaying the rest of the account. A void may
 * have ended the review, so the attempt is checked at the PSP at once.
 */
export async function awaitReview(
  trx: TenantTransaction,
  { id, compareFrom }: Attempt,
  { kind, charge }: { readonly kind: MovementKind; readonly charge: ListedCharge },
): Promise<"awaits_review"> {
  postponeComparison(trx, id, charge.changedAt);
  if (kind === "void" && compareFrom === null) await checkSoon(trx, id);
  return "awaits_review";
}
