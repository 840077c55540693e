import type { AuthorizeOutcome } from "../../connectors/contract.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { unreachable } from "../../kernel/assert.ts";
import { Counter } from "../../kernel/counter.ts";
import { recordNumberedEvent } from "../../sessions/transition-session.ts";
import { comparePostponed } from "../compare/compare-postponed.ts";
import type { PaymentDeps } from "../deps.ts";
import { recordLateFunds, recordSurplus } from "../late-funds/record-late-funds.ts";
import type { Begun } from "../movements/begin-movement.ts";
import type { Approval } from "../payment.ts";
import { checkSoon, clearEvidence, setAmountReceived, setEvidence } from "../queries/attempts.ts";
import { acceptAmount } from "../queries/payments.ts";
import { describePayment } from "../read/describe-payment.ts";
import { enterReview } from "../review/enter-review.ts";
import { isLive } from "../state.ts";
import { type Decision, decideOutcome } from "./decide-outcome.ts";
import { type KnownAttempt, transitionAttempt } from "./transition-attempt.ts";

/** The result of applying an outcome. */
export type Applied =
  | "moved"
  | "part_received"
  | "no_change"
  | "late"
  | "needs_review"
  | "contradiction"
  | "evidence_mismatch"
  | "fenced_off";

/** Outcomes that changed an attempt, by kind. For the metrics. */
export const outcomesApplied = new Counter<AuthorizeOutcome["kind"]>([
  "approved",
  "declined",
  "failed",
  "action_required",
  "pending",
  "unknown",
]);

export type Written = {
  readonly applied: Applied;
  /** The movement that returns unexpected funds: recorded, to be carried out after the commit. */
  readonly return?: Begun | undefined;
};

/** Decides what an outcome changes and writes it. The caller holds the session's lock. */
export function decideAndWrite(
  deps: PaymentDeps,
  trx: TenantTransaction,
  known: KnownAttempt,
  outcome: AuthorizeOutcome,
): Promise<Written> {
  return writeDecision(deps, trx, known, decideOutcome(known, outcome, undefined));
}

/** Writes what an outcome changes and all that follows from it. The caller holds the session's lock. */
export async function writeDecision(
  deps: PaymentDeps,
  trx: TenantTransaction,
  known: KnownAttempt,
  decision: Decision,
): Promise<Written> {
  const { attempt } = known;
  switch (decision.kind) {
    case "older":
      await checkSoon(trx, attempt.id, true);
      return { applied: "no_change" };
    case "no_change":
    case "contradiction":
    case "evidence_mismatch":
      return { applied: decision.kind };
    case "part_received":
      await recordPart(deps, trx, known, decision.amountReceived);
      return { applied: "part_received" };
    case "review":
      await enterReview(deps, trx, known, decision.approval);
      return { applied: "needs_review" };
    case "late":
      countApplied(trx, "approved");
      if (!decision.isAsRequested) setEvidence(trx, attempt.id, decision.approval);
      return { applied: "late", return: await recordLateFunds(deps, trx, known, decision.approval) };
    case "unrecorded_surplus": {
      countApplied(trx, "approved");
      const { amount, surplus } = decision.approval;
      setAmountReceived(trx, attempt.id, amount + surplus);
      return { applied: "moved", return: await recordSurplus(deps, trx, known, surplus) };
    }
    case "transition":
      countApplied(trx, decision.outcome.kind);
      return { applied: "moved", return: await writeTransition(deps, trx, known, decision) };
    default:
      return unreachable(decision);
  }
}

const countApplied = (trx: TenantTransaction, kind: AuthorizeOutcome["kind"]): void =>
  trx.afterCommit(() => outcomesApplied.add(kind));

async function writeTransition(
  deps: PaymentDeps,
  trx: TenantTransaction,
  known: KnownAttempt,
  { next, outcome }: Extract<Decision, { kind: "transition" }>,
): Promise<Begun | undefined> {
  if (known.attempt.evidence !== null && isLive(known.attempt.status)) clearEvidence(trx, known.attempt.id);
  if (!isLive(next)) await comparePostponed(trx, known.attempt);
  if (isOtherAmount(outcome)) await acceptAmount(trx, known.payment.id, outcome.amount);
  const moved = await transitionAttempt(deps, trx, known, { next, outcome });
  if (isOtherAmount(outcome)) setEvidence(trx, known.attempt.id, outcome);
  if (outcome.kind !== "approved" || outcome.surplus === 0) return undefined;
  return recordSurplus(deps, trx, moved, outcome.surplus);
}

/** Whether the merchant's rules accepted another amount than was requested. */
const isOtherAmount = (outcome: AuthorizeOutcome): outcome is Approval =>
  outcome.kind === "approved" && outcome.amountAccepted === true;

/**
 * Records that a part of a transfer has arrived, and tells the merchant. Nothing is booked: until the transfer is complete
 * the PSP holds the money for the customer, and returns it if the rest never comes.
 */
async function recordPart(
  deps: PaymentDeps,
  trx: TenantTransaction,
  { attempt, payment }: KnownAttempt,
  amountReceived: number,
): Promise<void> {
  setAmountReceived(trx, attempt.id, amountReceived);
  const object = await describePayment(trx, payment);
  await recordNumberedEvent(deps, trx, "payment.partially_funded", payment.sessionId, object);
}
