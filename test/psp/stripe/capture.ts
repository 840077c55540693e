import { present } from "../../../src/kernel/assert.ts";
import type { Call } from "./call.ts";
import { invalidRequest } from "./errors.ts";
import { emitCharge, emitIntent } from "./events.ts";
import { findIntent } from "./find-intent.ts";
import { mergeMetadata } from "./metadata.ts";
import { disputeIfTestCard, take } from "./pay.ts";
import { recordRelease } from "./refunds.ts";
import { release } from "./release.ts";
import { renderIntent } from "./render-payment.ts";
import type { Charge, Intent } from "./state.ts";
import type { World } from "./world.ts";

export function updateIntent(call: Call): object {
  const intent = findIntent(call);
  intent.metadata = mergeMetadata(intent.metadata, call.body.metadata);
  return renderIntent(call.world, intent);
}

export function captureIntent(call: Call): object {
  const { world } = call;
  const intent = findIntent(call);
  const { amount_to_capture, final_capture, metadata } = call.body as {
    amount_to_capture?: number;
    final_capture?: boolean;
    metadata?: unknown;
  };
  if (intent.status !== "requires_capture")
    throw unexpectedState(world, intent, "captured", "requires_capture");
  const amount = amount_to_capture ?? intent.amountCapturable;
  if (amount > intent.amountCapturable || amount < 1)
    throw invalidRequest(
      `The amount_to_capture must be greater than 0 and less than or equal to ${intent.amountCapturable}, the amount capturable.`,
      { code: amount < 1 ? "parameter_invalid_integer" : "amount_too_large", param: "amount_to_capture" },
    );
  if (final_capture === false && !intent.multicapture)
    throw invalidRequest(
      "This PaymentIntent isn't eligible for multicapture: `final_capture` can't be false.",
      {
        param: "final_capture",
      },
    );
  intent.metadata = mergeMetadata(intent.metadata, metadata);
  const rest = intent.amountCapturable - amount;
  const charge = present(world.state.charges.get(intent.latestCharge ?? ""), "the authorized charge");
  take(world, intent, charge, amount);
  if (final_capture === false && rest > 0) keep(intent, rest);
  else if (rest > 0) recordRelease(world, charge, rest, null);
  announceCapture(world, intent, charge);
  return renderIntent(world, intent);
}

/** Multicapture: the rest can still be captured. */
function keep(intent: Intent, rest: number): void {
  intent.status = "requires_capture";
  intent.amountCapturable = rest;
}

function announceCapture(world: World, intent: Intent, charge: Charge): void {
  emitCharge(world, "captured", charge, { captured: false });
  if (intent.status === "succeeded") emitIntent(world, "succeeded", intent);
  else emitIntent(world, "amount_capturable_updated", intent);
  disputeIfTestCard(world, charge);
}

export function cancelIntent(call: Call): object {
  const { world } = call;
  const intent = findIntent(call);
  const cancelable =
    "requires_payment_method, requires_capture, requires_confirmation, requires_action, processing";
  if (intent.status === "canceled" || intent.status === "succeeded")
    throw unexpectedState(world, intent, "canceled", cancelable);
  if (intent.status !== "requires_capture")
    throw invalidRequest(
      "You cannot cancel this PaymentIntent because it was created by Checkout. Expire the Checkout Session instead.",
      { code: "payment_intent_unexpected_state" },
    );
  const reason = call.body.cancellation_reason;
  const charge = present(world.state.charges.get(intent.latestCharge ?? ""), "the authorized charge");
  release(world, intent, charge, typeof reason === "string" ? reason : null, null);
  return renderIntent(world, intent);
}

function unexpectedState(world: World, intent: Intent, verb: string, allowed: string) {
  const message = `This PaymentIntent could not be ${verb} because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be ${verb}: ${allowed}.`;
  return invalidRequest(message, {
    code: "payment_intent_unexpected_state",
    payment_intent: renderIntent(world, intent),
  });
}
