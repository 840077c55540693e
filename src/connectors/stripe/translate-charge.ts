import type {
  AuthorizeOutcome,
  CardChecks,
  ChargeFacts,
  ChargeRef,
  FindChargeOutcome,
  PaidWith,
} from "../contract.ts";
import { notAuthenticated, readEci, readVersion, type ThreeDSecure } from "../three-d-secure.ts";
import { fromStripeAmount } from "./amounts.ts";
import { toDeclineReason } from "./declines.ts";
import { attemptField } from "./metadata.ts";
import type { WireCharge, WireIntent, WireSession } from "./wire.ts";

type Certain = Exclude<AuthorizeOutcome, { kind: "unknown" }>;
type Unknown = { readonly kind: "unknown"; readonly detail: string };

export const unknown = (detail: string): Unknown => ({ kind: "unknown", detail });

/** A session, and its PaymentIntent if the customer has tried to pay. */
export type StripePayment = { readonly session: WireSession; readonly intent: WireIntent | null };

/** A session with its expanded PaymentIntent; undefined if that wasn't expanded. */
export function paymentOf(session: WireSession): StripePayment | undefined {
  const { payment_intent: intent } = session;
  return typeof intent === "string" ? undefined : { session, intent };
}

/**
 * A charge by its session and PaymentIntent (decision 0050). A pair that Stripe doesn't document is unknown.
 *
 * @param disputes Stripe's references of the charge's disputes
 */
export function translateCharge(
  { session, intent }: StripePayment,
  charge: Pick<ChargeRef, "idempotencyKey">,
  disputes: readonly string[],
): FindChargeOutcome {
  if (session.metadata?.[attemptField] !== charge.idempotencyKey)
    return unknown("Stripe's session is about another charge");
  switch (session.status) {
    case "open":
      return openSession(session, intent);
    case "expired":
      return intent === null || intent.status === "canceled" || intent.status === "requires_payment_method"
        ? { kind: "not_charged" }
        : unknown(`the session has expired with a PaymentIntent that is ${intent.status}`);
    case "complete":
      return intent ? completeSession(intent, disputes) : unknown("a complete session has no PaymentIntent");
  }
}

function openSession(session: WireSession, intent: WireIntent | null): FindChargeOutcome {
  if (session.url === null) return unknown("an open session has no address");
  const outcome = {
    kind: "action_required",
    pspReference: intent?.id ?? null,
    hostedReference: session.id,
    redirectUrl: session.url,
    expiresAt: toTime(session.expires_at),
  } as const;
  return { kind: "found", outcome, charge: noFacts };
}

const noFacts: ChargeFacts = { amountCaptured: 0, amountRefunded: 0, released: false, disputes: [] };

function completeSession(intent: WireIntent, disputes: readonly string[]): FindChargeOutcome {
  const outcome = outcomeOf(intent);
  if (outcome.kind === "unknown") return outcome;
  const charge = factsOf(intent, disputes);
  return charge ? { kind: "found", outcome, charge } : unknown("an amount isn't in the currency's units");
}

function outcomeOf(intent: WireIntent): Certain | Unknown {
  const { id: pspReference } = intent;
  switch (intent.status) {
    case "succeeded":
      return approval(intent, intent.capture_method !== "manual", null);
    case "requires_capture":
      return approval(intent, false, cardOf(intent)?.capture_before ?? null);
    case "processing":
      return {
        kind: "pending",
        pspReference,
        instructions: null,
        amountReceived: 0,
        paidWith: paidWith(intent),
      };
    case "canceled":
      // Stripe itself cancels an authorization that nobody captured in time.
      if (intent.cancellation_reason === "automatic" && chargeOf(intent))
        return approval(intent, false, intent.canceled_at);
      return { kind: "declined", pspReference, reason: "abandoned" };
    case "requires_payment_method":
      return { kind: "declined", pspReference, reason: declineOf(intent) };
    case "requires_action":
    case "requires_confirmation":
      return unknown(`a complete session has a PaymentIntent that is ${intent.status}`);
  }
}

/**
 * The approval of a PaymentIntent, in minor units.
 *
 * @param captureBefore Unix seconds
 */
export function approval(
  intent: WireIntent,
  captured: boolean,
  captureBefore: number | null,
): Certain | Unknown {
  const currency = intent.currency.toUpperCase();
  const amount = fromStripeAmount(intent.amount, currency);
  if (amount === undefined) return unknown("the amount isn't in the currency's units");
  return {
    kind: "approved",
    pspReference: intent.id,
    amount,
    currency,
    captured,
    surplus: 0,
    captureBefore: captured || captureBefore === null ? null : toTime(captureBefore),
    card: checksOf(intent),
    paidWith: paidWith(intent),
  };
}

/** Amounts in minor units. Undefined if one isn't a whole number of them. */
export function factsOf(intent: WireIntent, disputes: readonly string[]): ChargeFacts | undefined {
  const charge = chargeOf(intent);
  if (!charge) return noFacts;
  const currency = intent.currency.toUpperCase();
  const released = isReleased(intent, charge);
  // Stripe counts what was released of an authorization as refunded.
  const releasedAmount = released ? charge.amount - charge.amount_captured : 0;
  const amountCaptured = fromStripeAmount(charge.amount_captured, currency);
  const amountRefunded = fromStripeAmount(charge.amount_refunded - releasedAmount, currency);
  if (amountCaptured === undefined || amountRefunded === undefined) return undefined;
  return { amountCaptured, amountRefunded, released, disputes };
}

function isReleased({ status }: WireIntent, { amount, amount_captured: captured }: WireCharge): boolean {
  return status === "canceled" || (status === "succeeded" && captured < amount);
}

export function chargeOf({ latest_charge: charge }: WireIntent): WireCharge | undefined {
  return charge === null || typeof charge === "string" ? undefined : charge;
}

function declineOf(intent: WireIntent) {
  const { last_payment_error: error } = intent;
  const charge = chargeOf(intent);
  return toDeclineReason([error?.decline_code, error?.code, charge?.outcome?.reason, charge?.failure_code]);
}

const cardOf = (intent: WireIntent) => chargeOf(intent)?.payment_method_details?.card;

export function paidWith(intent: WireIntent): PaidWith {
  const card = cardOf(intent);
  const isKnown = card?.brand && card.last4;
  return { card: isKnown ? { brand: card.brand ?? "", last4: card.last4 ?? "" } : null, bankAccount: null };
}

function checksOf(intent: WireIntent): CardChecks | null {
  const card = cardOf(intent);
  if (!card) return null;
  return {
    cvc: checkOf(card.checks?.cvc_check),
    postcode: checkOf(card.checks?.address_postal_code_check),
    threeDSecure: authenticationOf(card.three_d_secure, { byWallet: card.wallet != null }),
  };
}

function checkOf(check: string | null | undefined): CardChecks["cvc"] {
  return check === "pass" || check === "fail" ? check : "unchecked";
}

type Authentication = NonNullable<NonNullable<ReturnType<typeof cardOf>>["three_d_secure"]>;

/**
 * Liability shifts with an authentication and with an acknowledged attempt (docs.stripe.com/payments/3d-secure/authentication-flow).
 * Stripe doesn't tell whether a wallet's own authentication shifts it.
 */
function authenticationOf(
  secured: Authentication | null | undefined,
  { byWallet }: { readonly byWallet: boolean },
): ThreeDSecure {
  if (!secured) return byWallet ? { ...notAuthenticated, liabilityShift: "unknown" } : notAuthenticated;
  const told = { version: readVersion(secured.version), eci: readEci(secured.electronic_commerce_indicator) };
  switch (secured.result) {
    case "authenticated": {
      const result = secured.authentication_flow === "frictionless" ? "frictionless" : "challenged";
      return { ...told, result, liabilityShift: "shifted" };
    }
    case "attempt_acknowledged":
      return { ...told, result: "attempted", liabilityShift: "shifted" };
    default:
      return { ...told, result: "none", liabilityShift: "not_shifted" };
  }
}

/** RFC 3339, from Unix seconds. */
export const toTime = (seconds: number): string => new Date(seconds * 1000).toISOString();
