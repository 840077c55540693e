import { readAmount } from "./amounts.ts";
import { recordBalance } from "./balances.ts";
import type { Call, Result } from "./call.ts";
import { conflict, notFound, unprocessable } from "./errors.ts";
import { findPayment } from "./find-payment.ts";
import { listOf } from "./lists.ts";
import { readMetadata } from "./payment-params.ts";
import { renderRefund } from "./render-movements.ts";
import { refundableAmount } from "./render-payment.ts";
import { makeId, type Payment, type Refund } from "./state.ts";
import { paymentOf, recordMove, type World } from "./world.ts";

export function createRefund(call: Call): Result {
  const { world, body } = call;
  const payment = findPayment(call);
  const { minor } = readAmount(body.amount, "The amount is required for payments", payment.currency);
  if (payment.amountReceived === 0) throw unprocessable("The payment cannot be refunded");
  if (isDuplicate(world, payment, minor)) throw conflict("A duplicate refund has been detected");
  if (minor > refundableAmount(payment))
    throw unprocessable("The specified amount cannot be refunded", "amount.value");
  const refund = startRefund(world, payment, minor, body);
  return { status: 201, body: renderRefund(world, refund) };
}

/** Whether the same amount of the same payment was refunded within the last hour. */
function isDuplicate(world: World, payment: Payment, amount: number): boolean {
  const since = world.clock.now() - 3600;
  return refundsOf(world, payment).some((refund) => refund.amount === amount && refund.created > since);
}

function startRefund(world: World, payment: Payment, amount: number, body: Call["body"]): Refund {
  const refund: Refund = {
    id: makeId("re"),
    livemode: payment.livemode,
    created: world.clock.now(),
    payment: payment.id,
    amount,
    currency: payment.currency,
    description: String(body.description ?? payment.details.description),
    metadata: readMetadata(body.metadata),
    status: "queued",
    settlement: null,
  };
  world.state.refunds.set(refund.id, refund);
  payment.amountRefunded += amount;
  recordMove(world, "refunded", payment, amount, refund.id);
  recordBalance(world, "refund", payment, -amount, { refundId: refund.id });
  if (!world.balanceShort) process(world, refund);
  return refund;
}

/** From `pending` to `processing` to `refunded`. */
function process(world: World, refund: Refund): void {
  refund.status = "pending";
  const { clock, delays } = world;
  clock.at(clock.now() + delays.refund, () => {
    if (refund.status === "pending") moveRefund(world, refund, "processing");
  });
  clock.at(clock.now() + 2 * delays.refund, () => {
    if (refund.status === "processing") moveRefund(world, refund, "refunded");
  });
}

/** Mollie calls the payment's webhook for these statuses of a refund. */
function moveRefund(world: World, refund: Refund, status: "processing" | "refunded" | "failed"): void {
  refund.status = status;
  world.notify(paymentOf(world, refund), { classic: true });
}

/** Sends the refunds that were queued for want of balance on their way. */
export function releaseQueuedRefunds(world: World): void {
  for (const refund of world.state.refunds.values()) if (refund.status === "queued") process(world, refund);
}

/** A refund comes back, even one that the customer's bank had accepted. */
export function failRefund(world: World, refund: Refund): void {
  if (refund.status === "failed" || refund.status === "canceled") return;
  giveBack(world, refund);
  moveRefund(world, refund, "failed");
}

function giveBack(world: World, refund: Refund): void {
  const payment = paymentOf(world, refund);
  payment.amountRefunded -= refund.amount;
  recordMove(world, "refund_returned", payment, refund.amount, refund.id);
  recordBalance(world, "returned-refund", payment, refund.amount, { refundId: refund.id });
}

export function cancelRefund(call: Call): Result {
  const refund = findRefund(call);
  if (refund.status !== "queued" && refund.status !== "pending")
    throw unprocessable("The refund can no longer be canceled");
  giveBack(call.world, refund);
  refund.status = "canceled";
  return { status: 204, body: null };
}

export function refundsOf(world: World, payment: Payment): readonly Refund[] {
  return [...world.state.refunds.values()].filter((refund) => refund.payment === payment.id);
}

function findRefund(call: Call): Refund {
  const payment = findPayment(call);
  const refund = call.world.state.refunds.get(call.subId);
  if (refund?.payment !== payment.id) throw notFound("refund", call.subId);
  return refund;
}

export function getRefund(call: Call): object {
  return renderRefund(call.world, findRefund(call));
}

/** The refunds of a payment, or all. */
export function listRefunds(call: Call): object {
  const payment = call.id === "" ? undefined : findPayment(call).id;
  return listOf(call, {
    items: call.world.state.refunds,
    path: payment === undefined ? "/refunds" : `/payments/${payment}/refunds`,
    embedded: "refunds",
    kind: "refund",
    render: (refund) => renderRefund(call.world, refund),
    where: (refund) => payment === undefined || refund.payment === payment,
  });
}
