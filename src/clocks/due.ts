import type { TenantScope, TenantTransaction } from "../database/transaction.ts";
import { nextPaymentDue, type PaymentDue, runPaymentDue } from "../payments/on-clock.ts";
import { expireIfOverdue } from "../sessions/expire-session.ts";
import { nextExpiryOnClock } from "../sessions/find-session.ts";
import { nextRetryDue, type RetryDue, runRetryDue } from "../webhooks/delivery/on-clock.ts";
import type { ClockDeps } from "./deps.ts";

type Expiry = { readonly at: Date; readonly what: "checkout.session.expired"; readonly id: string };

/** Something that Kassa carries out at a time of a clock. */
export type Due = PaymentDue | Expiry | RetryDue;

/**
 * The next due item on a clock, at or before `until`. At the same time, payments come before the sessions that wait for
 * them, and webhooks come last.
 */
export async function nextDue(
  trx: TenantTransaction,
  clockId: string,
  until: Date,
): Promise<Due | undefined> {
  const payment = await nextPaymentDue(trx, clockId, until);
  const expiry = await nextExpiryOnClock(trx, clockId, payment?.at ?? until);
  const sessionDue: Expiry | undefined = expiry && { ...expiry, what: "checkout.session.expired" };
  const first = earlier(payment, sessionDue);
  return earlier(first, await nextRetryDue(trx, clockId, first?.at ?? until));
}

/** The item that is due earlier; `first` if both are due at the same time. */
function earlier(first: Due | undefined, second: Due | undefined): Due | undefined {
  if (!first || !second) return first ?? second;
  return second.at < first.at ? second : first;
}

/** Carries out a due item. False if it has to wait, for example because another process is working on it. */
export async function runDue(
  deps: ClockDeps,
  scope: TenantScope,
  clockId: string,
  due: Due,
): Promise<boolean> {
  switch (due.what) {
    case "checkout.session.expired":
      return expireIfOverdue(deps, scope, due.id);
    case "webhook_delivery.retried":
      return runRetryDue(deps, scope, clockId, due);
    default:
      return runPaymentDue(deps, scope, due);
  }
}
