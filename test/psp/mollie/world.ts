import { present } from "../../../src/kernel/assert.ts";
import type { FakeClock } from "../common/clock.ts";
import type { MoneyEffect, Movement } from "../common/moved-amounts.ts";
import type { Payment, State } from "./state.ts";

/** A movement of money at the fake of Mollie. */
export type LogEntry = Movement & { readonly payment: string };

/** How long the fake takes for what Mollie does asynchronously, in seconds. */
export type Delays = {
  /** Until a pending capture succeeds. */
  readonly capture: number;
  /** Until a release of an authorization has an effect. */
  readonly release: number;
  /** Until a pending refund is `processing`, and then again until it is `refunded`. */
  readonly refund: number;
  /** Until an uncaptured authorization lapses. */
  readonly authorization: number;
};

/** How the merchant is told: by the payment's webhook, and to subscriptions if there is an event for it. */
export type Notification = { readonly classic: boolean; readonly event?: string };

/** What the operations of one fake share. */
export type World = {
  readonly state: State;
  readonly clock: FakeClock;
  readonly log: LogEntry[];
  readonly url: () => string;
  readonly delays: Delays;
  readonly referenceOf: (payment: Payment) => string | null;
  /** Tells the merchant that something about the payment has changed. */
  readonly notify: (payment: Payment, notification: Notification) => void;
  /** Of the request that is being carried out; null while customers, banks and time act. */
  idempotencyKey: string | null;
  /** Whether the merchant's balance is too small for refunds, which are then queued. */
  balanceShort: boolean;
  /** Whether issuers ignore releases of authorizations. */
  releasesIgnored: boolean;
};

export function paymentOf(world: World, object: { readonly payment: string }): Payment {
  return present(world.state.payments.get(object.payment), "the payment");
}

export function recordMove(
  world: World,
  effect: MoneyEffect,
  payment: Payment,
  amount: number,
  object: string = payment.id,
): void {
  if (amount === 0) return;
  world.log.push({
    at: world.clock.now(),
    effect,
    amount,
    currency: payment.currency,
    livemode: payment.livemode,
    reference: world.referenceOf(payment),
    payment: payment.id,
    object,
    idempotencyKey: world.idempotencyKey,
  });
}
