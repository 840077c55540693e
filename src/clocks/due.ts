import type { TenantScope, TenantTransaction } from "../database/transaction.ts";
import { nextPaymentDue, type PaymentDue, runPaymentDue } from "../payments/on-clock.ts";
import { expireIfOverdue } from "../sessions/expire-session.ts";
import { nextExpiryOnClock } from "../sessions/find-session.ts";
import { nextRetryDue, type RetryDue, runRetryDue } from "../webhooks/delivery/on-clock.ts";
import type { ClockDeps } from "./deps.ts";

type Expiry = { readonly at: Date; readonly what: "checkout.session.expired"; readonly id: string };

/** Something of Kassa's that is to be done at a time of a clock. */
export type Due = PaymentDue | Expiry | RetryDue;

/**
 * What is due first on a clock, at or before a time. Of what is due at the same time, money comes before the sessions
 * that wait for it, and webhooks come last.
 */
export async function nextDue(
  trx: TenantTransaction,
  clockId: string,
  until: Date,
): Promise<Due | undefined> {
  const payment = await nextPaymentDue(trx, clockId, until);
  const expiry = await nextExpiryOnClock(trx, clockId, payment?.at ?? until);
  const expiring: Expiry | undefined = expiry && { ...expiry, what: "checkout.session.expired" };
  const money = earlier(payment, expiring);
  return earlier(money, await nextRetryDue(trx, clockId, money?.at ?? until));
}

/** The one that is due earlier; the first of two at the same time. */
function earlier(first: Due | undefined, second: Due | undefined): Due | undefined {
  if (!first || !second) return first ?? second;
  return second.at < first.at ? second : first;
}

/** Does what is due. False while it has to wait, for somebody else who is at it for example. */
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
