import type { ChargeRef } from "../contract.ts";
import type { DeclineReason } from "../reasons.ts";
import type { AdyenAmount } from "./amounts.ts";
import { type Calls, refusalIn, unclear } from "./client.ts";
import { declineReason } from "./declines.ts";
import type { AdyenFact } from "./fact.ts";
import { type Folded, foldCharge } from "./fold.ts";
import { type Unknown, unknown } from "./unknown.ts";
import { type WireSessionResult, wireSessionResult } from "./wire.ts";

/** A payment that Adyen has approved. */
export type Approval = {
  readonly pspReference: string;
  readonly amount: AdyenAmount;
  /** Adyen's name of the brand or method. */
  readonly paymentMethod: string | null;
  /** The notification; null as long as only the session's result tells of the payment. */
  readonly fact: AdyenFact | null;
};

/** Where a charge stands, before what happened to its approved payment. */
export type ChargeState =
  | { readonly kind: "approved"; readonly approval: Approval; readonly folded: Folded }
  /** The customer has done their part, and the payment isn't decided yet. */
  | { readonly kind: "pending"; readonly pspReference: string }
  /** The customer may still pay on the page. */
  | { readonly kind: "open"; readonly expiresAt: string }
  /** Nobody can pay any more, but the notification of a payment may still be on its way. */
  | { readonly kind: "ending" }
  /** Nothing was charged; `pspReference` is that of the last refused payment. */
  | { readonly kind: "over"; readonly refusal: Refusal | null }
  | Unknown;

export type Refusal = { readonly pspReference: string | null; readonly reason: DeclineReason };

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * For so long after the page's end, a notification of a payment on it may come. Adyen sends a notification within seconds, and repeats
 * one that wasn't accepted after 9, 18 and 27 seconds, then after 2, 5, 10, 15 and 30 minutes
 * (docs.adyen.com/development-resources/webhooks/troubleshoot): the eighth repetition comes 63 minutes after the first try. So Kassa may
 * be out of reach for half an hour without giving up a payment. Later approvals are late funds.
 */
const lateNotificationMs = 70 * minuteMs;

/** Reads where a charge stands from its facts, from what the customer's browser brought back, and from the time. */
export async function readCharge(calls: Calls, charge: ChargeRef, nowMs: number): Promise<ChargeState> {
  const folded = foldCharge(charge);
  const { authorisation } = folded;
  if (authorisation) return { kind: "approved", approval: approvalBy(authorisation), folded };
  const { sessionResult } = charge.returnedWith ?? {};
  const { hostedReference } = charge;
  if (sessionResult === undefined || hostedReference === null) return byTime(charge, folded, nowMs);
  const result = await readResult(calls, charge, hostedReference, sessionResult);
  if (result === "invalid") return byTime(charge, folded, nowMs);
  return result.kind === "unknown" ? result : byResult(result.session, charge, folded, nowMs);
}

const approvalBy = (fact: AdyenFact): Approval => ({
  pspReference: fact.pspReference,
  amount: { value: fact.value, currency: fact.currency },
  paymentMethod: fact.paymentMethod,
  fact,
});

type Result = { readonly kind: "read"; readonly session: WireSessionResult } | Unknown;

/** The result of a session; "invalid" if the browser didn't bring back what Adyen had given it. */
async function readResult(
  calls: Calls,
  { account, idempotencyKey }: ChargeRef,
  session: string,
  sessionResult: string,
): Promise<Result | "invalid"> {
  const query = new URLSearchParams({ sessionResult });
  const path = `/sessions/${encodeURIComponent(session)}?${query}`;
  const response = await calls.send({ account, api: "checkout", method: "GET", path });
  if (refusalIn(response)) return "invalid";
  if (response.kind === "no_response" || response.status !== 200) return unclear(response);
  const { body } = response;
  if (!wireSessionResult.fits(body)) return unknown("the response has an unexpected shape");
  if (body.id !== session || body.reference !== idempotencyKey)
    return unknown("the response is about another session");
  return { kind: "read", session: body };
}

/** The result shows the session as it was when the customer was sent back, and never changes. */
function byResult(
  { status, payments }: WireSessionResult,
  charge: ChargeRef,
  folded: Folded,
  nowMs: number,
): ChargeState {
  switch (status) {
    case "completed": {
      const paid = payments?.find(({ resultCode }) => resultCode === "Authorised");
      if (!paid) return unknown("the completed session has no payment");
      const { pspReference, amount, paymentMethod } = paid;
      const approval = { pspReference, amount, paymentMethod: paymentMethod?.brand ?? null, fact: null };
      // Read again, as what happened to this payment is known by its reference.
      return { kind: "approved", approval, folded: foldCharge({ ...charge, pspReference }) };
    }
    case "paymentPending": {
      const pending = payments?.find(({ resultCode }) => resultCode !== "Authorised");
      if (!pending) return unknown("the pending session has no payment");
      const { pspReference } = pending;
      const isDecided = folded.lastRefusal?.pspReference === pspReference;
      return isDecided ? over(folded) : { kind: "pending", pspReference };
    }
    case "refused":
      return over(folded, { pspReference: null, reason: "generic_decline" });
    // The customer left the page, and may come back to it.
    case "active":
    case "canceled":
    case "expired":
      return byTime(charge, folded, nowMs);
  }
}

function byTime({ page, startedAt }: ChargeRef, folded: Folded, nowMs: number): ChargeState {
  // A session whose answer was lost lives a day at most.
  const endMs = page?.expiresAt ? Date.parse(page.expiresAt) : startedAt.getTime() + dayMs;
  if (nowMs >= endMs + lateNotificationMs) return over(folded);
  if (nowMs >= endMs) return { kind: "ending" };
  return page ? { kind: "open", expiresAt: new Date(endMs).toISOString() } : unknown("the page isn't known");
}

function over({ lastRefusal }: Folded, otherwise: Refusal | null = null): ChargeState {
  if (!lastRefusal) return { kind: "over", refusal: otherwise };
  const { eventCode, pspReference, reason } = lastRefusal;
  const isAbandoned = eventCode === "OFFER_CLOSED";
  return {
    kind: "over",
    refusal: { pspReference, reason: isAbandoned ? "abandoned" : declineReason(reason) },
  };
}
