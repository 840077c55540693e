import type { DisputeFacts } from "../connectors/disputes.ts";
import type { DisputedCharge } from "../payments/dispute-reports/disputed-charge.ts";
import { isLive } from "../payments/state.ts";
import { moneyOf, type StoredDispute, stateOfStored } from "./dispute.ts";
import { type DisputeState, isOver, isReview, nextState, stateOf, takenIn } from "./state.ts";

/** Why a PSP's report of a dispute isn't applied. None of these is caused by a merchant: an operator has to look into it. */
export const quarantineReasons = [
  /** No charge with this key is known. */
  "unknown_charge",
  /** The charge was made at another account. */
  "account_mismatch",
  /** The dispute was about another charge before. */
  "charge_mismatch",
  "currency_mismatch",
  /** The charge took no money. */
  "charge_not_captured",
  /** All chargebacks together exceed the captured, or late, amount. */
  "amount_over_captured",
  /** The amount of the chargeback has changed. */
  "amount_changed",
  /** A stage and status that can't go together, such as an inquiry that was won, or a result that doesn't fit its lost amount. */
  "impossible_state",
  /** A chargeback is said to be an inquiry that took no money. */
  "contradiction",
  /** The PSP doesn't know the dispute. */
  "unknown_to_psp",
] as const;
export type QuarantineReason = (typeof quarantineReasons)[number];

export type Verdict =
  | {
      readonly kind: "fits";
      readonly from: DisputeState | null;
      readonly to: DisputeState | "no_change";
      /** The part that the customer keeps, in minor units; 0 before the decision. */
      readonly amountLost: number;
      /** What has come back during the review, in minor units. */
      readonly amountReturned: number;
    }
  /** The dispute has ended, and the report says something else, but may be older than the end. The PSP is asked again. */
  | { readonly kind: "outdated" }
  /** The database doesn't know yet, or may have lost, that the charge took money. The PSP is asked again later. */
  | { readonly kind: "too_early" }
  | { readonly kind: "quarantined"; readonly reason: QuarantineReason };

/**
 * Compares a PSP's report of a dispute with the known charge and dispute (invariant 11). A chargeback may exceed what is left
 * after refunds: banks take back the paid amount, whether or not it was refunded.
 *
 * @param charge undefined if the PSP named a charge that isn't ours
 * @param account id of the connector account that was asked
 * @param isNewer whether the report is certainly newer than what is stored of the dispute
 */
export function matchFacts(
  facts: DisputeFacts,
  charge: DisputedCharge | undefined,
  known: StoredDispute | undefined,
  { account, isNewer }: { readonly account: string; readonly isNewer: boolean },
): Verdict {
  const reported = stateOf(facts);
  if (!charge) return quarantined("unknown_charge");
  if (charge.attempt.connectorAccount !== account) return quarantined("account_mismatch");
  if (known && !isOf(known, charge)) return quarantined("charge_mismatch");
  if (facts.currency !== charge.payment.currency) return quarantined("currency_mismatch");
  if (reported === undefined) return quarantined("impossible_state");
  const from = known ? stateOfStored(known) : null;
  const to = nextState(from, reported);
  if (to === "contradiction") return quarantined("contradiction");
  const amountLost = lostBy(facts);
  const amountReturned = returnedBy(facts, known);
  if (amountLost === undefined || amountReturned === undefined) return quarantined("impossible_state");
  const isOtherAmount = known?.stage === facts.stage && known.amount !== facts.amount;
  if (isOtherAmount && (to === "no_change" || facts.stage === "chargeback"))
    return quarantined("amount_changed");
  // The same result as before, of another amount, is a change, too.
  const isSameResult = from === reported && known?.amountLost === amountLost;
  if (to === "no_change" && (from !== reported || isSameResult))
    return { kind: "fits", from, to, amountLost, amountReturned };
  if (from !== null && isOver(from) && !isNewer) return { kind: "outdated" };
  return matchAmount(facts, charge, known, { kind: "fits", from, to: reported, amountLost, amountReturned });
}

/** The part that the customer keeps by the PSP's decision, in minor units; undefined if it doesn't fit the result. */
function lostBy({ status, amount, amountLost }: DisputeFacts): number | undefined {
  if (status === "won") return inRange(amountLost ?? 0, 0, amount - 1);
  if (status === "lost") return inRange(amountLost ?? amount, 1, amount);
  return 0;
}

/**
 * What has come back during the review; undefined if it can't be. It stays as it was reported first, also after the decision, and
 * counts anew in the next review.
 */
function returnedBy(
  { stage, status, amount, amountReturned = 0 }: DisputeFacts,
  known: StoredDispute | undefined,
): number | undefined {
  const before = known?.amountReturned ?? 0;
  const [was, is] = [known && stateOf(known), stateOf({ stage, status })];
  if (is === undefined || isOver(is)) return before;
  const sinceBefore = was !== undefined && isReview(was) ? before : 0;
  return isReview(is) ? sinceBefore || inRange(amountReturned, 0, amount) : sinceBefore;
}

const inRange = (value: number, least: number, most: number): number | undefined =>
  value >= least && value <= most ? value : undefined;

/** Whether a known dispute is about the charge, and about the same money of its payment. */
function isOf(known: StoredDispute, { attempt, payment }: DisputedCharge): boolean {
  if (known.paymentId !== payment.id || known.late !== (attempt.status === "late")) return false;
  return known.attemptId === null || known.attemptId === attempt.id;
}

function matchAmount(
  { amount }: DisputeFacts,
  charge: DisputedCharge,
  known: StoredDispute | undefined,
  change: Extract<Verdict, { kind: "fits" }> & { readonly to: DisputeState },
): Verdict {
  if (isLive(charge.attempt.status)) return { kind: "too_early" };
  const money = disputableOf(charge);
  if (!money) return quarantined("charge_not_captured");
  const { held, lost } = takenIn({ state: change.to, amount, amountLost: change.amountLost });
  const before = takenIn(known ? moneyOf(known) : null);
  const others = money.disputed - before.held - before.lost;
  // A chargeback may be reported only after it was won. An inquiry takes nothing.
  const disputed = held + lost > 0 ? Math.max(amount, others + held + lost) : amount;
  if (disputed <= money.taken) return change;
  // A pending capture may have succeeded at the PSP already.
  const expected = money.taken + money.pending;
  return disputed <= expected ? { kind: "too_early" } : quarantined("amount_over_captured");
}

/** The money that the charge took, in minor units: the payment's own money, or late funds. */
type Disputable = { readonly taken: number; readonly pending: number; readonly disputed: number };

function disputableOf({ attempt, payment }: DisputedCharge): Disputable | undefined {
  if (attempt.status === "approved" || attempt.status === "failed") {
    const {
      amountCaptured,
      amountOverDisputed,
      amountCapturePending: pending,
      amountDisputed: disputed,
    } = payment;
    // A bank may have taken back what a capture, or the approval itself, had taken that failed later.
    return { taken: amountCaptured + amountOverDisputed, pending, disputed };
  }
  // A late authorization was released and took no money.
  if (attempt.status !== "late" || payment.amountLate === 0) return undefined;
  return { taken: payment.amountLate, pending: 0, disputed: payment.amountLateDisputed };
}

const quarantined = (reason: QuarantineReason): Verdict => ({ kind: "quarantined", reason });
