import { unreachable } from "../kernel/assert.ts";
import type { Charge } from "./charge.ts";
import { after, type Delays } from "./deps.ts";
import type { DeclineReason } from "./errors.ts";
import { behaviourOf } from "./test-outcomes.ts";

/** What a decision makes of a charge: the columns that it sets. */
export type ChargeState = Pick<
  Charge,
  "status" | "declineReason" | "amountCaptured" | "dueAt" | "captureBefore" | "disputeAt"
>;

export type Asked = Pick<Charge, "amount" | "capture" | "outcome">;

/** The decider's answer to a request for money, before anything is stored. */
export function decideCharge(
  asked: Asked,
  entryFault: DeclineReason | undefined,
  delays: Delays,
  now: Date,
): ChargeState {
  if (entryFault) return decline(entryFault);
  const { answer } = behaviourOf(asked.outcome);
  switch (answer.kind) {
    case "approve":
      return approval(asked, delays, now);
    case "decline":
      return decline(answer.reason);
    case "challenge":
      return waiting("action_required", after(now, delays.challengeMs));
    case "later":
      return waiting("pending", after(now, delays.pendingMs));
    default:
      return unreachable(answer);
  }
}

/** How a charge ends that waited for its customer, or for time to pass: as its card says. */
export function decideAtLast(asked: Asked, delays: Delays, now: Date): ChargeState {
  const { answer } = behaviourOf(asked.outcome);
  const waited = answer.kind === "challenge" || answer.kind === "later";
  return waited && answer.end !== null ? decline(answer.end) : approval(asked, delays, now);
}

/** An approval, which takes the money at once when the charge asks for automatic capture. */
export function approval(asked: Asked, delays: Delays, now: Date): ChargeState {
  const captured = asked.capture === "automatic";
  return {
    status: "approved",
    declineReason: null,
    amountCaptured: captured ? asked.amount : 0,
    dueAt: null,
    captureBefore: captured ? null : after(now, delays.captureMs),
    disputeAt: captured ? disputeTime(asked, delays, now) : null,
  };
}

export function decline(reason: DeclineReason): ChargeState {
  return { ...waiting("declined", null), declineReason: reason };
}

/** When the first money taken from a card is disputed; null for the cards of content people. */
export function disputeTime(asked: Pick<Charge, "outcome">, delays: Delays, now: Date): Date | null {
  return behaviourOf(asked.outcome).dispute ? after(now, delays.pendingMs) : null;
}

function waiting(status: Charge["status"], dueAt: Date | null): ChargeState {
  return { status, declineReason: null, amountCaptured: 0, dueAt, captureBefore: null, disputeAt: null };
}
