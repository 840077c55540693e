import type { ChargeRef } from "../contract.ts";
import { type AdyenFact, inOrder, readFacts } from "./fact.ts";

/** A capture or refund, as the facts about it say in the end. The amount is in Adyen's units. */
export type Modification = {
  readonly pspReference: string;
  /** The merchant's; the payment's own for captures that Adyen makes by itself. */
  readonly merchantReference: string;
  /** `refused`: it was never carried out. `failed`: it was, and the money came back. */
  readonly state: "succeeded" | "refused" | "failed";
  readonly value: number;
  readonly currency: string;
  readonly reason: string | null;
};

/** What all facts of a charge say together. */
export type Folded = {
  /** The approval; undefined if there is none. */
  readonly authorisation: AdyenFact | undefined;
  /** The last refused or abandoned payment on the page; customers may try again. */
  readonly lastRefusal: AdyenFact | undefined;
  readonly captures: readonly Modification[];
  readonly refunds: readonly Modification[];
  /** Cancellations, whether they succeeded or not. */
  readonly cancellations: readonly Modification[];
  /** When the authorization lapsed, RFC 3339; null if it hasn't. */
  readonly expiredAt: string | null;
  /** Adyen's references of disputes. */
  readonly disputes: readonly string[];
};

type Known = Pick<ChargeRef, "idempotencyKey" | "pspReference" | "facts">;

/**
 * The state of a charge by the set of its facts. An approval is never undone by a refusal: a customer's second try may succeed after
 * the first was refused, and notifications come in any order.
 */
export function foldCharge({ idempotencyKey, pspReference, facts }: Known): Folded {
  const ordered = inOrder(readFacts(facts));
  const own = ordered.filter(({ merchantReference }) => merchantReference === idempotencyKey);
  const approvals = own.filter(({ eventCode, success }) => eventCode === "AUTHORISATION" && success);
  const authorisation = approvals.find((fact) => fact.pspReference === pspReference) ?? approvals[0];
  const payment = authorisation?.pspReference ?? pspReference;
  const later = ordered.filter(({ originalReference }) => isOf(payment, originalReference));
  return {
    authorisation,
    lastRefusal: own.findLast(isRefusal),
    captures: modifications(later, captureEvents),
    refunds: modifications(later, refundEvents),
    cancellations: modifications(later, cancellationEvents),
    expiredAt: own.find((fact) => isExpiryOf(payment, fact))?.eventDate ?? null,
    disputes: [...new Set(later.filter(isDispute).map((fact) => fact.pspReference))].toSorted(),
  };
}

/** Whatever was approved, if the payment isn't known. */
const isOf = (payment: string | null, originalReference: string | null): boolean =>
  originalReference !== null && (payment === null || originalReference === payment);

const isRefusal = ({ eventCode, success }: AdyenFact): boolean =>
  (eventCode === "AUTHORISATION" && !success) || eventCode === "OFFER_CLOSED";

const isExpiryOf = (payment: string | null, { eventCode, originalReference, ...fact }: AdyenFact): boolean =>
  eventCode === "EXPIRE" &&
  fact.success &&
  (payment === null || (originalReference ?? fact.pspReference) === payment);

/** The events by which a card's issuer takes money back, or says that it may. */
export const disputeEvents: ReadonlySet<string> = new Set([
  "REQUEST_FOR_INFORMATION",
  "NOTIFICATION_OF_CHARGEBACK",
  "INFORMATION_SUPPLIED",
  "CHARGEBACK",
  "CHARGEBACK_REVERSED",
  "SECOND_CHARGEBACK",
  "DISPUTE_DEFENSE_PERIOD_ENDED",
  "ISSUER_RESPONSE_TIMEFRAME_EXPIRED",
  "PREARBITRATION_WON",
  "PREARBITRATION_LOST",
]);

const isDispute = ({ eventCode }: AdyenFact): boolean => disputeEvents.has(eventCode);

/**
 * What a fact says of a modification; undefined if it says nothing.
 *
 * @param before what earlier facts of the modification say
 */
type Reading = (
  fact: AdyenFact,
  before: Modification["state"] | undefined,
) => Modification["state"] | undefined;

const decided = ({ success }: AdyenFact): "succeeded" | "refused" => (success ? "succeeded" : "refused");

/** Adyen may repeat a capture that has failed, which then succeeds. */
const captureEvents: Reading = (fact) => {
  if (fact.eventCode === "CAPTURE") return decided(fact);
  return fact.eventCode === "CAPTURE_FAILED" ? "failed" : undefined;
};

/** A refund that has failed isn't repeated. */
const refundEvents: Reading = (fact, before) => {
  const { eventCode, action } = fact;
  if (before === "failed") return undefined;
  if (eventCode === "REFUND" || (eventCode === "CANCEL_OR_REFUND" && action === "refund"))
    return decided(fact);
  return eventCode === "REFUND_FAILED" || eventCode === "REFUNDED_REVERSED" ? "failed" : undefined;
};

const cancellationEvents: Reading = (fact) => {
  const { eventCode, action } = fact;
  const cancels = eventCode === "CANCELLATION" || (eventCode === "CANCEL_OR_REFUND" && action === "cancel");
  return cancels ? decided(fact) : undefined;
};

/** Each modification as its last fact says, in the order in which they were first notified. */
function modifications(ordered: readonly AdyenFact[], read: Reading): Modification[] {
  const found = new Map<string, Modification>();
  for (const fact of ordered) {
    const state = read(fact, found.get(fact.pspReference)?.state);
    if (state === undefined) continue;
    const { pspReference, merchantReference, value, currency, reason } = fact;
    found.set(pspReference, { pspReference, merchantReference, state, value, currency, reason });
  }
  return [...found.values()];
}

export const haveSucceeded = (all: readonly Modification[]): Modification[] =>
  all.filter(({ state }) => state === "succeeded");
