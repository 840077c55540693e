import type { AuthorizeOutcome } from "../../connectors/contract.ts";
import { type Approval, type Attempt, type Payment, surplusOf } from "../payment.ts";
import { type AttemptStatus, isChangeable, step } from "../state.ts";
import type { KnownAttempt } from "./transition-attempt.ts";

/** What an outcome changes. Amounts are minor units of the payment's currency. */
export type Decision =
  | { readonly kind: "no_change" }
  /** The attempt gets a new status. */
  | { readonly kind: "transition"; readonly next: AttemptStatus; readonly outcome: AuthorizeOutcome }
  /** More of a transfer has arrived, but not all of it: so far `amountReceived`. The attempt stays pending. */
  | { readonly kind: "part_received"; readonly amountReceived: number }
  /** An older version of Kassa applied the approval of a transfer without its surplus. */
  | { readonly kind: "unrecorded_surplus"; readonly approval: Approval }
  /** The PSP took money for an attempt that was given up. */
  | { readonly kind: "late"; readonly approval: Approval; readonly isAsRequested: boolean }
  /** The PSP approved another amount, currency or capture than was requested: the merchant decides. */
  | { readonly kind: "review"; readonly approval: Approval }
  /** The answer may be older than the attempt's last decision: nothing is applied, and the PSP is asked again. */
  | { readonly kind: "older" }
  /** Money of the attempt failed, and Kassa can't remove it from the ledger by itself: nothing is applied. A person must look into it. */
  | { readonly kind: "contradiction" }
  /** What the PSP reports doesn't match the attempt and can't be reviewed: nothing is applied. */
  | { readonly kind: "evidence_mismatch" };

/** An attempt as it was when the PSP was asked about it. */
export type WhenAsked = Pick<Attempt, "status" | "revision">;

/**
 * Decides what an outcome changes, by the state table and by what the PSP says it took.
 *
 * @param whenAsked an approval is taken back, or given again, only by an answer that was asked for after the last such decision
 */
export function decideOutcome(
  known: KnownAttempt,
  outcome: AuthorizeOutcome,
  whenAsked: WhenAsked | undefined,
): Decision {
  const { attempt, payment } = known;
  const next = step(attempt.status, outcome.kind);
  if (next === "no_change") return decideUnchanged(known, outcome);
  if (isChangeable(attempt.status)) {
    const isSame = whenAsked?.status === attempt.status && whenAsked.revision === attempt.revision;
    return isSame ? decideChanged(known, next, outcome) : { kind: "older" };
  }
  if (outcome.kind !== "approved") return { kind: "transition", next, outcome };
  const isAsRequested = matchesRequest(outcome, payment);
  if (isAsRequested && next !== "late") return { kind: "transition", next, outcome };
  if (attempt.status === "needs_review") return { kind: "no_change" };
  if (next !== "late") return { kind: "review", approval: outcome };
  // The payment's amounts can't hold late funds in another currency.
  if (outcome.currency !== payment.currency) return { kind: "evidence_mismatch" };
  return { kind: "late", approval: outcome, isAsRequested };
}

/** The PSP has changed its decision about an approved attempt. */
function decideChanged(
  { attempt, payment }: KnownAttempt,
  next: AttemptStatus,
  outcome: AuthorizeOutcome,
): Decision {
  const isCaptured = attempt.evidence?.captured ?? payment.captureMethod === "automatic";
  const isAsBefore =
    outcome.kind !== "approved" ||
    (outcome.captured &&
      outcome.currency === payment.currency &&
      outcome.amount === (attempt.evidence?.amount ?? payment.amount));
  // A transfer that has arrived doesn't fail. What was done with its surplus couldn't be undone.
  const isSimple = isCaptured && isAsBefore && surplusOf(attempt, payment) === 0;
  return isSimple ? { kind: "transition", next, outcome } : { kind: "contradiction" };
}

/** What can be new although the attempt's status stays: a part of a transfer, or a surplus. */
function decideUnchanged({ attempt, payment }: KnownAttempt, outcome: AuthorizeOutcome): Decision {
  if (attempt.status === "pending" && outcome.kind === "pending") {
    // PSP answers can arrive out of order: a smaller amount is an older one.
    const { amountReceived } = outcome;
    const isPart = amountReceived > (attempt.amountReceived ?? 0) && amountReceived < payment.amount;
    return isPart ? { kind: "part_received", amountReceived } : { kind: "no_change" };
  }
  if (outcome.kind === "failed" && attempt.status === "late") return { kind: "contradiction" };
  if (outcome.kind !== "approved" || !lacksSurplus(attempt, outcome)) return { kind: "no_change" };
  if (!matchesRequest(outcome, payment)) return { kind: "evidence_mismatch" };
  return { kind: "unrecorded_surplus", approval: outcome };
}

const lacksSurplus = ({ status, method, amountReceived }: Attempt, { surplus }: Approval): boolean =>
  surplus > 0 && status === "approved" && method === "bank_transfer" && amountReceived === null;

/**
 * Whether the PSP took what was requested: the same amount, or one that the merchant's rules accept, and the same currency,
 * captured or only authorized.
 */
function matchesRequest(approval: Approval, payment: Payment): boolean {
  if (approval.captured !== (payment.captureMethod === "automatic")) return false;
  if (approval.currency !== payment.currency) return false;
  return approval.amount === payment.amount || approval.amountAccepted === true;
}
