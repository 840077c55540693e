import type { FakeClock } from "../common/clock.ts";
import type { LogEntry, MoneyEffect } from "./charge-log.ts";
import type { NotificationItem } from "./notification-item.ts";
import type { Outcomes } from "./outcomes.ts";
import type { Payment, State } from "./state.ts";

/** Settings of the account, as in Adyen's Customer Area. */
export type AccountSettings = {
  /** Whose payments the API key may see. */
  readonly merchantAccounts: readonly string[];
  /** Whether notifications say that they are of the live environment. */
  readonly live: boolean;
  /** Hours until an authorization is captured by itself, where the session doesn't say; null for manual capture. */
  readonly captureDelayHours: number | null;
  /** Whether a payment may be captured several times; if not, the first capture releases the rest. */
  readonly multiplePartialCaptures: boolean;
  /** Whether captures that Adyen makes by itself are notified. */
  readonly notifiesAutomaticCaptures: boolean;
  /** Whether notifications hold `additionalData.checkoutSessionId`. */
  readonly sendsSessionId: boolean;
  /** Until a modification that was received is decided. */
  readonly decisionSeconds: number;
  /** Until an uncaptured authorization lapses. */
  readonly authorizationDays: number;
  /** After so many refused payments, the session is refused. */
  readonly refusalsPerSession: number;
};

/** What the operations of one fake share. */
export type World = {
  readonly state: State;
  readonly clock: FakeClock;
  readonly log: LogEntry[];
  readonly settings: AccountSettings;
  readonly outcomes: Outcomes;
  /** The base of the addresses of hosted pages and reports. */
  readonly baseUrl: () => string;
  readonly send: (item: NotificationItem) => void;
};

export function recordMove(
  world: World,
  effect: MoneyEffect,
  payment: Payment,
  amount: number,
  cause: { readonly object: string; readonly idempotencyKey: string | null } = {
    object: payment.pspReference,
    idempotencyKey: null,
  },
): void {
  const { request, id } = payment.session;
  world.log.push({
    at: world.clock.now(),
    effect,
    amount,
    currency: payment.amount.currency,
    merchantAccount: request.merchantAccount,
    reference: request.reference,
    session: id,
    payment: payment.pspReference,
    method: payment.method,
    ...cause,
  });
}
