import type { FindMovementOutcome, FindMovementRequest, MovementOutcome } from "../contract.ts";
import type { MovementRefusal } from "../reasons.ts";
import { fromPayPal } from "./amounts.ts";
import {
  authorizationOf,
  capturedAtOnce,
  capturesOf,
  currentAuthorization,
  mayTake,
  refundsOf,
  restOf,
  sum,
} from "./translate.ts";
import { unknown } from "./unknown.ts";
import type { WireAuthorization, WireCapture, WireOrder, WireRefund } from "./wire.ts";

export type CertainMovement = Exclude<MovementOutcome, { kind: "unknown" }>;

export function captureOutcome({ id, status }: WireCapture): CertainMovement {
  switch (status) {
    case "PENDING":
      return { kind: "pending", pspReference: id };
    case "COMPLETED":
    case "PARTIALLY_REFUNDED":
    case "REFUNDED":
      return { kind: "succeeded", pspReference: id };
    case "DECLINED":
    case "FAILED":
      return refused("refused_by_psp");
  }
}

/** A refund may fail even after it was completed: the customer's bank sends the money back. */
export function refundOutcome({ id, status }: WireRefund): CertainMovement {
  switch (status) {
    case "PENDING":
      return { kind: "pending", pspReference: id };
    case "COMPLETED":
      return { kind: "succeeded", pspReference: id };
    case "CANCELLED":
    case "FAILED":
      return refused("refused_by_psp");
  }
}

const refused = (reason: MovementRefusal): CertainMovement => ({ kind: "refused", reason });

/** What a void has to do, or its outcome if it has nothing to do. */
export type VoidStep = { readonly kind: "void"; readonly authorization: WireAuthorization } | MovementOutcome;

/**
 * The step of a void. PayPal can't cancel an order, but money moves only by `finish`, and Kassa doesn't call that once it has begun a
 * call-off. So a void of an order without a payment has succeeded, whatever the customer approves later.
 */
export function voidStep(order: WireOrder): VoidStep {
  const authorization = authorizationOf(order);
  if (authorization) return voidStepOf(order, authorization);
  const capture = capturedAtOnce(order);
  if (!capture)
    return order.status === "COMPLETED"
      ? unknown("the order is completed, but shows no payment")
      : { kind: "succeeded", pspReference: order.id };
  const outcome = captureOutcome(capture);
  if (outcome.kind === "succeeded") return refused("already_captured");
  // PayPal or a bank decides, and then either nothing is left to release, or the payment is captured.
  return outcome.kind === "pending" ? outcome : { kind: "succeeded", pspReference: capture.id };
}

function voidStepOf(order: WireOrder, authorization: WireAuthorization): VoidStep {
  const { id: pspReference } = authorization;
  switch (currentAuthorization(order)?.status ?? authorization.status) {
    case "PENDING":
    case "CREATED":
    case "PARTIALLY_CAPTURED":
      return { kind: "void", authorization };
    case "CAPTURED":
      return refused("already_captured");
    case "DENIED":
      return { kind: "succeeded", pspReference };
    // PayPal doesn't say who voided it, and shows the end of its validity in the same way.
    case "VOIDED": {
      const released = restOf(order);
      return { kind: "succeeded", pspReference, ...(released === undefined ? {} : { released }) };
    }
  }
}

/** Why an authorization can't be captured; undefined if it can. PayPal itself would take up to 115 % of the amount. */
export function captureFault(
  order: WireOrder,
  { amount, currency }: { readonly amount: number; readonly currency: string },
): MovementRefusal | undefined {
  const authorization = currentAuthorization(order);
  const rest = restOf(order);
  if (!authorization) return capturesOf(order).some(mayTake) ? "already_captured" : "refused_by_psp";
  if (rest === undefined || authorization.amount.currency_code !== currency) return "refused_by_psp";
  switch (authorization.status) {
    case "PENDING":
    case "DENIED":
      return "refused_by_psp";
    case "CAPTURED":
      return "already_captured";
    case "VOIDED":
      return "already_voided";
    case "CREATED":
    case "PARTIALLY_CAPTURED":
      return amount > rest ? "amount_too_large" : undefined;
  }
}

/** A capture of which a refund's whole amount can be taken, the oldest first: PayPal refunds captures, not orders. */
export function captureToRefund(order: WireOrder, amount: number): WireCapture | undefined {
  return capturesOf(order).find((capture) => {
    const captured = fromPayPal(capture.amount)?.amount;
    const refunds = refundsOf(order).filter((refund) => captureIn(refund) === capture.id);
    const refunded = sum(refunds.filter(({ status }) => status === "COMPLETED" || status === "PENDING"));
    return (
      mayTake(capture) && captured !== undefined && refunded !== undefined && amount <= captured - refunded
    );
  });
}

/** The capture that a refund is of. Only a link names it. */
export function captureIn({ links = [] }: Pick<WireRefund, "links">): string | undefined {
  const up = links.find(({ rel }) => rel === "up")?.href ?? "";
  return /\/v2\/payments\/captures\/([0-9A-Za-z-]{1,60})$/.exec(up)?.[1];
}

/** The movement that Kassa requested, among those of its order. */
export function translateFindMovement(order: WireOrder, request: FindMovementRequest): FindMovementOutcome {
  const { kind, idempotencyKey: key } = request;
  switch (kind) {
    case "void": {
      const step = voidStep(order);
      if (step.kind === "unknown") return step;
      // It wasn't sent, or had no effect.
      return step.kind === "void" ? { kind: "not_found" } : { kind: "found", outcome: step };
    }
    case "refund": {
      const refund = refundsOf(order).find(({ invoice_id: invoice }) => invoice === key);
      return refund ? compare(refund, request, refundOutcome(refund)) : { kind: "not_found" };
    }
    case "capture": {
      const capture = findCapture(order, key);
      if (!capture) return { kind: "not_found" };
      const isFinal = request.final === undefined || isAsFinal(order, capture, request.final);
      return compare(capture, request, captureOutcome(capture), isFinal);
    }
  }
}

/** The capture with Kassa's key: the one that took money or still may, else the last. */
export function findCapture(order: WireOrder, key: string): WireCapture | undefined {
  const withKey = capturesOf(order).filter(({ invoice_id: invoice }) => invoice === key);
  return withKey.find(mayTake) ?? withKey.at(-1);
}

/** Whether a capture released the rest as requested. One that leaves no rest counts as the last for PayPal, and is as good as either. */
function isAsFinal(order: WireOrder, { final_capture: isFinal }: WireCapture, requested: boolean): boolean {
  return isFinal === undefined || isFinal === requested || restOf(order) === 0;
}

/** Whether a movement has another amount or currency than the one that was requested under its key. */
export function isOther(
  found: WireCapture | WireRefund,
  { amount, currency }: { readonly amount: number | null; readonly currency: string },
): boolean {
  const money = fromPayPal(found.amount);
  return !money || (amount ?? money.amount) !== money.amount || money.currency !== currency;
}

function compare(
  found: WireCapture | WireRefund,
  { amount, charge: { currency } }: FindMovementRequest,
  outcome: CertainMovement,
  isAsRequested = true,
): FindMovementOutcome {
  if (!fromPayPal(found.amount)) return unknown("the amount can't be read");
  const isSame = isAsRequested && !isOther(found, { amount, currency });
  return isSame || outcome.kind === "refused" ? { kind: "found", outcome } : { kind: "key_reused" };
}
