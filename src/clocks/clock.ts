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
  /** The target of the current advance; null if there is none. */
  readonly target: Date | null;
  /** The number of advances, including the current one. */
  readonly advances: number;
  readonly createdAt: Date;
};

/** A clock as the API represents it. */
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

/** The kinds of steps of an advance. */
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

/** Something that ran at a time of the clock. `id` is null for `psp.advanced`. */
export type Step = { readonly at: Date; readonly what: StepKind; readonly id: string | null };

/** An advance and its steps as the API represents them. */
export function toApiAdvance(clock: Clock, steps: readonly Step[]) {
  return {
    object: "sandbox.clock_advance",
    clock: toApiClock(clock),
    ran: steps.map(({ at, what, id }) => ({ at: at.toISOString(), what, id })),
  };
}
