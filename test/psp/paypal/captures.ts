import type { Call } from "./call.ts";
import { notFound } from "./errors.ts";
import { feeOf } from "./fees.ts";
import { renderCapture } from "./render-payment.ts";
import { type Capture, type Funding, makeId, type Order } from "./state.ts";
import { book, recordMove, type World } from "./world.ts";

type NewCapture = Pick<Capture, "order" | "authorization" | "amount" | "final" | "invoiceId">;

/** Takes the customer's money, or begins to, or fails to: the capture's status tells. */
export function makeCapture(world: World, given: NewCapture, funding: Funding): Capture {
  const now = world.clock.now();
  const capture: Capture = {
    ...given,
    id: makeId(),
    created: now,
    updated: now,
    fee: feeOf(given.amount),
    idempotencyKey: world.idempotencyKey,
    pendingReason: funding.pending ?? null,
    status: "PENDING",
    refunded: 0,
    disputed: 0,
  };
  world.state.captures.set(capture.id, capture);
  if (funding.declined) decline(world, capture, "PAYMENT.CAPTURE.DECLINED");
  else if (funding.pending) world.notify("PAYMENT.CAPTURE.PENDING", renderCapture(world, capture));
  else completeCapture(world, capture);
  return capture;
}

function completeCapture(world: World, capture: Capture): void {
  const { order, amount, fee, id, invoiceId, authorization } = capture;
  // An order that is captured at once was never held.
  if (authorization === null) recordMove(world, "authorized", order, amount, id);
  recordMove(world, "captured", order, amount, id);
  const reference = { id: order.id, type: "ODR" } as const;
  book(world, order, { id, code: "T0006", amount, fee: -fee, reference, invoiceId });
  change(world, capture, "COMPLETED");
  world.notify("PAYMENT.CAPTURE.COMPLETED", renderCapture(world, capture));
}

function decline(
  world: World,
  capture: Capture,
  event: "PAYMENT.CAPTURE.DECLINED" | "PAYMENT.CAPTURE.DENIED",
): void {
  change(world, capture, "DECLINED");
  giveBack(world, capture);
  world.notify(event, renderCapture(world, capture));
}

/** What a declined capture would have taken is held again, or is the customer's if the authorization is over. */
function giveBack(world: World, { authorization, amount, order, id }: Capture): void {
  if (authorization === null) return;
  const { hold, status } = authorization;
  hold.captured -= amount;
  if (status !== "CAPTURED" && status !== "VOIDED") return;
  hold.released += amount;
  recordMove(world, "released", order, amount, id);
}

export function change(world: World, capture: Capture, status: Capture["status"]): void {
  capture.status = status;
  capture.updated = world.clock.now();
}

/** PayPal's review or the customer's bank decides a capture that is pending. */
export function decideCapture(world: World, capture: Capture, succeeds: boolean): void {
  if (capture.status !== "PENDING") throw new Error(`Capture ${capture.id} is ${capture.status}.`);
  if (succeeds) completeCapture(world, capture);
  else decline(world, capture, "PAYMENT.CAPTURE.DENIED");
}

export function findCapture({ world, id }: Call): Capture {
  const capture = world.state.captures.get(id);
  if (!capture) throw notFound();
  return capture;
}

export function getCapture(call: Call): object {
  return renderCapture(call.world, findCapture(call));
}

/** The captures of an order, oldest first. */
export function capturesOf({ state }: World, order: Order): readonly Capture[] {
  return [...state.captures.values()].filter((capture) => capture.order === order);
}
