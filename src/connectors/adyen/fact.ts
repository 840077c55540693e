import type { PspFact } from "../contract.ts";
import { readEci, readVersion } from "../three-d-secure.ts";
import type { WireItem } from "./wire.ts";

/**
 * What is kept of a notification item. Nothing of it is personal: no name, no address, no card's expiry date. Amounts are in Adyen's
 * units.
 */
export type AdyenFact = {
  readonly eventCode: string;
  readonly success: boolean;
  readonly value: number;
  readonly currency: string;
  readonly pspReference: string;
  /** The payment's PSP reference, in notifications of what happened to it later; null in those of the payment itself. */
  readonly originalReference: string | null;
  readonly merchantReference: string;
  /** RFC 3339, in UTC. */
  readonly eventDate: string;
  /** Why something was refused or has failed. */
  readonly reason: string | null;
  readonly paymentMethod: string | null;
  readonly cardSummary: string | null;
  readonly cvcResult: string | null;
  readonly threeDSecure: "authenticated" | "offered" | null;
  readonly threeDSVersion: string | null;
  readonly eci: string | null;
  readonly liabilityShift: boolean | null;
  /** Of CANCEL_OR_REFUND: what Adyen did. */
  readonly action: string | null;
  readonly disputeStatus: string | null;
  readonly defendable: boolean | null;
  /** RFC 3339, in UTC. */
  readonly defensePeriodEndsAt: string | null;
  readonly chargebackReasonCode: string | null;
};

/**
 * Adyen's duplicates have the same event code and PSP reference, and may differ in all else. `success` and the date are in the key
 * because a capture that failed and was repeated is notified by a second CAPTURE of the same reference. Two facts of the same
 * notification do no harm: they are read by their PSP reference.
 */
export function toFact(item: WireItem): PspFact {
  const content = contentOf(item);
  const { eventCode, pspReference, success, eventDate } = content;
  return { key: `${eventCode} ${pspReference} ${success} ${eventDate}`, content };
}

function contentOf(item: WireItem): AdyenFact {
  const { eventCode, additionalData: data } = item;
  const success = item.success === "true";
  const approves = eventCode === "AUTHORISATION" && success;
  const { cardSummary } = data;
  return {
    eventCode,
    success,
    ...item.amount,
    pspReference: item.pspReference,
    originalReference: item.originalReference || null,
    merchantReference: item.merchantReference,
    eventDate: toIso(item.eventDate),
    // An approval's reason has the authorization code and the card's expiry date.
    reason: approves ? null : item.reason?.slice(0, 200) || null,
    paymentMethod: item.paymentMethod ?? null,
    cardSummary: cardSummary && /^\d{4}$/.test(cardSummary) ? cardSummary : null,
    cvcResult: data.cvcResult?.slice(0, 40) ?? null,
    threeDSecure:
      data.threeDAuthenticated === "true"
        ? "authenticated"
        : data.threeDOffered === "true"
          ? "offered"
          : null,
    threeDSVersion: readVersion(data.threeDSVersion),
    eci: readEci(data.eci),
    liabilityShift: data.liabilityShift ? data.liabilityShift === "true" : null,
    action: data["modification.action"] ?? null,
    disputeStatus: data.disputeStatus ?? null,
    defendable: data.defendable ? data.defendable === "true" : null,
    defensePeriodEndsAt: data.defensePeriodEndsAt ? toIso(data.defensePeriodEndsAt) : null,
    chargebackReasonCode: data.chargebackReasonCode ?? null,
  };
}

const toIso = (time: string): string => new Date(time).toISOString();

/** The facts as they were kept: Kassa stores what `toFact` made. */
export const readFacts = (facts: readonly PspFact[] | undefined): readonly AdyenFact[] =>
  (facts ?? []).map(({ content }) => content as AdyenFact);

/**
 * Facts in the order in which they happened, whatever the order in which they came. Of facts of the same second, a failure is the
 * later one.
 */
export const inOrder = (facts: readonly AdyenFact[]): AdyenFact[] => facts.toSorted(compare);

function compare(one: AdyenFact, other: AdyenFact): number {
  const [first, second] = [one, other].map((fact) => [
    fact.eventDate,
    String(rankOf(fact)),
    fact.eventCode,
    fact.pspReference,
  ]);
  for (const [index, part] of (first ?? []).entries()) {
    const otherPart = second?.[index] ?? "";
    if (part !== otherPart) return part < otherPart ? -1 : 1;
  }
  return 0;
}

function rankOf({ eventCode, success }: AdyenFact): number {
  if (/_(?:FAILED|REVERSED)$/.test(eventCode)) return 2;
  return success ? 1 : 0;
}
