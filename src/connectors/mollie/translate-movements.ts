import type {
  FindMovementOutcome,
  FindMovementRequest,
  ListedMovement,
  MovementOutcome,
} from "../contract.ts";
import type { MovementRefusal } from "../reasons.ts";
import { fromMollie } from "./amounts.ts";
import { readChargeMetadata, readMovementMetadata } from "./metadata.ts";
import { capturesOnce } from "./methods.ts";
import { capturesOf, factsOf, refundsOf, sum, wasAuthorized } from "./translate.ts";
import { unknown } from "./unknown.ts";
import type { WireCapture, WirePayment, WireRefund } from "./wire.ts";

export type CertainMovement = Exclude<MovementOutcome, { kind: "unknown" }>;

/** Kassa's key of a capture or refund; for one made in Mollie's dashboard, its place: `tr_…/re_…`. */
export const keyOf = ({ id, paymentId, metadata }: WireCapture | WireRefund): string =>
  readMovementMetadata(metadata)?.kassa_key ?? `${paymentId}/${id}`;

/** The key of a release that was requested in Mollie's dashboard. */
export const foreignVoidKey = (payment: string): string => `${payment}/void`;

/** The payment that a key names which isn't Kassa's. */
export const paymentInKey = (key: string): string | undefined => /^(tr_[0-9A-Za-z]+)\//.exec(key)?.[1];

export function captureOutcome(payment: WirePayment, { id, status }: WireCapture): CertainMovement {
  switch (status) {
    case "pending":
      return { kind: "pending", pspReference: id };
    case "succeeded":
      return { kind: "succeeded", pspReference: id };
    case "failed":
      return {
        kind: "refused",
        reason:
          payment.status === "failed" || payment.status === "expired"
            ? "authorization_lapsed"
            : "refused_by_psp",
      };
  }
}

/** A refund isn't done before the money has left Mollie. It may fail even after that. */
export function refundOutcome({ id, status }: WireRefund): CertainMovement {
  switch (status) {
    case "queued":
    case "pending":
    case "processing":
      return { kind: "pending", pspReference: id };
    case "refunded":
      return { kind: "succeeded", pspReference: id };
    case "failed":
    case "canceled":
      return { kind: "refused", reason: "refused_by_psp" };
  }
}

/** What a void has to do, or its outcome if it has nothing to do. */
export type VoidStep = { readonly kind: "cancel" } | { readonly kind: "release" } | CertainMovement;

/**
 * The step of a void, by the payment's status. Most open payments can't be canceled: nothing is left to do then but to wait
 * until they expire, a quarter of an hour to three hours after they were made, so the void is pending until then.
 */
export function voidStep(payment: WirePayment, key: string): VoidStep {
  const { id, status } = payment;
  switch (status) {
    case "open":
    case "pending":
      return payment.isCancelable ? { kind: "cancel" } : { kind: "pending", pspReference: id };
    case "authorized":
      return { kind: "release" };
    case "paid": {
      const released = releasedBy(payment, key);
      if (released === undefined || released === 0) return refused("already_captured");
      return { kind: "succeeded", pspReference: id, released };
    }
    case "canceled": {
      const released = releasedBy(payment, key);
      if (released === undefined) return refused("already_voided");
      return { kind: "succeeded", pspReference: id, ...(wasAuthorized(payment) ? { released } : {}) };
    }
    case "failed":
    case "expired":
      return refused("authorization_lapsed");
  }
}

const refused = (reason: MovementRefusal): CertainMovement => ({ kind: "refused", reason });

/** What the void with the key has released, in minor units; undefined if the payment's void has another key. */
function releasedBy(payment: WirePayment, key: string): number | undefined {
  if (voidKeyOf(payment) !== key) return undefined;
  const facts = factsOf(payment);
  const amount = fromMollie(payment.amount)?.amount;
  return facts && amount !== undefined ? amount - facts.amountCaptured : undefined;
}

/** The key of the payment's release; undefined if nobody has released it. Customers cancel payments, too. */
function voidKeyOf(payment: WirePayment): string | undefined {
  const own = readChargeMetadata(payment.metadata)?.kassa_void;
  const isReleased = payment.status === "canceled" && wasAuthorized(payment);
  return own ?? (isReleased ? foreignVoidKey(payment.id) : undefined);
}

/** Why a capture can't be made; undefined if it can. */
export function captureFault(
  payment: WirePayment,
  {
    amount,
    currency,
    final,
  }: { readonly amount: number; readonly currency: string; readonly final: boolean },
): MovementRefusal | undefined {
  switch (payment.status) {
    case "authorized":
      break;
    case "open":
    case "pending":
      return "refused_by_psp";
    case "paid":
      return "already_captured";
    case "canceled":
      return "already_voided";
    case "failed":
    case "expired":
      return "authorization_lapsed";
  }
  const open = openAmount(payment);
  if (open === undefined || payment.amount.currency !== currency) return "refused_by_psp";
  if (!capturesOnce(payment.method)) return amount > open ? "amount_too_large" : undefined;
  if (capturesOf(payment).some(({ status }) => status !== "failed")) return "already_captured";
  if (amount > open) return "amount_too_large";
  // Mollie would release the rest, which the merchant wants to capture later.
  return final || amount === open ? undefined : "refused_by_psp";
}

/** What is neither captured nor in a pending capture, in minor units. Undefined if an amount can't be read. */
export function openAmount(payment: WirePayment): number | undefined {
  const amount = fromMollie(payment.amount)?.amount;
  const taken = sum(capturesOf(payment).filter(({ status }) => status !== "failed"));
  return amount === undefined || taken === undefined ? undefined : amount - taken;
}

/** The movement that Kassa requested, among those of its payment. */
export function translateFindMovement(
  payment: WirePayment,
  request: FindMovementRequest,
): FindMovementOutcome {
  const { kind, idempotencyKey: key } = request;
  if (kind === "void") {
    const step = voidStep(payment, key);
    // It wasn't sent, or has had no effect so far. Either way it may be sent again.
    if (step.kind === "cancel" || step.kind === "release") return { kind: "not_found" };
    return { kind: "found", outcome: step };
  }
  if (kind === "refund") {
    const refund = refundsOf(payment).find((each) => keyOf(each) === key);
    return refund ? compare(refund, request, refundOutcome(refund)) : { kind: "not_found" };
  }
  const capture = capturesOf(payment).find((each) => keyOf(each) === key);
  if (!capture) return { kind: "not_found" };
  const final = readMovementMetadata(capture.metadata)?.kassa_final;
  const found = compare(capture, request, captureOutcome(payment, capture), final);
  const isDone = found.kind === "found" && found.outcome.kind === "succeeded";
  // The release of the rest was lost, or has had no effect so far. A repeated capture sends only the release.
  return isDone && final && payment.status === "authorized" ? { kind: "not_found" } : found;
}

function compare(
  found: WireCapture | WireRefund,
  request: FindMovementRequest,
  outcome: CertainMovement,
  final?: boolean,
): FindMovementOutcome {
  const money = fromMollie(found.amount);
  if (!money) return unknown("the amount can't be read");
  const isSame =
    (request.amount ?? money.amount) === money.amount &&
    money.currency === request.charge.currency &&
    (request.final === undefined || final === undefined || request.final === final);
  return isSame || outcome.kind === "refused" ? { kind: "found", outcome } : { kind: "key_reused" };
}

/** The payment's movements. Undefined if an amount can't be read. */
export function listMovements(payment: WirePayment): ListedMovement[] | undefined {
  const listed: ListedMovement[] = [];
  const captures = payment.captureMode === "manual" ? capturesOf(payment) : [];
  for (const capture of captures) {
    const amount = fromMollie(capture.amount)?.amount;
    if (amount === undefined) return undefined;
    const { kassa_final: final, kassa_reference: reference } = readMovementMetadata(capture.metadata) ?? {};
    listed.push({
      idempotencyKey: keyOf(capture),
      reference: reference ?? null,
      kind: "capture",
      amount,
      final: final ?? releasesRest(payment, capture),
      outcome: captureOutcome(payment, capture),
    });
  }
  for (const refund of refundsOf(payment)) {
    const amount = fromMollie(refund.amount)?.amount;
    if (amount === undefined) return undefined;
    const { kassa_reference: reference } = readMovementMetadata(refund.metadata) ?? {};
    listed.push({
      idempotencyKey: keyOf(refund),
      reference: reference ?? null,
      kind: "refund",
      amount,
      final: false,
      outcome: refundOutcome(refund),
    });
  }
  return [...listed, ...listVoid(payment)];
}

/** Whether a capture from the dashboard was the last one and released a rest. */
function releasesRest(payment: WirePayment, capture: WireCapture): boolean {
  const succeeded = capturesOf(payment).filter(({ status }) => status === "succeeded");
  return succeeded.at(-1) === capture && factsOf(payment)?.released === true;
}

function listVoid(payment: WirePayment): ListedMovement[] {
  const key = voidKeyOf(payment);
  if (key === undefined) return [];
  const outcome = voidStep(payment, key);
  if (outcome.kind !== "succeeded") return [];
  return [
    {
      idempotencyKey: key,
      reference: readChargeMetadata(payment.metadata)?.kassa_void_reference ?? null,
      kind: "void",
      amount: outcome.released ?? null,
      final: false,
      outcome,
    },
  ];
}
