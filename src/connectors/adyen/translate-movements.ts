import type {
  CaptureRequest,
  ChargeRef,
  FindMovementRequest,
  MovementOutcome,
  RefundRequest,
} from "../contract.ts";
import type { MovementRefusal } from "../reasons.ts";
import { fromAdyen } from "./amounts.ts";
import type { ChargeState } from "./charge-state.ts";
import { type Folded, haveSucceeded, type Modification } from "./fold.ts";
import { restKey } from "./rest-key.ts";
import { capturesOnce, chargeFacts, sum } from "./translate.ts";
import { type Unknown, unknown } from "./unknown.ts";

export type CertainMovement = Exclude<MovementOutcome, { kind: "unknown" }>;

export const findIn = (all: readonly Modification[], key: string): Modification | undefined =>
  all.find(({ merchantReference }) => merchantReference === key);

export function outcomeOf({ state, pspReference, reason }: Modification): CertainMovement {
  if (state === "succeeded") return { kind: "succeeded", pspReference };
  return { kind: "refused", reason: refusalReason(reason ?? "") };
}

/** The texts of Adyen's notifications, of which it publishes no list. */
const refusals: readonly (readonly [RegExp, MovementRefusal])[] = [
  [/has been captured|already captured/i, "already_captured"],
  [/has been cancell?ed|already cancell?ed/i, "already_voided"],
  [/expired card/i, "expired_card"],
  [/authori[sz]ation.*expired|expired/i, "authorization_lapsed"],
  [/insufficient balance on payment|amount too high/i, "amount_too_large"],
  [/insufficient (?:balance|funds)/i, "insufficient_balance"],
  [/chargeback|disputed/i, "charge_disputed"],
  [/account closed/i, "account_closed"],
  [/lost|stolen/i, "lost_or_stolen_card"],
];

const refusalReason = (text: string): MovementRefusal =>
  refusals.find(([pattern]) => pattern.test(text))?.[1] ?? "refused_by_psp";

/** Whether a modification is the one that Kassa requested. */
export function isSame(found: Modification, { amount, charge }: FindMovementRequest): boolean {
  const money = fromAdyen(found);
  return (amount === null || money?.amount === amount) && money?.currency === charge.currency;
}

type Amounts = { readonly authorized: number; readonly captured: number; readonly refunded: number };

/** Minor units. Of a payment whose approval was read from the session's result, the requested amount is known. */
function amountsOf(folded: Folded, charge: ChargeRef): Amounts | undefined {
  const { authorisation: fact } = folded;
  const authorized = fact ? fromAdyen(fact)?.amount : charge.amount;
  if (authorized === undefined) return undefined;
  const captured = sum(haveSucceeded(folded.captures));
  const refunded = sum(haveSucceeded(folded.refunds));
  return captured === undefined || refunded === undefined ? undefined : { authorized, captured, refunded };
}

/** Why a capture can't be made; undefined if the facts show nothing against it. */
export function captureFault(
  folded: Folded,
  { charge, amount, currency, final }: CaptureRequest,
): MovementRefusal | undefined {
  if (charge.capture === "automatic") return "already_captured";
  if (haveSucceeded(folded.cancellations).length > 0) return "already_voided";
  if (folded.expiredAt !== null) return "authorization_lapsed";
  const amounts = amountsOf(folded, charge);
  if (!amounts || currency !== charge.currency) return "refused_by_psp";
  const open = amounts.authorized - amounts.captured;
  if (capturesOnce(charge) && amounts.captured > 0) return "already_captured";
  if (amount > open) return "amount_too_large";
  // Adyen would release the rest, which the merchant wants to capture later.
  return capturesOnce(charge) && !final && amount < open ? "refused_by_psp" : undefined;
}

/** Whether a last capture has left a rest whose cancellation isn't decided. */
export function keepsRest(folded: Folded, { charge, idempotencyKey, final }: FindMovementRequest): boolean {
  if (final !== true || capturesOnce(charge) || folded.expiredAt !== null) return false;
  if (findIn(folded.cancellations, restKey(idempotencyKey))) return false;
  const amounts = amountsOf(folded, charge);
  return amounts !== undefined && amounts.captured < amounts.authorized;
}

/** Why a refund can't be made; undefined if the facts show nothing against it. */
export function refundFault(
  folded: Folded,
  { charge, amount, currency }: RefundRequest,
): MovementRefusal | undefined {
  const amounts = amountsOf(folded, charge);
  if (!amounts || currency !== charge.currency) return "refused_by_psp";
  const captured = charge.capture === "automatic" ? amounts.authorized : amounts.captured;
  return amount > captured - amounts.refunded ? "amount_too_large" : undefined;
}

/** What a void has to do, or its outcome if it has nothing to do. */
export type VoidStep = { readonly kind: "cancel"; readonly pspReference: string } | CertainMovement | Unknown;

/** The step of a void of which there is no notification. */
export function voidStep(state: ChargeState, charge: ChargeRef, key: string): VoidStep {
  switch (state.kind) {
    case "approved":
      return voidApproved(state, charge, key);
    case "pending":
      return { kind: "pending", pspReference: state.pspReference };
    case "open":
    case "ending":
      return { kind: "pending", pspReference: charge.hostedReference ?? "" };
    case "over":
      return refused("authorization_lapsed");
    case "unknown":
      return state;
  }
}

function voidApproved(
  state: Extract<ChargeState, { kind: "approved" }>,
  charge: ChargeRef,
  key: string,
): VoidStep {
  const { approval, folded } = state;
  const facts = chargeFacts(state, charge);
  if (!facts) return unknown("an amount can't be read");
  if (haveSucceeded(folded.cancellations).length > 0) return refused("already_voided");
  if (folded.expiredAt !== null) return refused("authorization_lapsed");
  const amount = fromAdyen(approval.amount)?.amount ?? 0;
  const isOver = capturesOnce(charge) || facts.amountCaptured >= amount;
  if (facts.amountCaptured > 0 && isOver) return refused("already_captured");
  // The key of a call-off is made of the attempt's. It wasn't sent while the page was open, and the customer was faster.
  if (key.startsWith(charge.idempotencyKey)) return refused("refused_by_psp");
  return { kind: "cancel", pspReference: approval.pspReference };
}

const refused = (reason: MovementRefusal): CertainMovement => ({ kind: "refused", reason });
