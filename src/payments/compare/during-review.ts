import type { ListedCharge } from "../../connectors/contract.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { present } from "../../kernel/assert.ts";
import type { KnownAttempt } from "../attempts/transition-attempt.ts";
import type { PaymentDeps } from "../deps.ts";
import type { MovementKind } from "../movements/state.ts";
import type { Attempt } from "../payment.ts";
import { checkSoon, compareAfterwards } from "../queries/attempts.ts";
import { carryOutDecision, findImpossible, type ReviewDecision } from "../review/review-payment.ts";

/**
 * What a merchant had decided about a payment that needs a review, by a movement that Kassa made at the PSP: before a
 * decision it makes none, so a restored backup has forgotten the decision. Undefined for a void, which follows a return of
 * what was reserved as well as an accepted authorization.
 */
export function decisionShownBy(kind: MovementKind, isReturn: boolean): ReviewDecision | undefined {
  if (isReturn) return "return";
  return kind === "void" ? undefined : "accept";
}

/** Makes a forgotten decision once more. The caller holds the session's lock. False when it can't have been made. */
export async function recallDecision(
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
      "the PSP's list shows what was decided about a payment under review; the decision had been forgotten",
    ),
  );
  return true;
}

/**
 * Has a movement wait for the review, which says what it belongs to. The rest of the account isn't kept waiting. A void may
 * have ended the review: the PSP is asked at once.
 */
export async function awaitReview(
  trx: TenantTransaction,
  { id, compareFrom }: Attempt,
  { kind, charge }: { readonly kind: MovementKind; readonly charge: ListedCharge },
): Promise<"awaits_review"> {
  compareAfterwards(trx, id, charge.changedAt);
  if (kind === "void" && compareFrom === null) await checkSoon(trx, id);
  return "awaits_review";
}
