import type { EventType } from "../../events/event-types.ts";
import { present } from "../../kernel/assert.ts";
import { findCurrency } from "../../kernel/currency.ts";
import { toDecimalString } from "../../kernel/money.ts";
import type { TestOutcome } from "../../sandbox-psp/test-outcomes.ts";
import type { ApiObject, Shop } from "./shop.ts";

/** What makes an event of a type happen, or why nothing in the sandbox does. */
export type Recipe = ((shop: Shop) => Promise<unknown>) | { readonly impossible: string };

const manual = { captureMethod: "manual" };

/** The steps of a customer, merchant and bank that lead to each type of event. */
export const recipes: Readonly<Record<EventType, Recipe>> = {
  "checkout.session.completed": (shop) => paid(shop),
  "checkout.session.extended": async (shop) => {
    const expiresAt = new Date(Date.now() + 45 * 60_000).toISOString();
    await shop.extend(await shop.createSession({ expiresAt }));
  },
  "checkout.session.expired": async (shop) => expire(shop, await shop.createSession()),
  "checkout.session.async_payment_succeeded": (shop) => decidedLater(shop, "approve_later"),
  "checkout.session.async_payment_failed": (shop) => decidedLater(shop, "decline_later"),
  "payment.attempt_failed": (shop) => declined(shop),
  "payment.failed": async (shop) => expire(shop, await declined(shop)),
  "payment.authorized": (shop) => authorized(shop),
  "payment.captured": (shop) => paid(shop),
  "payment.capture_failed": async (shop) => {
    const { clock, session } = await shop.createSessionOnClock(manual);
    const payment = await shop.payByCard(session, "capture_fails_later");
    await shop.call({ method: "POST", path: `payments/${payment.id}/capture`, body: {} });
    await shop.advance(clock, "PT1M");
  },
  "payment.needs_review": {
    impossible:
      "The simulated PSP always approves the amount that Kassa asks for. Real PSPs rarely approve another one; the event has the shape of payment.authorized.",
  },
  "payment.voided": async (shop) => {
    const { id } = await authorized(shop);
    await shop.call({ method: "POST", path: `payments/${id}/void` });
  },
  "payment.void_failed": {
    impossible:
      "The simulated PSP refuses no void of an authorization. The event has the shape of payment.voided; `voids` has the reason.",
  },
  "payment.late_funds": async (shop) => {
    const { clock, session } = await shop.createSessionOnClock();
    const payment = await shop.orderTransfer(session);
    await shop.atBank(payment, { choice: "withhold" });
    await shop.advance(clock, "P15D");
    await shop.atBank(payment, { choice: "send" });
  },
  "payment.partially_funded": (shop) => transferred(shop, (amount) => amount / 2),
  "payment.overfunded": (shop) => transferred(shop, (amount) => amount + 1),
  "refund.created": (shop) => refunded(shop),
  "refund.succeeded": (shop) => refunded(shop),
  "refund.failed": async (shop) => {
    const { clock, session } = await shop.createSessionOnClock();
    const { id } = await shop.payByCard(session, "refund_fails_later");
    await shop.call({ method: "POST", path: "refunds", body: { payment: id } });
    await shop.advance(clock, "PT1M");
  },
  "dispute.opened": (shop) => disputed(shop),
  "dispute.updated": (shop) => defended(shop, "losing_evidence"),
  "dispute.closed": async (shop) => shop.advance(await defended(shop, "winning_evidence"), "PT15S"),
  "dispute.reopened": {
    impossible:
      "When the simulated bank decides again, it does so at once: dispute.closed is sent a second time. The event has the shape of dispute.opened.",
  },
};

async function paid(shop: Shop): Promise<ApiObject> {
  return shop.payByCard(await shop.createSession(), "approve");
}

async function authorized(shop: Shop): Promise<ApiObject> {
  return shop.payByCard(await shop.createSession(manual), "approve");
}

/** @returns the session, which is still open */
async function declined(shop: Shop): Promise<ApiObject> {
  const session = await shop.createSession();
  await shop.payByCard(session, "generic_decline");
  return session;
}

const expire = (shop: Shop, { id }: ApiObject): Promise<ApiObject> =>
  shop.call({ method: "POST", path: `checkout/sessions/${id}/expire` });

async function decidedLater(shop: Shop, outcome: TestOutcome): Promise<void> {
  const { clock, session } = await shop.createSessionOnClock();
  await shop.payByCard(session, outcome);
  await shop.advance(clock, "PT1M");
}

async function refunded(shop: Shop): Promise<ApiObject> {
  const { id } = await paid(shop);
  return shop.call({ method: "POST", path: "refunds", body: { payment: id } });
}

/** The customer sends another amount than was asked for; both are minor units. */
async function transferred(shop: Shop, sent: (amount: number) => number): Promise<void> {
  const payment = await shop.orderTransfer(await shop.createSession());
  const { exponent } = present(findCurrency(String(payment.currency)), "a payment's currency");
  const amount = toDecimalString(Math.ceil(sent(Number(payment.amount))), exponent);
  await shop.atBank(payment, { choice: "send", amount });
}

async function disputed(shop: Shop): Promise<{ clock: string; dispute: ApiObject }> {
  const { clock, session } = await shop.createSessionOnClock();
  const payment = await shop.payByCard(session, "dispute_fraudulent");
  await shop.advance(clock, "PT15S");
  return { clock, dispute: await shop.dispute(payment) };
}

/** @returns the clock on which the bank decides */
async function defended(shop: Shop, text: string): Promise<string> {
  const { clock, dispute } = await disputed(shop);
  const body = { texts: { uncategorizedText: text }, submit: true };
  await shop.call({ method: "POST", path: `disputes/${dispute.id}/evidence`, body });
  return clock;
}
