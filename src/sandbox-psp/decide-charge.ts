import { unreachable } from "../kernel/assert.ts";
import type { Charge } from "./charge.ts";
import { addMs, type Delays } from "./deps.ts";
import type { DeclineReason } from "./errors.ts";
import { behaviourOf } from "./test-outcomes.ts";

/** The fields of a charge that a decision sets. */
export type ChargeState = Pick<
  Charge,
  "status" | "declineReason" | "amountCaptured" | "dueAt" | "captureBefore" | "disputeAt"
>;

export type ChargeRequest = Pick<Charge, "amount" | "capture" | "outcome">;

/** Decides a new charge; stores nothing. */
export function decideCharge(
  request: ChargeRequest,
  entryDecline: DeclineReason | undefined,
  delays: Delays,
  now: Date,
): ChargeState {
  if (entryDecline) return decline(entryDecline);
  const { answer } = behaviourOf(request.outcome);
  switch (answer.kind) {
    case "approve":
      return approval(request, delays, now);
    case "decline":
      return decline(answer.reason);
    case "challenge": {
      const waitMs = request.outcome === "hosted_page" ? delays.hostedPageMs : delays.challengeMs;
      return uncaptured("action_required", addMs(now, waitMs));
    }
    case "later":
      return uncaptured("pending", addMs(now, delays.pendingMs));
    default:
      return unreachable(answer);
  }
}

/** Decides a charge that has waited for its customer or for its delay, as its outcome says. */
export function decideAfterWait(request: ChargeRequest, delays: Delays, now: Date): ChargeState {
  const { answer } = behaviourOf(request.outcome);
  const waited = answer.kind === "challenge" || answer.kind === "later";
  return waited && answer.end !== null ? decline(answer.end) : approval(request, delays, now);
}

/** An approval. It captures the amount at once if the charge asks for automatic capture. */
export function approval(request: ChargeRequest, delays: Delays, now: Date): ChargeState {
  const captured = request.capture === "automatic";
  return {
    status: "approved",
    declineReason: null,
    amountCaptured: captured ? request.amount : 0,
    dueAt: captured ? failureTime(request, delays, now) : null,
    captureBefore: captured ? null : addMs(now, delays.captureMs),
    disputeAt: captured ? disputeTime(request, delays, now) : null,
  };
}

export function decline(reason: DeclineReason): ChargeState {
  return { ...uncaptured("declined", null), declineReason: reason };
}

/** When money that was taken with the approval, or by a capture, fails; null if it doesn't. */
export function failureTime(request: Pick<Charge, "outcome">, delays: Delays, now: Date): Date | null {
  return behaviourOf(request.outcome).capture ? addMs(now, delays.pendingMs) : null;
}

/** When a captured charge is disputed; null when its outcome plans no dispute. */
export function disputeTime(request: Pick<Charge, "outcome">, delays: Delays, now: Date): Date | null {
  return behaviourOf(request.outcome).dispute ? addMs(now, delays.pendingMs) : null;
}

function uncaptured(status: Charge["status"], dueAt: Date | null): ChargeState {
  return { status, declineReason: null, amountCaptured: 0, dueAt, captureBefore: null, disputeAt: null };
}
