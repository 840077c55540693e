import type { AuthorizeOutcome, ChargeFacts, FindChargeOutcome, PaidWith } from "../contract.ts";
import { fromPayPal } from "./amounts.ts";
import { orderMs } from "./client.ts";
import { declineReasonOfResponse } from "./declines.ts";
import { type Unknown, unknown } from "./unknown.ts";
import type { WireAuthorization, WireCapture, WireMoney, WireOrder } from "./wire.ts";

/** The charge that an order is, as a look-up reports it. */
export function translateOrder(order: WireOrder): FindChargeOutcome {
  const outcome = translatePayment(order);
  if (outcome === undefined) return translateUnpaid(order);
  if (outcome.kind === "unknown") return outcome;
  const charge = factsOf(order);
  return charge ? { kind: "found", outcome, charge } : unknown("an amount can't be read");
}

/** The outcome of the order's payment; undefined before there is one. The status of the order itself tells nothing about money. */
function translatePayment(order: WireOrder): AuthorizeOutcome | undefined {
  const authorization = authorizationOf(order);
  if (authorization) return translateAuthorization(order, authorization);
  const capture = order.intent === "CAPTURE" ? capturedAtOnce(order) : undefined;
  return capture && translateCapture(capture);
}

function translateUnpaid(order: WireOrder): FindChargeOutcome {
  switch (order.status) {
    case "CREATED":
    case "SAVED":
    case "PAYER_ACTION_REQUIRED": {
      const outcome = waiting(order);
      return outcome.kind === "unknown" ? outcome : { kind: "found", outcome, charge: nothingMoved };
    }
    case "APPROVED":
      return { kind: "awaits_finish" };
    case "VOIDED":
      return { kind: "not_charged" };
    case "COMPLETED":
      return unknown("the order is completed, but shows no payment");
  }
}

const nothingMoved: ChargeFacts = { amountCaptured: 0, amountRefunded: 0, released: false, disputes: [] };

type Waiting = Extract<AuthorizeOutcome, { kind: "action_required" }>;

/** The customer has to approve the order on PayPal's page. */
export function waiting(order: WireOrder): Waiting | Unknown {
  const link = order.links?.find(({ rel }) => rel === "payer-action" || rel === "approve");
  return link ? waitingAt(order, link.href) : unknown("the order has no page");
}

export const waitingAt = (order: WireOrder, redirectUrl: string): Waiting => ({
  kind: "action_required",
  pspReference: null,
  hostedReference: order.id,
  redirectUrl,
  expiresAt: new Date(Date.parse(order.create_time) + orderMs).toISOString(),
});

function translateCapture(capture: WireCapture): AuthorizeOutcome {
  switch (capture.status) {
    case "PENDING":
      return pending(capture);
    case "COMPLETED":
    case "PARTIALLY_REFUNDED":
    case "REFUNDED":
      return approved(capture, { captured: true, captureBefore: null });
    case "DECLINED":
    case "FAILED":
      return declined(capture);
  }
}

function translateAuthorization(order: WireOrder, authorization: WireAuthorization): AuthorizeOutcome {
  const { status, expiration_time: end } = authorization;
  const held = { captured: false, captureBefore: end === undefined ? null : toIso(end) };
  switch (currentAuthorization(order)?.status ?? status) {
    case "PENDING":
      return pending(authorization);
    case "CREATED":
    case "PARTIALLY_CAPTURED":
    case "CAPTURED":
      return approved(authorization, held);
    case "DENIED":
      return declined(authorization);
    case "VOIDED": {
      const isVoided = capturesOf(order).every((capture) => !isTaken(capture)) && !hasLapsed(authorization);
      return isVoided ? { ...declined(authorization), reason: "abandoned" } : approved(authorization, held);
    }
  }
}

/** PayPal shows the end of an authorization's validity as a void. Its time tells them apart. */
function hasLapsed({ expiration_time: end, update_time: changed }: WireAuthorization): boolean {
  return end !== undefined && changed !== undefined && Date.parse(changed) >= Date.parse(end);
}

type Payment = WireAuthorization | WireCapture;

function approved(
  { id, amount }: Payment,
  rest: { readonly captured: boolean; readonly captureBefore: string | null },
): AuthorizeOutcome {
  const money = fromPayPal(amount);
  if (!money) return unknown("the amount can't be read");
  return { kind: "approved", pspReference: id, ...money, ...rest, surplus: 0, card: null, paidWith };
}

/** PayPal doesn't tell with which of the customer's cards or accounts a payment was made. */
const paidWith: PaidWith = { card: null, bankAccount: null };

/** An electronic check, or a review by PayPal. */
const pending = ({ id: pspReference }: Payment): AuthorizeOutcome => ({
  kind: "pending",
  pspReference,
  instructions: null,
  amountReceived: 0,
  paidWith,
});

const declined = ({ id: pspReference, processor_response: response }: Payment) =>
  ({
    kind: "declined",
    pspReference,
    reason: declineReasonOfResponse(response?.response_code),
  }) as const;

export const capturesOf = ({ purchase_units: [unit] }: WireOrder) => unit?.payments?.captures ?? [];
export const refundsOf = ({ purchase_units: [unit] }: WireOrder) => unit?.payments?.refunds ?? [];

/** The order's own authorization, by which Kassa knows the charge. Undefined if the order has none. */
export const authorizationOf = (order: WireOrder): WireAuthorization | undefined =>
  authorizationsOf(order)[0];

/** The newest authorization that PayPal has granted: captures go on the last reauthorization. */
export const currentAuthorization = (order: WireOrder): WireAuthorization | undefined =>
  authorizationsOf(order).findLast(({ status }) => status !== "DENIED") ?? authorizationOf(order);

/** Oldest first: the order's own, then the reauthorizations that the merchant has made. */
const authorizationsOf = ({ purchase_units: [unit] }: WireOrder): readonly WireAuthorization[] =>
  (unit?.payments?.authorizations ?? []).toSorted((a, b) => timeOf(a) - timeOf(b));

const timeOf = ({ create_time: time }: WireAuthorization): number =>
  time === undefined ? 0 : Date.parse(time);

/** The capture of an order that is captured at once: the one that took money or still may, else the last. */
export const capturedAtOnce = (order: WireOrder): WireCapture | undefined =>
  capturesOf(order).find(mayTake) ?? capturesOf(order).at(-1);

/** Whether a capture took money, whatever was refunded since. */
export function isTaken({ status }: WireCapture): boolean {
  switch (status) {
    case "COMPLETED":
    case "PARTIALLY_REFUNDED":
    case "REFUNDED":
      return true;
    case "PENDING":
    case "DECLINED":
    case "FAILED":
      return false;
  }
}

export const mayTake = (capture: WireCapture): boolean => isTaken(capture) || capture.status === "PENDING";

/** Undefined if an amount can't be read. */
function factsOf(order: WireOrder): ChargeFacts | undefined {
  const captured = sum(capturesOf(order).filter(isTaken));
  const refunded = sum(refundsOf(order).filter(({ status }) => status === "COMPLETED"));
  const rest = restOf(order);
  if (captured === undefined || refunded === undefined || rest === undefined) return undefined;
  const released = rest > 0 && isAuthorizationOver(order);
  return { amountCaptured: captured, amountRefunded: refunded, released, disputes: [] };
}

/** What is neither captured nor in a pending capture of the authorization; 0 for an order that is captured at once. */
export function restOf(order: WireOrder): number | undefined {
  const authorization = authorizationOf(order);
  if (!authorization) return 0;
  const authorized = fromPayPal(authorization.amount)?.amount;
  const taken = sum(capturesOf(order).filter(mayTake));
  return authorized === undefined || taken === undefined ? undefined : authorized - taken;
}

function isAuthorizationOver(order: WireOrder): boolean {
  switch (currentAuthorization(order)?.status) {
    case "CAPTURED":
    case "VOIDED":
    case "DENIED":
      return true;
    case "CREATED":
    case "PARTIALLY_CAPTURED":
    case "PENDING":
    case undefined:
      return false;
  }
}

/** Minor units. Undefined if an amount can't be read. */
export function sum(items: readonly { readonly amount: WireMoney }[]): number | undefined {
  let total = 0;
  for (const item of items) {
    const money = fromPayPal(item.amount);
    if (!money) return undefined;
    total += money.amount;
  }
  return total;
}

const toIso = (time: string): string => new Date(time).toISOString();
