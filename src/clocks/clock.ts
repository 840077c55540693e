import type { Mode } from "../kernel/mode.ts";

/** A sandbox clock. It stands still until it is advanced, and never goes back. */
export type Clock = {
  readonly tenantId: number;
  readonly id: string;
  readonly mode: Mode;
  readonly name: string | null;
  readonly status: "ready" | "advancing";
  /** The time that it shows. */
  readonly shows: Date;
  /** Where it is on its way to. */
  readonly target: Date | null;
  /** How many advances there were, one that is under way included. */
  readonly advances: number;
  readonly createdAt: Date;
};

/** A clock as the API shows it. */
export function toApiClock(clock: Clock) {
  return {
    object: "sandbox.clock",
    id: clock.id,
    mode: clock.mode,
    name: clock.name,
    status: clock.status,
    now: clock.shows.toISOString(),
    advancingTo: clock.target?.toISOString() ?? null,
    createdAt: clock.createdAt.toISOString(),
  };
}

/** What can run as a clock advances. */
export const stepKinds = [
  "psp.advanced",
  "attempt.checked",
  "attempt.updated",
  "capture.updated",
  "void.updated",
  "refund.updated",
  "dispute.opened",
  "dispute.updated",
  "authorization.lapsed",
  "checkout.session.expired",
  "webhook_delivery.retried",
] as const;
export type StepKind = (typeof stepKinds)[number];

/** Something that ran at a time of the clock. The id is null of what happened at the PSP. */
export type Step = { readonly at: Date; readonly what: StepKind; readonly id: string | null };

/** How an advance went, as the API shows it. */
export function presentAdvance(clock: Clock, steps: readonly Step[]) {
  return {
    object: "sandbox.clock_advance",
    clock: toApiClock(clock),
    ran: steps.map(({ at, what, id }) => ({ at: at.toISOString(), what, id })),
  };
}
