import type { DisputeFacts } from "../connectors/contract.ts";
import type { DisputedCharge } from "../payments/dispute-reports/disputed-charge.ts";
import { isLive } from "../payments/state.ts";
import { type StoredDispute, stateOfStored } from "./dispute.ts";
import { type DisputeState, holdsMoney, stateOf, step } from "./state.ts";

/** Why a PSP's word on a dispute is not applied. None of it is a merchant's doing: somebody has to look. */
export const quarantineReasons = [
  /** The disputed charge is none that this account ever made. */
  "unknown_charge",
  /** The charge was made at another account. */
  "account_mismatch",
  /** The same dispute was about another charge before. */
  "charge_mismatch",
  "currency_mismatch",
  /** No money was taken by the charge. */
  "charge_not_captured",
  /** More than was captured, or came late, in all chargebacks of that together. */
  "amount_over_captured",
  /** Another amount than this chargeback had. */
  "amount_changed",
  /** An inquiry that is won, or the like. */
  "impossible_state",
  /** It was over, in another way. */
  "contradiction",
  /** The PSP itself doesn't know it. */
  "unknown_to_psp",
] as const;
export type QuarantineReason = (typeof quarantineReasons)[number];

export type Verdict =
  | { readonly kind: "fits"; readonly from: DisputeState | null; readonly to: DisputeState | "no_change" }
  /** We don't know yet that the charge took money, or may have forgotten it; the PSP is asked again later. */
  | { readonly kind: "too_early" }
  | { readonly kind: "quarantined"; readonly reason: QuarantineReason };

/**
 * Holds what a PSP says of a dispute against what is known of the charge and of the dispute (invariant 11). A chargeback
 * may be larger than what is left after refunds: banks take back what was paid, whether or not it was returned before.
 *
 * @param charge undefined when the PSP named none of ours
 * @param account id of the connector account that was asked
 */
export function matchFacts(
  facts: DisputeFacts,
  charge: DisputedCharge | undefined,
  known: StoredDispute | undefined,
  account: string,
): Verdict {
  const said = stateOf(facts);
  if (!charge) return quarantined("unknown_charge");
  if (charge.attempt.connectorAccount !== account) return quarantined("account_mismatch");
  if (known && !isOf(known, charge)) return quarantined("charge_mismatch");
  if (facts.currency !== charge.payment.currency) return quarantined("currency_mismatch");
  if (said === undefined) return quarantined("impossible_state");
  const from = known ? stateOfStored(known) : null;
  const to = step(from, said);
  if (to === "contradiction") return quarantined("contradiction");
  if (to === "no_change") {
    const changed = known?.stage === facts.stage && known.amount !== facts.amount;
    return changed ? quarantined("amount_changed") : { kind: "fits", from, to };
  }
  if (known?.stage === "chargeback" && known.amount !== facts.amount) return quarantined("amount_changed");
  return matchAmount(facts, charge, from, to);
}

/** Whether a known dispute is about the charge, and about the same money of its payment. */
function isOf(known: StoredDispute, { attempt, payment }: DisputedCharge): boolean {
  if (known.paymentId !== payment.id || known.late !== (attempt.status === "late")) return false;
  return known.attemptId === null || known.attemptId === attempt.id;
}

function matchAmount(
  facts: DisputeFacts,
  charge: DisputedCharge,
  from: DisputeState | null,
  to: DisputeState,
): Verdict {
  if (isLive(charge.attempt.status)) return { kind: "too_early" };
  const money = disputableOf(charge);
  if (!money) return quarantined("charge_not_captured");
  const held = holdsMoney(to) && !holdsMoney(from) ? money.disputed : 0;
  if (held + facts.amount <= money.taken) return { kind: "fits", from, to };
  // The PSP may have captured what we haven't heard of yet.
  const soon = money.taken + money.underWay;
  return held + facts.amount <= soon ? { kind: "too_early" } : quarantined("amount_over_captured");
}

/** What a dispute of the charge can be about, in minor units: the payment's own money, or what came late. */
type Disputable = { readonly taken: number; readonly underWay: number; readonly disputed: number };

function disputableOf({ attempt, payment }: DisputedCharge): Disputable | undefined {
  if (attempt.status === "approved") {
    const { amountCaptured: taken, amountCapturePending: underWay, amountDisputed: disputed } = payment;
    return { taken, underWay, disputed };
  }
  // What was only reserved too late was released, and took nothing.
  if (attempt.status !== "late" || payment.amountLate === 0) return undefined;
  return { taken: payment.amountLate, underWay: 0, disputed: payment.amountLateDisputed };
}

const quarantined = (reason: QuarantineReason): Verdict => ({ kind: "quarantined", reason });
