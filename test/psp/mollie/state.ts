import { randomBytes } from "node:crypto";

/** What the fake remembers. Amounts are minor units, times seconds since 1970. */
export type Payment = Stored & {
  readonly amount: number;
  readonly currency: string;
  /** The methods that the merchant allowed; every method if empty. */
  allowedMethods: readonly string[];
  /** The only allowed method, or the one that the customer chose. */
  method: string | null;
  details: PaymentDetails;
  readonly hold: Hold | null;
  status: PaymentStatus;
  expiresAt: number;
  /** When the payment reached each status. */
  readonly reachedAt: Partial<Record<PaymentStatus, number>>;
  /** Until when an authorized payment can be captured. */
  captureBefore: number | null;
  /** The part of an authorization that was given back to the customer. */
  amountReleased: number;
  amountReceived: number;
  amountRefunded: number;
  amountChargedBack: number;
  releaseRequested: boolean;
  failureReason: string | null;
  settlement: string | null;
};

export type PaymentStatus = "open" | "pending" | "authorized" | "paid" | "failed" | "canceled" | "expired";

/** How the merchant wants an authorization captured: by a call, or by Mollie after a delay. */
export type Hold = { readonly kind: "manual" } | { readonly kind: "delayed"; readonly seconds: number };

/** Fields of a payment that the merchant may change while it is open. */
export type PaymentDetails = {
  readonly description: string;
  readonly redirectUrl: string | null;
  readonly cancelUrl: string | null;
  readonly webhookUrl: string | null;
  readonly metadata: unknown;
  readonly locale: string | null;
};

export type Capture = Stored & {
  readonly payment: string;
  readonly amount: number;
  readonly currency: string;
  readonly description: string;
  readonly metadata: unknown;
  status: "pending" | "succeeded" | "failed";
  settlement: string | null;
};

export type Refund = Stored & {
  readonly payment: string;
  readonly amount: number;
  readonly currency: string;
  readonly description: string;
  readonly metadata: unknown;
  status: "queued" | "pending" | "processing" | "refunded" | "failed" | "canceled";
  settlement: string | null;
};

export type Chargeback = Stored & {
  readonly payment: string;
  readonly amount: number;
  readonly currency: string;
  readonly reason: { readonly code: string; readonly description: string };
  reversedAt: number | null;
  settlement: string | null;
};

/** A movement on the merchant's balance at Mollie. */
export type BalanceTransaction = Stored & {
  /** Such as `payment` or `outgoing-transfer`. */
  readonly type: string;
  readonly currency: string;
  readonly amount: number;
  readonly fee: number;
  /** The ids of what was moved: the payment's, and the capture's, refund's or chargeback's. */
  readonly context: Readonly<Record<string, string>>;
  settlement: string | null;
};

export type Settlement = Stored & {
  status: "paidout" | "failed";
  readonly reference: string;
  readonly currency: string;
  readonly amount: number;
  readonly transactions: readonly string[];
};

/** A subscription to next-generation webhooks. */
export type Subscription = Stored & {
  readonly name: string;
  readonly url: string;
  readonly eventTypes: readonly string[];
  /** The current one first; after a rotation also the one before. */
  secrets: readonly string[];
};

export type MollieEvent = Stored & {
  readonly type: string;
  readonly entityId: string;
  readonly entity: object;
};

export type Stored = { readonly id: string; readonly livemode: boolean; readonly created: number };

export class State {
  readonly payments = new Map<string, Payment>();
  readonly captures = new Map<string, Capture>();
  readonly refunds = new Map<string, Refund>();
  readonly chargebacks = new Map<string, Chargeback>();
  readonly balanceTransactions = new Map<string, BalanceTransaction>();
  readonly settlements = new Map<string, Settlement>();
  readonly subscriptions = new Map<string, Subscription>();
  readonly events = new Map<string, MollieEvent>();
}

export function makeId(prefix: string, length = 22): string {
  const letters = randomBytes(length * 3)
    .toString("base64")
    .replaceAll(/[^0-9A-Za-z]/g, "");
  return `${prefix}_${letters.slice(0, length)}`;
}

/** Items with a given field, in the order in which they were made. */
export function itemsOf<Item extends Stored>(
  items: Map<string, Item>,
  where: (item: Item) => boolean,
): readonly Item[] {
  return [...items.values()].filter(where);
}
