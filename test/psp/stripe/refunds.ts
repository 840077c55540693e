import { book } from "./balance.ts";
import type { Call } from "./call.ts";
import { invalidRequest, resourceMissing } from "./errors.ts";
import { emitCharge, emitRefund } from "./events.ts";
import { findIntent } from "./find-intent.ts";
import { checkMetadata, mergeMetadata } from "./metadata.ts";
import { renderRefund } from "./render-money.ts";
import { type Charge, type Metadata, makeId, type Refund } from "./state.ts";
import { chargeOf, recordMove, type World } from "./world.ts";

const daySeconds = 86_400;

type RefundParams = {
  readonly charge?: string;
  readonly payment_intent?: string;
  readonly amount?: number;
  readonly reason?: string;
  readonly metadata?: Metadata;
};

export function createRefund(call: Call): object {
  const { world } = call;
  const params = call.body as RefundParams;
  checkMetadata(params.metadata);
  const charge = refundedCharge(call, params);
  const amount = params.amount ?? charge.amount - charge.amountRefunded;
  checkRefund(world, charge, amount);
  const refund = makeRefund(world, charge, amount, params);
  emitRefund(world, "refund.created", refund);
  emitCharge(world, "refunded", charge);
  scheduleEnd(world, charge, refund);
  return renderRefund(world, refund);
}

function refundedCharge(call: Call, params: RefundParams): Charge {
  if (params.charge !== undefined && params.payment_intent !== undefined)
    throw invalidRequest("You may only specify one of these parameters: charge, payment_intent.");
  if (params.charge !== undefined) return findCharge(call, params.charge);
  if (params.payment_intent === undefined)
    throw invalidRequest(
      "One of the following params should be provided for this request: payment_intent or charge.",
    );
  const intent = findIntent(call, params.payment_intent, "payment_intent");
  const charge = intent.latestCharge === null ? undefined : call.world.state.charges.get(intent.latestCharge);
  if (!charge || charge.failure)
    throw invalidRequest(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
      param: "payment_intent",
    });
  return charge;
}

export function findCharge(call: Call, id: string = call.id): Charge {
  const charge = call.world.state.charges.get(id);
  if (charge?.livemode !== call.livemode) throw resourceMissing("charge", id, "charge");
  return charge;
}

function checkRefund(world: World, charge: Charge, amount: number): void {
  if (charge.failure || !charge.captured)
    throw invalidRequest(`Charge ${charge.id} has not been captured: cancel its PaymentIntent instead.`, {
      code: "payment_intent_unexpected_state",
    });
  const lost = [...world.state.disputes.values()].some(
    (dispute) =>
      dispute.charge === charge.id && !dispute.status.startsWith("warning") && dispute.status !== "won",
  );
  if (lost)
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: "charge_disputed",
    });
  if (charge.amountRefunded === charge.amount)
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: "charge_already_refunded",
    });
  const left = charge.amount - charge.amountRefunded;
  if (amount > left || amount < 1)
    throw invalidRequest(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, {
      param: "amount",
    });
}

function makeRefund(world: World, charge: Charge, amount: number, params: RefundParams): Refund {
  const { currency, livemode } = charge;
  const id = makeId("re");
  const refund: Refund = {
    id,
    livemode,
    created: world.clock.now(),
    charge: charge.id,
    amount,
    currency,
    reason: params.reason ?? null,
    metadata: params.metadata ?? {},
    status: charge.card.refund === "pending_then_succeeds" ? "pending" : "succeeded",
    balanceTransaction: book(world, {
      amount: -amount,
      currency,
      type: "refund",
      reportingCategory: "refund",
      source: id,
      livemode,
    }),
    failureBalanceTransaction: null,
    failureReason: null,
  };
  world.state.refunds.set(id, refund);
  charge.amountRefunded += amount;
  recordMove(world, "refunded", charge, amount, id);
  return refund;
}

/** Stripe's cards for refunds: one succeeds later, one fails days after it had succeeded. */
function scheduleEnd(world: World, charge: Charge, refund: Refund): void {
  if (charge.card.refund === "fails_later")
    world.clock.at(refund.created + 3 * daySeconds, () => failRefund(world, refund, "lost_or_stolen_card"));
  if (charge.card.refund === "pending_then_succeeds")
    world.clock.at(refund.created + daySeconds, () => {
      if (refund.status !== "pending") return;
      refund.status = "succeeded";
      emitRefund(world, "refund.updated", refund);
      emitRefund(world, "charge.refund.updated", refund);
    });
}

/** The customer's bank sends the money back, at any time. */
export function failRefund(world: World, refund: Refund, reason: string): void {
  if (refund.status === "failed" || refund.balanceTransaction === null) return;
  const charge = chargeOf(world, refund);
  const { amount, currency, livemode, id } = refund;
  refund.status = "failed";
  refund.failureReason = reason;
  refund.failureBalanceTransaction = book(world, {
    ...{
      amount,
      currency,
      type: "refund_failure",
      reportingCategory: "refund_failure",
      source: id,
      livemode,
    },
  });
  charge.amountRefunded -= amount;
  recordMove(world, "refund_returned", charge, amount, id);
  emitRefund(world, "refund.failed", refund);
  emitRefund(world, "refund.updated", refund);
  emitRefund(world, "charge.refund.updated", refund);
}

/**
 * Stripe shows the release of an authorization, or of its rest, as a refund that moves no money, and counts it in
 * `amount_refunded`.
 */
export function recordRelease(world: World, charge: Charge, amount: number, reason: string | null): void {
  const refund: Refund = {
    id: makeId("re"),
    livemode: charge.livemode,
    created: world.clock.now(),
    charge: charge.id,
    amount,
    currency: charge.currency,
    reason,
    metadata: {},
    status: "succeeded",
    balanceTransaction: null,
    failureBalanceTransaction: null,
    failureReason: null,
  };
  world.state.refunds.set(refund.id, refund);
  charge.amountRefunded += amount;
  charge.amountReleased += amount;
  recordMove(world, "released", charge, amount);
  emitCharge(world, "refunded", charge);
}

export function findRefund(call: Call): Refund {
  const refund = call.world.state.refunds.get(call.id);
  if (refund?.livemode !== call.livemode) throw resourceMissing("refund", call.id, "id");
  return refund;
}

export function updateRefund(call: Call): object {
  const refund = findRefund(call);
  refund.metadata = mergeMetadata(refund.metadata, call.body.metadata);
  return renderRefund(call.world, refund);
}

export function cancelRefund(call: Call): object {
  const refund = findRefund(call);
  throw invalidRequest(
    `This refund cannot be canceled: only refunds that require action can, and ${refund.id} doesn't.`,
  );
}
