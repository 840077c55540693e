import type { AuthorizeOutcome } from "../../connectors/contract.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { Counter } from "../../kernel/counter.ts";
import { comparePostponed } from "../compare/compare-postponed.ts";
import type { PaymentDeps } from "../deps.ts";
import { recordLateMoney, recordSurplus } from "../late-money/late-money.ts";
import type { Begun } from "../movements/begin-movement.ts";
import type { Approval, Attempt, Payment } from "../payment.ts";
import { clearEvidence, setAmountReceived, setEvidence } from "../queries/attempts.ts";
import { enterReview } from "../review/enter-review.ts";
import { type AttemptStatus, isLive, step } from "../state.ts";
import { recordPart } from "./record-part.ts";
import { type KnownAttempt, transitionAttempt } from "./transition-attempt.ts";

/** What came of applying an outcome. */
export type Applied =
  | "moved"
  | "part_received"
  | "no_change"
  | "late"
  | "needs_review"
  | "evidence_mismatch"
  | "fenced_off";

/** Outcomes that changed an attempt. */
export const outcomesApplied = new Counter<AuthorizeOutcome["kind"]>([
  "approved",
  "declined",
  "action_required",
  "pending",
  "unknown",
]);

export type Decided = {
  readonly applied: Applied;
  /** What returns money that was not expected: recorded, and to be carried out after the commit. */
  readonly return?: Begun | undefined;
};

/** Writes what an outcome makes of an attempt, and all that follows from it. The caller holds the session's lock. */
export async function decideOutcome(
  deps: PaymentDeps,
  trx: TenantTransaction,
  known: KnownAttempt,
  outcome: AuthorizeOutcome,
): Promise<Decided> {
  const decided = await decide(deps, trx, known, outcome);
  const { applied } = decided;
  if (applied === "moved" || applied === "late") trx.afterCommit(() => outcomesApplied.add(outcome.kind));
  return decided;
}

async function decide(
  deps: PaymentDeps,
  trx: TenantTransaction,
  known: KnownAttempt,
  outcome: AuthorizeOutcome,
): Promise<Decided> {
  const next = step(known.attempt.status, outcome.kind);
  if (next === "no_change") return decideUnchanged(deps, trx, known, outcome);
  if (outcome.kind === "approved" && !evidenceMatches(outcome, known.payment))
    return decideMismatch(deps, trx, known, { next, outcome });
  if (outcome.kind === "approved" && next === "late")
    return { applied: "late", return: await recordLateMoney(deps, trx, known, outcome) };
  if (known.attempt.evidence !== null) clearEvidence(trx, known.attempt.id);
  if (!isLive(next)) await comparePostponed(trx, known.attempt);
  const moved = await transitionAttempt(deps, trx, known, { next, outcome });
  if (outcome.kind !== "approved" || outcome.surplus === 0) return { applied: "moved" };
  return { applied: "moved", return: await recordSurplus(deps, trx, moved, outcome.surplus) };
}

/**
 * The PSP approved what wasn't asked for. Of an attempt that was given up it is late money like any other; another attempt
 * waits for the merchant's decision. Money of another currency has no place in the payment's amounts when it comes late.
 */
async function decideMismatch(
  deps: PaymentDeps,
  trx: TenantTransaction,
  known: KnownAttempt,
  { next, outcome }: { next: AttemptStatus; outcome: Approval },
): Promise<Decided> {
  const { attempt, payment } = known;
  if (attempt.status === "needs_review") return { applied: "no_change" };
  if (next !== "late") {
    await enterReview(deps, trx, known, outcome);
    return { applied: "needs_review" };
  }
  if (outcome.currency !== payment.currency) return { applied: "evidence_mismatch" };
  setEvidence(trx, attempt.id, outcome);
  return { applied: "late", return: await recordLateMoney(deps, trx, known, outcome) };
}

/** What can be new although no state changes: a part of a transfer, or a surplus. */
async function decideUnchanged(
  deps: PaymentDeps,
  trx: TenantTransaction,
  known: KnownAttempt,
  outcome: AuthorizeOutcome,
): Promise<Decided> {
  if (await recordPart(deps, trx, known, outcome)) return { applied: "part_received" };
  if (!isUnrecordedSurplus(known.attempt, outcome)) return { applied: "no_change" };
  if (!evidenceMatches(outcome, known.payment)) return { applied: "evidence_mismatch" };
  const { attempt } = known;
  setAmountReceived(trx, attempt.id, outcome.amount + outcome.surplus);
  return { applied: "moved", return: await recordSurplus(deps, trx, known, outcome.surplus) };
}

/** Whether the surplus of an approved transfer isn't recorded: an older version of Kassa applied the approval. */
function isUnrecordedSurplus(
  { status, method, amountReceived }: Attempt,
  outcome: AuthorizeOutcome,
): outcome is Approval {
  if (outcome.kind !== "approved" || outcome.surplus === 0) return false;
  return status === "approved" && method === "bank_transfer" && amountReceived === null;
}

/** Whether the PSP took what was asked for: the same amount and currency, captured or authorized as requested. */
function evidenceMatches(outcome: Approval, payment: Payment): boolean {
  if (outcome.captured !== (payment.captureMethod === "automatic")) return false;
  return outcome.amount === payment.amount && outcome.currency === payment.currency;
}
