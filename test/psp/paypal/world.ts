import type { FakeClock } from "../common/clock.ts";
import type { MoneyEffect, Movement } from "../common/moved-amounts.ts";
import type { EventName } from "./event-types.ts";
import { makeId, type Order, type State, type Transaction, type WebhookEvent } from "./state.ts";

/** A movement of money at the fake of PayPal. */
export type LogEntry = Movement & { readonly order: string };

/** Settings of the account, and how long the fake takes for what PayPal does later. */
export type AccountSettings = {
  /** Whether the account is a live one. PayPal's sandbox is another host with the same API. */
  readonly live: boolean;
  /** From the creation of an order until it is gone, unless it was captured or authorized. */
  readonly orderSeconds: number;
  readonly tokenSeconds: number;
  /** Until an executed transaction appears in the reports and balances. */
  readonly reportingLagSeconds: number;
  /** The most transactions of a report, all pages together. */
  readonly reportMaxTransactions: number;
  /** Whether the app has the feature Transaction search. */
  readonly mayReadReports: boolean;
  /** Whether the account refuses a second payment with the same invoice id. */
  readonly blocksDuplicateInvoices: boolean;
  /** Whether refunds are pending until `decideRefund`, as those of bank-funded payments. */
  readonly refundsPending: boolean;
  /** Times an authorization's amount that may be captured in all. */
  readonly overCapture: number;
};

/** What the operations of one fake share. */
export type World = {
  readonly state: State;
  readonly clock: FakeClock;
  readonly log: LogEntry[];
  readonly settings: AccountSettings;
  readonly url: () => string;
  /** The id of the app's merchant account. */
  readonly merchantId: string;
  readonly notify: (type: EventName, resource: object) => void;
  /** Sends an event again, to the webhooks with these ids or to all that want it. */
  readonly resend: (event: WebhookEvent, webhookIds: readonly string[] | undefined) => void;
  /** PEM, by the last part of their addresses. */
  readonly certificates: () => ReadonlyMap<string, string>;
  /** Of the request that is being carried out; null while customers, banks and time act. */
  idempotencyKey: string | null;
  /** Whether the merchant's balance is too small for refunds, which are then refused. */
  balanceShort: boolean;
};

export function recordMove(
  world: World,
  effect: MoneyEffect,
  order: Order,
  amount: number,
  object: string,
): void {
  if (amount === 0) return;
  world.log.push({
    at: world.clock.now(),
    effect,
    amount,
    currency: order.currency,
    livemode: world.settings.live,
    reference: order.unit.custom_id ?? null,
    order: order.id,
    object,
    idempotencyKey: world.idempotencyKey,
  });
}

type Booking = Pick<Transaction, "code" | "amount" | "reference"> & {
  readonly fee?: number;
  readonly id?: string;
  readonly invoiceId?: string | undefined;
};

/** Books a movement on the merchant's balance. The reports show it after their lag. */
export function book(world: World, order: Order, { fee = 0, id = makeId(), ...booking }: Booking): void {
  world.state.transactions.push({
    id,
    at: world.clock.now(),
    currency: order.currency,
    fee,
    customId: order.unit.custom_id,
    invoiceId: order.unit.invoice_id,
    ...booking,
  });
}

/** Books what belongs to no order, such as a withdrawal. Amounts are signed. */
export function bookOther(
  world: World,
  given: Pick<Transaction, "code" | "currency" | "amount"> & Partial<Transaction>,
): string {
  const id = makeId();
  const at = world.clock.now();
  world.state.transactions.push({
    ...{ id, at, fee: 0, reference: null, customId: undefined, invoiceId: undefined },
    ...given,
  });
  return id;
}

/** As PayPal writes times. */
export function toTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(".000", "");
}

export type Link = { readonly href: string; readonly rel: string; readonly method: "GET" | "POST" };

export function link(world: World, rel: string, path: string, method: Link["method"] = "GET"): Link {
  return { href: `${world.url()}${path}`, rel, method };
}
