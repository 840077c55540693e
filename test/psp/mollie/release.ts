import type { Call, Result } from "./call.ts";
import { unprocessable } from "./errors.ts";
import { findPayment } from "./find-payment.ts";
import type { Payment } from "./state.ts";
import { closeAuthorization, releaseRest } from "./transitions.ts";
import type { World } from "./world.ts";

export function releaseAuthorization(call: Call): Result {
  const payment = findPayment(call);
  if (payment.status !== "authorized")
    throw unprocessable("The payment has no authorization that can be released");
  return requestRelease(call.world, payment);
}

/** Accepts the request. The release itself comes later, or never if the issuer ignores it. */
export function requestRelease(world: World, payment: Payment): Result {
  if (!payment.releaseRequested) {
    payment.releaseRequested = true;
    world.clock.at(world.clock.now() + world.delays.release, () => release(world, payment));
  }
  return { status: 202, body: null };
}

/** Gives back what isn't in a capture. What is in a pending one follows if that fails. */
export function release(world: World, payment: Payment): void {
  if (payment.status !== "authorized" || world.releasesIgnored) return;
  releaseRest(world, payment);
  closeAuthorization(world, payment);
}
