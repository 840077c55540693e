import { present } from "../../../src/kernel/assert.ts";
import type { FakeClock } from "../common/clock.ts";
import type { MoneyEffect } from "../common/moved-amounts.ts";
import type { LogEntry } from "./charge-log.ts";
import type { Charge, Intent, Session, State, StripeEvent } from "./state.ts";

/** What the operations of one fake share. */
export type World = {
  readonly state: State;
  readonly clock: FakeClock;
  readonly log: LogEntry[];
  /** The base of the hosted pages' addresses. */
  readonly pageUrl: () => string;
  /** Days until an uncaptured authorization lapses. */
  readonly authorizationDays: number;
  /** Days until booked money can be paid out, and until a payout arrives. */
  readonly settlement: { readonly availableDays: number; readonly arrivalDays: number };
  readonly send: (event: StripeEvent) => void;
  /** The API request that is being carried out; null while customers, banks and time act. */
  request: { readonly id: string; readonly idempotencyKey: string | null } | null;
};

export function intentOf(world: World, charge: Charge): Intent {
  return present(world.state.intents.get(charge.intent), "the charge's intent");
}

export function sessionOf(world: World, intent: Intent): Session {
  return present(world.state.sessions.get(intent.session), "the intent's session");
}

export function chargeOf(world: World, object: { readonly charge: string }): Charge {
  return present(world.state.charges.get(object.charge), "the charge");
}

export function recordMove(
  world: World,
  effect: MoneyEffect,
  charge: Charge,
  amount: number,
  object: string = charge.id,
): void {
  const intent = intentOf(world, charge);
  const session = sessionOf(world, intent);
  world.log.push({
    at: world.clock.now(),
    effect,
    amount,
    currency: charge.currency,
    livemode: charge.livemode,
    reference: session.params.client_reference_id ?? null,
    session: session.id,
    intent: intent.id,
    object,
    idempotencyKey: world.request?.idempotencyKey ?? null,
  });
}
