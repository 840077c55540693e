import type {
  AuthorizeOutcome,
  CardChecks,
  CardSummary,
  ChargeFacts,
  ChargeRef,
  FindChargeOutcome,
} from "../contract.ts";
import type { ThreeDSecure } from "../three-d-secure.ts";
import { fromAdyen } from "./amounts.ts";
import type { Approval, ChargeState } from "./charge-state.ts";
import { declineReason } from "./declines.ts";
import type { AdyenFact } from "./fact.ts";
import { type Folded, haveSucceeded, type Modification } from "./fold.ts";
import { unknown } from "./unknown.ts";

type Approved = Extract<ChargeState, { kind: "approved" }>;

/** An authorization that isn't captured lapses after 28 days (docs.adyen.com/online-payments/capture). */
const authorizationMs = 28 * 24 * 60 * 60_000;

/** The charge of an approved payment, with all that happened to it since. */
export function translateApproved({ approval, folded }: Approved, charge: ChargeRef): FindChargeOutcome {
  const { pspReference } = approval;
  const facts = chargeFacts({ approval, folded }, charge);
  const money = fromAdyen(approval.amount);
  if (!facts || !money) return unknown("an amount can't be read");
  const isVoided = haveSucceeded(folded.cancellations).length > 0 && facts.amountCaptured === 0;
  if (isVoided)
    return { kind: "found", outcome: { kind: "declined", pspReference, reason: "abandoned" }, charge: facts };
  const failure = folded.captures.findLast(({ state }) => state === "failed");
  if (charge.capture === "automatic" && failure && facts.amountCaptured === 0) {
    const reason = declineReason(failure.reason);
    return { kind: "found", outcome: { kind: "failed", pspReference, reason }, charge: facts };
  }
  const outcome: AuthorizeOutcome = {
    kind: "approved",
    pspReference,
    ...money,
    captured: charge.capture === "automatic" && facts.amountCaptured === money.amount,
    surplus: 0,
    captureBefore: charge.capture === "manual" ? captureDeadline(approval, folded) : null,
    card: approval.fact && isCard(approval) ? checksOf(approval.fact) : null,
    paidWith: { card: cardOf(approval), bankAccount: null },
  };
  return { kind: "found", outcome, charge: facts };
}

/** Undefined if an amount can't be read. */
export function chargeFacts(
  { approval, folded }: Pick<Approved, "approval" | "folded">,
  charge: ChargeRef,
): ChargeFacts | undefined {
  const { captures, refunds, cancellations, expiredAt, disputes } = folded;
  const amount = fromAdyen(approval.amount)?.amount;
  const amountCaptured = amount === undefined ? undefined : capturedOf(amount, folded, charge);
  const amountRefunded = sum(haveSucceeded(refunds));
  if (amount === undefined || amountCaptured === undefined || amountRefunded === undefined) return undefined;
  const isReleased =
    haveSucceeded(cancellations).length > 0 ||
    expiredAt !== null ||
    captures.some(({ state }) => state === "failed") ||
    (capturesOnce(charge) && haveSucceeded(captures).length > 0);
  return { amountCaptured, amountRefunded, released: amountCaptured < amount && isReleased, disputes };
}

/**
 * What was captured, in minor units. Adyen doesn't notify of captures that it makes by itself, unless the merchant account is set up so.
 * The session asked for a capture without delay, so an approved payment is captured until a notification says something else. With
 * manual capture nothing is captured without its notification.
 */
function capturedOf(
  amount: number,
  { captures, cancellations }: Folded,
  charge: ChargeRef,
): number | undefined {
  const succeeded = haveSucceeded(captures);
  if (charge.capture === "manual" || succeeded.length > 0) return sum(succeeded);
  const hasFailed = captures.some(({ state }) => state === "failed");
  return hasFailed || haveSucceeded(cancellations).length > 0 ? 0 : amount;
}

/** Whether the first capture of an authorization releases the rest, which is the case unless Adyen's support changes it. */
export const capturesOnce = ({ account }: ChargeRef): boolean =>
  account.settings.multiplePartialCaptures !== "yes";

/** Minor units. Undefined if an amount can't be read. */
export function sum(all: readonly Modification[]): number | undefined {
  let total = 0;
  for (const modification of all) {
    const money = fromAdyen(modification);
    if (!money) return undefined;
    total += money.amount;
  }
  return total;
}

/** RFC 3339; null before the approval's time is known. A past time for an authorization that lapsed. */
function captureDeadline({ fact }: Approval, { expiredAt }: Folded): string | null {
  if (expiredAt !== null) return expiredAt;
  return fact && new Date(Date.parse(fact.eventDate) + authorizationMs).toISOString();
}

const brands: Readonly<Record<string, string>> = {
  visa: "visa",
  mc: "mastercard",
  amex: "amex",
  discover: "discover",
  diners: "diners",
  jcb: "jcb",
  cup: "unionpay",
  maestro: "maestro",
};

/** Adyen names the wallet with the brand: `visa_applepay`. */
const brandOf = (paymentMethod: string | null): string | undefined => {
  const [brand = ""] = (paymentMethod ?? "").split("_");
  return Object.hasOwn(brands, brand) ? brands[brand] : undefined;
};

const isCard = ({ paymentMethod, fact }: Approval): boolean =>
  brandOf(paymentMethod) !== undefined || fact?.cardSummary != null;

/** The session's result doesn't have the last four digits. */
function cardOf({ paymentMethod, fact }: Approval): CardSummary | null {
  if (!fact?.cardSummary) return null;
  return { brand: brandOf(paymentMethod) ?? "unknown", last4: fact.cardSummary };
}

/** Adyen's page asks for no postcode. */
function checksOf(fact: AdyenFact): CardChecks {
  const { cvcResult } = fact;
  const cvc = /^1\b/.test(cvcResult ?? "") ? "pass" : /^2\b/.test(cvcResult ?? "") ? "fail" : "unchecked";
  return { cvc, postcode: "unchecked", threeDSecure: authenticationOf(fact) };
}

const results = { authenticated: "authenticated", offered: "attempted" } as const;

/** Whether the issuer challenged the customer isn't told. Version, indicator and liability are if the merchant has switched them on. */
function authenticationOf({
  threeDSecure,
  threeDSVersion: version,
  eci,
  liabilityShift,
}: AdyenFact): ThreeDSecure {
  return {
    result: threeDSecure === null ? "none" : results[threeDSecure],
    version,
    eci,
    liabilityShift: liabilityShift === null ? "unknown" : liabilityShift ? "shifted" : "not_shifted",
  };
}
