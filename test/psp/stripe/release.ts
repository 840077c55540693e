import { emitCharge, emitIntent } from "./events.ts";
import { recordRelease } from "./refunds.ts";
import type { Charge, Intent } from "./state.ts";
import type { World } from "./world.ts";

/** Nobody captured in time: the bank lets the authorization go, and Stripe cancels the intent. */
export function lapse(world: World, intent: Intent, charge: Charge): void {
  if (intent.status !== "requires_capture") return;
  release(world, intent, charge, "automatic", "expired_uncaptured_charge");
  emitCharge(world, "expired", charge);
}

/** Releases what is left of an authorization, as a refund that moves no money. */
export function release(
  world: World,
  intent: Intent,
  charge: Charge,
  cancellationReason: string | null,
  refundReason: string | null,
): void {
  const rest = intent.amountCapturable;
  // Of a multicapture, what was captured stays.
  intent.status = intent.amountReceived > 0 ? "succeeded" : "canceled";
  intent.amountCapturable = 0;
  if (intent.status === "canceled") {
    intent.canceledAt = world.clock.now();
    intent.cancellationReason = cancellationReason;
  }
  recordRelease(world, charge, rest, refundReason);
  emitIntent(world, intent.status, intent);
}
