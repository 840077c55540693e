import type { Call } from "./call.ts";
import { unknownPayment } from "./errors.ts";
import { notifyModification } from "./notifications.ts";
import type { PlannedOutcome } from "./outcomes.ts";
import { checkAmount, checkMerchantAccount } from "./sessions.ts";
import {
  type Amount,
  type Modification,
  type ModificationKind,
  makePspReference,
  type Payment,
  remaining,
} from "./state.ts";
import { recordMove, type World } from "./world.ts";

const failureSeconds = 3 * 86_400;

/** Every modification is only received; a notification says what became of it. */
export function receiveModification(kind: ModificationKind): (call: Call) => object {
  return (call) => {
    const { world, body, idempotencyKey } = call;
    checkMerchantAccount(world, body.merchantAccount);
    const payment = findPayment(call);
    const amount = amountOf(payment, body.amount as Amount | undefined);
    const reference = typeof body.reference === "string" ? body.reference : null;
    const modification = makeModification(world, { kind, payment, amount, reference, idempotencyKey });
    world.clock.at(world.clock.now() + world.settings.decisionSeconds, () => decide(world, modification));
    return {
      ...body,
      paymentPspReference: payment.pspReference,
      pspReference: modification.pspReference,
      status: "received",
    };
  };
}

function findPayment({ world, id, body }: Call): Payment {
  const payment = world.state.payments.get(id);
  if (!payment || payment.session.request.merchantAccount !== body.merchantAccount) throw unknownPayment();
  return payment;
}

function amountOf(payment: Payment, amount: Amount | undefined): Amount {
  if (!amount) return payment.amount;
  checkAmount(amount);
  return amount;
}

function makeModification(world: World, parts: Omit<Modification, "pspReference" | "status">): Modification {
  const modification: Modification = { ...parts, pspReference: makePspReference(), status: "received" };
  world.state.modifications.set(modification.pspReference, modification);
  return modification;
}

/** Adyen captures what is left of an authorization, unless somebody else did. */
export function captureAutomatically(world: World, payment: Payment): void {
  const value = remaining(payment);
  if (payment.status !== "authorised" || value === 0) return;
  const amount = { value, currency: payment.amount.currency };
  const parts = { kind: "capture", payment, amount, reference: null, idempotencyKey: null } as const;
  const capture = makeModification(world, parts);
  carryOutCapture(world, capture);
  if (world.settings.notifiesAutomaticCaptures)
    notifyModification(world, "CAPTURE", capture, { success: true, reason: "" });
  failLater(world, capture, world.outcomes.take("capture"));
}

function decide(world: World, modification: Modification): void {
  switch (modification.kind) {
    case "capture":
      decideBy(world, modification, "CAPTURE", reasonAgainstCapture, carryOutCapture);
      break;
    case "cancel":
      decideBy(world, modification, "CANCELLATION", reasonAgainstCancel, carryOutCancel);
      break;
    case "refund":
      decideBy(world, modification, "REFUND", reasonAgainstRefund, carryOutRefund);
      break;
    case "reversal":
      decideReversal(world, modification);
      break;
  }
}

function decideBy(
  world: World,
  modification: Modification,
  eventCode: string,
  reasonAgainst: (world: World, modification: Modification) => string | null,
  carryOut: (world: World, modification: Modification) => void,
  additionalData: Readonly<Record<string, string>> = {},
): void {
  const planned = world.outcomes.take(modification.kind);
  const refusal = planned?.outcome === "refused" ? (planned.reason ?? "Declined by the scheme") : null;
  const reason = reasonAgainst(world, modification) ?? refusal;
  if (reason !== null) {
    modification.status = "refused";
    notifyModification(world, eventCode, modification, { success: false, reason, additionalData });
    return;
  }
  carryOut(world, modification);
  notifyModification(world, eventCode, modification, { success: true, reason: "", additionalData });
  failLater(world, modification, planned);
}

/** A payment that isn't captured is cancelled, any other refunded. */
function decideReversal(world: World, modification: Modification): void {
  const { payment } = modification;
  if (payment.captured === 0) {
    const cancelled = { "modification.action": "cancel" };
    decideBy(world, modification, "CANCEL_OR_REFUND", reasonAgainstCancel, carryOutCancel, cancelled);
    return;
  }
  const refunded = { "modification.action": "refund" };
  modification.amount = { value: payment.captured - payment.refunded, currency: payment.amount.currency };
  decideBy(world, modification, "CANCEL_OR_REFUND", reasonAgainstRefund, carryOutRefund, refunded);
}

function reasonAgainstCapture(world: World, { payment, amount }: Modification): string | null {
  if (payment.status !== "authorised") return "Transaction is not authorised";
  if (amount.currency !== payment.amount.currency)
    return "Currency of the capture differs from the authorisation";
  if (payment.captured > 0 && !world.settings.multiplePartialCaptures) return "Transaction has been captured";
  return amount.value > remaining(payment) ? "Insufficient balance on payment" : null;
}

function carryOutCapture(world: World, modification: Modification): void {
  const { payment, amount, pspReference: object, idempotencyKey } = modification;
  modification.status = "succeeded";
  payment.captured += amount.value;
  recordMove(world, "captured", payment, amount.value, { object, idempotencyKey });
  const left = remaining(payment);
  if (left === 0 || world.settings.multiplePartialCaptures) return;
  payment.released += left;
  recordMove(world, "released", payment, left, { object, idempotencyKey });
}

/** With multiple partial captures, the rest of an authorization can be cancelled once all captures are made. */
function reasonAgainstCancel(world: World, { payment }: Modification): string | null {
  const isOver = !world.settings.multiplePartialCaptures || remaining(payment) === 0;
  if (payment.captured > 0 && isOver) return "Transaction has been captured, cancel not possible";
  return payment.status === "authorised" ? null : "Transaction is not authorised";
}

function carryOutCancel(world: World, modification: Modification): void {
  const { payment, pspReference: object, idempotencyKey } = modification;
  const left = remaining(payment);
  modification.status = "succeeded";
  payment.status = "cancelled";
  payment.released += left;
  recordMove(world, "released", payment, left, { object, idempotencyKey });
}

function reasonAgainstRefund(_world: World, { payment, amount }: Modification): string | null {
  if (payment.captured === 0) return "Transaction hasn't been captured, refund not possible";
  if (amount.currency !== payment.amount.currency) return "Currency of the refund differs from the payment";
  const refundable = payment.captured - payment.refunded;
  return amount.value === 0 || amount.value > refundable ? "Insufficient balance on payment" : null;
}

function carryOutRefund(world: World, modification: Modification): void {
  const { payment, amount, pspReference: object, idempotencyKey } = modification;
  modification.status = "succeeded";
  payment.refunded += amount.value;
  recordMove(world, "refunded", payment, amount.value, { object, idempotencyKey });
}

function failLater(world: World, modification: Modification, planned: PlannedOutcome | undefined): void {
  if (!planned || planned.outcome === "refused") return;
  const reversed = planned.outcome === "reversed_later";
  world.clock.at(world.clock.now() + failureSeconds, () =>
    fail(world, modification, { ...planned, reversed }),
  );
}

/** A capture or refund that had succeeded fails: the money comes back. */
export function fail(
  world: World,
  modification: Modification,
  options: { readonly reason?: string; readonly reversed?: boolean } = {},
): void {
  if (modification.status !== "succeeded") return;
  const { payment, amount, pspReference: object } = modification;
  modification.status = "failed";
  const cause = { object, idempotencyKey: null };
  if (modification.kind === "capture") {
    payment.captured -= amount.value;
    payment.released += amount.value;
    recordMove(world, "capture_returned", payment, amount.value, cause);
    const reason = options.reason ?? "Capture Failed";
    notifyModification(world, "CAPTURE_FAILED", modification, { success: true, reason });
    return;
  }
  payment.refunded -= amount.value;
  recordMove(world, "refund_returned", payment, amount.value, cause);
  const eventCode = options.reversed ? "REFUNDED_REVERSED" : "REFUND_FAILED";
  notifyModification(world, eventCode, modification, {
    success: true,
    reason: options.reason ?? "Refund Failed",
  });
}

/** Adyen captures again what a card scheme had rejected for technical reasons, and says so by another CAPTURE. */
export function recapture(world: World, modification: Modification): void {
  const { kind, status, payment, amount, pspReference } = modification;
  if (kind !== "capture" || status !== "failed") throw new Error(`${kind} ${pspReference} is ${status}.`);
  modification.status = "succeeded";
  payment.released -= amount.value;
  payment.captured += amount.value;
  recordMove(world, "captured", payment, amount.value, { object: pspReference, idempotencyKey: null });
  notifyModification(world, "CAPTURE", modification, {
    success: true,
    reason: "Transaction Auto-recaptured",
  });
}
