import { readAmount } from "./amounts.ts";
import { recordBalance } from "./balances.ts";
import type { Call, Result } from "./call.ts";
import { notFound, unprocessable } from "./errors.ts";
import { findPayment } from "./find-payment.ts";
import { listOf } from "./lists.ts";
import { findMethod } from "./methods.ts";
import { readMetadata } from "./payment-params.ts";
import { release } from "./release.ts";
import { renderCapture } from "./render-movements.ts";
import { type Capture, makeId, type Payment } from "./state.ts";
import { closeAuthorization, openAmount, reach, releaseRest } from "./transitions.ts";
import { paymentOf, recordMove, type World } from "./world.ts";

export function createCapture(call: Call): Result {
  const { world, body } = call;
  const payment = findPayment(call);
  if (payment.status !== "authorized" || payment.releaseRequested)
    throw unprocessable("The payment cannot be captured");
  const open = openAmount(world, payment);
  const amount =
    body.amount === undefined || body.amount === null
      ? open
      : readAmount(body.amount, "The amount is required", payment.currency).minor;
  const isSecond = capturesOf(world, payment).some(({ status }) => status !== "failed");
  if (isSecond && findMethod(payment.method ?? "")?.captures === "single")
    throw unprocessable("The payment cannot be captured more than once");
  if (amount > open || amount === 0)
    throw unprocessable("The amount is higher than the amount that can be captured", "amount");
  const capture = startCapture(world, payment, amount, body);
  return { status: 201, body: renderCapture(world, capture) };
}

/** Makes a pending capture that will be decided later. */
export function startCapture(
  world: World,
  payment: Payment,
  amount: number,
  { description = payment.details.description, metadata }: Call["body"] = {},
): Capture {
  const capture: Capture = {
    id: makeId("cpt"),
    livemode: payment.livemode,
    created: world.clock.now(),
    payment: payment.id,
    amount,
    currency: payment.currency,
    description: String(description),
    metadata: readMetadata(metadata),
    status: "pending",
    settlement: null,
  };
  world.state.captures.set(capture.id, capture);
  const { idempotencyKey } = world;
  world.clock.at(world.clock.now() + world.delays.capture, () => {
    const lapsed = payment.captureBefore !== null && capture.created >= payment.captureBefore;
    world.idempotencyKey = idempotencyKey;
    decideCapture(world, capture, !lapsed);
    world.idempotencyKey = null;
    if (lapsed && payment.status === "authorized") reach(world, payment, "failed");
  });
  return capture;
}

/** The issuer pays, or declines. */
export function decideCapture(world: World, capture: Capture, succeeds: boolean): void {
  if (capture.status !== "pending") return;
  const payment = paymentOf(world, capture);
  capture.status = succeeds ? "succeeded" : "failed";
  if (!succeeds) {
    if (payment.releaseRequested) release(world, payment);
    return;
  }
  payment.amountReceived += capture.amount;
  recordMove(world, "captured", payment, capture.amount, capture.id);
  recordBalance(world, "capture", payment, capture.amount, { captureId: capture.id });
  if (findMethod(payment.method ?? "")?.captures === "single") releaseRest(world, payment);
  closeAuthorization(world, payment);
}

export function capturesOf(world: World, payment: Payment): readonly Capture[] {
  return [...world.state.captures.values()].filter((capture) => capture.payment === payment.id);
}

export function getCapture(call: Call): object {
  const payment = findPayment(call);
  const capture = call.world.state.captures.get(call.subId);
  if (capture?.payment !== payment.id) throw notFound("capture", call.subId);
  return renderCapture(call.world, capture);
}

export function listCaptures(call: Call): object {
  const payment = findPayment(call);
  return listOf(call, {
    items: call.world.state.captures,
    path: `/payments/${payment.id}/captures`,
    embedded: "captures",
    kind: "capture",
    render: (capture) => renderCapture(call.world, capture),
    where: (capture) => capture.payment === payment.id,
  });
}
