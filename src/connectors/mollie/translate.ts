import { cardBrandName, cardBrands } from "../../kernel/card-brand.ts";
import type {
  AuthorizeOutcome,
  CardChecks,
  CardSummary,
  ChargeFacts,
  FindChargeOutcome,
  HostedOutcome,
  PaidWith,
  TransferInstructions,
} from "../contract.ts";
import type { PspResponse } from "../psp-response.ts";
import { notAuthenticated } from "../three-d-secure.ts";
import { toIban } from "../transfer-instructions.ts";
import { fromMollie } from "./amounts.ts";
import { refusalIn, unclear } from "./client.ts";
import { declineReason } from "./declines.ts";
import { readChargeMetadata } from "./metadata.ts";
import { type Unknown, unknown } from "./unknown.ts";
import { type WireAmount, type WirePayment, wirePayment } from "./wire.ts";

type CertainOutcome = Exclude<AuthorizeOutcome, { kind: "unknown" }>;

/** The page that a create call made. @param attempt the attempt's id, which the payment has to have */
export function translateBegin(response: PspResponse, attempt: string): HostedOutcome {
  const refusal = refusalIn(response);
  // Under a 409, the first request with the key is still being processed.
  if (refusal && refusal.status !== 409) {
    const { status, field, detail } = refusal;
    return { kind: "refused", reason: reasonOf(field), detail: `${status} ${field ?? ""}: ${detail}` };
  }
  if (response.kind === "no_response" || response.status !== 201) return unclear(response);
  const payment = response.body;
  if (!wirePayment.fits(payment)) return unknown("the response has an unexpected shape");
  if (!isOfAttempt(payment, attempt)) return unknown("the response is about another payment");
  const outcome = waiting(payment);
  if (payment.status !== "open" || outcome.kind === "unknown" || outcome.expiresAt === null)
    return unknown("the payment has no page");
  const { redirectUrl: url, expiresAt } = outcome;
  return { kind: "created", hostedReference: payment.id, pspReference: payment.id, url, expiresAt };
}

const reasonOf = (field: string | null): "currency_not_supported" | "processing_error" =>
  field === "amount.currency" ? "currency_not_supported" : "processing_error";

export const isOfAttempt = (payment: Pick<WirePayment, "metadata">, attempt: string): boolean =>
  readChargeMetadata(payment.metadata)?.kassa_attempt === attempt;

/** The charge as a look-up reports it. @param attempt the attempt's id, which the payment has to have */
export function translateCharge(payment: WirePayment, attempt: string): FindChargeOutcome {
  if (!isOfAttempt(payment, attempt)) return unknown("the payment is of another attempt");
  if (hasEndedUnpaid(payment)) return { kind: "not_charged" };
  const outcome = isVoided(payment) ? abandoned(payment) : translateAuthorization(payment);
  if (outcome.kind === "unknown") return outcome;
  const charge = factsOf(payment);
  return charge ? { kind: "found", outcome, charge } : unknown("an amount can't be read");
}

/** Canceled or expired before anything was authorized. Mollie takes no more money for it. */
const hasEndedUnpaid = (payment: WirePayment): boolean =>
  (payment.status === "canceled" || payment.status === "expired") && !wasAuthorized(payment);

/** The authorization was released before any capture. */
const isVoided = (payment: WirePayment): boolean => payment.status === "canceled";

export const wasAuthorized = ({ authorizedAt }: WirePayment): boolean => typeof authorizedAt === "string";

const abandoned = ({ id }: WirePayment): CertainOutcome => ({
  kind: "declined",
  pspReference: id,
  reason: "abandoned",
});

/** The outcome of the authorization itself, whatever happened to it since. */
export function translateAuthorization(payment: WirePayment): AuthorizeOutcome {
  switch (payment.status) {
    case "open": {
      const instructions = instructionsOf(payment);
      return instructions ? pending(payment, instructions) : waiting(payment);
    }
    case "pending":
      return pending(payment, null);
    case "authorized":
    case "paid":
      return approved(payment);
    case "failed":
      if (wasAuthorized(payment)) return approved(payment);
      return {
        kind: "declined",
        pspReference: payment.id,
        reason: declineReason(payment.details?.failureReason ?? null),
      };
    case "canceled":
    case "expired":
      return wasAuthorized(payment) ? approved(payment) : abandoned(payment);
  }
}

function waiting(payment: WirePayment): Extract<AuthorizeOutcome, { kind: "action_required" }> | Unknown {
  const { id, _links: links, expiresAt } = payment;
  if (!links.checkout) return unknown("the payment has no page");
  return {
    kind: "action_required",
    pspReference: id,
    hostedReference: id,
    redirectUrl: links.checkout.href,
    expiresAt: expiresAt ? toIso(expiresAt) : null,
  };
}

/** Mollie doesn't report parts of a transfer. */
const pending = (payment: WirePayment, instructions: TransferInstructions | null): AuthorizeOutcome => ({
  kind: "pending",
  pspReference: payment.id,
  instructions,
  amountReceived: 0,
  paidWith: paidWith(payment),
});

function approved(payment: WirePayment): AuthorizeOutcome {
  const money = fromMollie(payment.amount);
  if (!money) return unknown("the amount can't be read");
  return {
    kind: "approved",
    pspReference: payment.id,
    ...money,
    captured: wasPaidAtOnce(payment),
    surplus: 0,
    captureBefore: captureDeadline(payment),
    card: payment.method === "creditcard" ? checksOf(payment) : null,
    paidWith: paidWith(payment),
  };
}

/** Paid without a capture: a customer's method may take the money at once, even if a manual capture was requested. */
export const wasPaidAtOnce = (payment: WirePayment): boolean =>
  payment.status === "paid" &&
  !(payment.captureMode === "manual" && capturesOf(payment).some(({ status }) => status === "succeeded"));

/** RFC 3339. A past time for an authorization that lapsed, even if Mollie doesn't say when. */
function captureDeadline(payment: WirePayment): string | null {
  const { status, captureBefore, createdAt } = payment;
  if (status === "expired" || status === "failed") return toIso(createdAt);
  return captureBefore ? toIso(captureBefore) : null;
}

/** The account for a bank transfer, once the customer has chosen that. Mollie's name of the bank is the account's holder. */
function instructionsOf({ method, details }: WirePayment): TransferInstructions | null {
  if (method !== "banktransfer" || !details) return null;
  const { bankName, bankAccount, bankBic, transferReference } = details;
  if (!bankName || !bankAccount || !bankBic || !transferReference) return null;
  const account = { iban: bankAccount, bic: bankBic, accountHolder: bankName };
  return toIban({ ...account, reference: transferReference, simulatorUrl: null });
}

/** Mollie tells neither of the checks of CVC and postcode, nor more of 3-D Secure than that it succeeded. */
const checksOf = ({ details }: WirePayment): CardChecks => ({
  cvc: "unchecked",
  postcode: "unchecked",
  threeDSecure:
    details?.cardSecurity === "3dsecure"
      ? { result: "authenticated", version: null, eci: null, liabilityShift: "unknown" }
      : notAuthenticated,
});

const paidWith = (payment: WirePayment): PaidWith => ({ card: cardOf(payment), bankAccount: null });

export function cardOf({ details }: WirePayment): CardSummary | null {
  const { cardNumber, cardLabel } = details ?? {};
  if (!cardNumber || !/^\d{4}$/.test(cardNumber)) return null;
  const label = cardLabel?.toLowerCase();
  const brand = cardBrands.find((each) => cardBrandName(each)?.toLowerCase() === label) ?? "unknown";
  return { brand, last4: cardNumber };
}

export const capturesOf = ({ _embedded }: WirePayment) => _embedded?.captures ?? [];
export const refundsOf = ({ _embedded }: WirePayment) => _embedded?.refunds ?? [];
export const chargebacksOf = ({ _embedded }: WirePayment) => _embedded?.chargebacks ?? [];

/** Undefined if an amount can't be read. */
export function factsOf(payment: WirePayment): ChargeFacts | undefined {
  const amount = fromMollie(payment.amount)?.amount;
  const captured = wasPaidAtOnce(payment)
    ? amount
    : sum(capturesOf(payment).filter(({ status }) => status === "succeeded"));
  const refunded = sum(refundsOf(payment).filter(({ status }) => status === "refunded"));
  if (amount === undefined || captured === undefined || refunded === undefined) return undefined;
  return {
    amountCaptured: captured,
    amountRefunded: refunded,
    released: captured < amount && isAuthorizationOver(payment),
    disputes: chargebacksOf(payment).map(({ id }) => `${payment.id}/${id}`),
  };
}

/** Whether what wasn't captured of an authorization went back to the customer. */
function isAuthorizationOver(payment: WirePayment): boolean {
  switch (payment.status) {
    case "open":
    case "pending":
    case "authorized":
      return false;
    case "paid":
      return true;
    case "failed":
    case "canceled":
    case "expired":
      return wasAuthorized(payment);
  }
}

/** Minor units. Undefined if an amount can't be read. */
export function sum(items: readonly { readonly amount: WireAmount }[]): number | undefined {
  let total = 0;
  for (const item of items) {
    const money = fromMollie(item.amount);
    if (!money) return undefined;
    total += money.amount;
  }
  return total;
}

export const toIso = (time: string): string => new Date(time).toISOString();
