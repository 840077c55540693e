import { randomBytes } from "node:crypto";
import type { CardError } from "./card-error.ts";
import type { TestCard } from "./test-cards.ts";

/** What the fake remembers. Amounts are Stripe's minor units, times seconds since 1970. */
export type Session = Stored & {
  status: "open" | "complete" | "expired";
  readonly expiresAt: number;
  readonly amount: number;
  readonly currency: string;
  readonly params: SessionParams;
  metadata: Metadata;
  customerEmail: string | null;
  /** Made when the customer submits a card for the first time. */
  intent: string | null;
};

export type Intent = Stored & {
  readonly session: string;
  readonly amount: number;
  readonly currency: string;
  readonly captureMethod: "automatic_async" | "manual";
  readonly multicapture: boolean;
  status: "requires_payment_method" | "requires_action" | "requires_capture" | "succeeded" | "canceled";
  amountCapturable: number;
  amountReceived: number;
  metadata: Metadata;
  latestCharge: string | null;
  lastError: CardError | null;
  canceledAt: number | null;
  cancellationReason: string | null;
  /** The issuer's page, while the customer has to authenticate. */
  challengeUrl: string | null;
  card: TestCard | null;
};

export type Charge = Stored & {
  readonly intent: string;
  readonly amount: number;
  readonly currency: string;
  readonly card: TestCard;
  readonly authenticated: boolean;
  readonly failure: CardError | null;
  readonly captureBefore: number | null;
  captured: boolean;
  amountCaptured: number;
  /** As Stripe counts it: with the part of the authorization that was released. */
  amountRefunded: number;
  /** The part of `amountRefunded` that was released and never captured. */
  amountReleased: number;
  disputed: boolean;
  balanceTransaction: string | null;
};

export type Refund = Stored & {
  readonly charge: string;
  readonly amount: number;
  readonly currency: string;
  readonly reason: string | null;
  metadata: Metadata;
  status: "pending" | "succeeded" | "failed" | "canceled";
  /** Null for a refund that only released an authorization. */
  readonly balanceTransaction: string | null;
  failureBalanceTransaction: string | null;
  failureReason: string | null;
};

export type Dispute = Stored & {
  readonly charge: string;
  readonly amount: number;
  readonly currency: string;
  readonly reason: string;
  readonly dueBy: number;
  status: DisputeStatus;
  evidence: Record<string, string>;
  submissions: number;
  metadata: Metadata;
  readonly balanceTransactions: string[];
};
export type DisputeStatus =
  | "warning_needs_response"
  | "warning_under_review"
  | "warning_closed"
  | "needs_response"
  | "under_review"
  | "won"
  | "lost";

export type BalanceTransaction = Stored & {
  readonly amount: number;
  readonly fee: number;
  readonly feeDescription: string;
  readonly currency: string;
  readonly type: "charge" | "refund" | "refund_failure" | "adjustment" | "payout";
  readonly reportingCategory: string;
  readonly source: string;
  readonly availableOn: number;
  payout: string | null;
};

export type Payout = Stored & {
  readonly amount: number;
  readonly currency: string;
  readonly arrivalDate: number;
  status: "in_transit" | "paid";
  balanceTransaction: string | null;
};

export type Endpoint = Stored & {
  url: string;
  enabledEvents: readonly string[];
  disabled: boolean;
  description: string | null;
  metadata: Metadata;
  readonly secret: string;
};

export type StripeEvent = Stored & {
  readonly type: string;
  readonly object: object;
  readonly previous: object | undefined;
  readonly request: { readonly id: string | null; readonly idempotency_key: string | null };
  pendingWebhooks: number;
};

export type StoredFile = Stored & {
  readonly filename: string;
  readonly purpose: string;
  readonly type: string;
  readonly content: Buffer;
};

export type Stored = { readonly id: string; readonly livemode: boolean; readonly created: number };
export type Metadata = Record<string, string>;
export type SessionParams = {
  readonly mode?: string;
  readonly ui_mode?: string;
  readonly success_url?: string;
  readonly cancel_url?: string;
  readonly client_reference_id?: string;
  readonly customer_email?: string;
  readonly locale?: string;
  readonly expires_at?: number;
  readonly metadata?: Metadata;
  readonly submit_type?: string;
  readonly billing_address_collection?: string;
  readonly payment_method_types?: readonly string[];
  readonly line_items?: readonly LineItemParams[];
  readonly payment_method_options?: { readonly card?: { readonly request_multicapture?: string } };
  readonly payment_intent_data?: {
    readonly capture_method?: string;
    readonly metadata?: Metadata;
    readonly description?: string;
    readonly statement_descriptor?: string;
    readonly statement_descriptor_suffix?: string;
    readonly receipt_email?: string;
    readonly shipping?: object;
  };
};

export type LineItemParams = {
  readonly quantity?: number;
  readonly price_data?: {
    readonly currency: string;
    readonly unit_amount?: number;
    readonly product_data?: { readonly name: string };
  };
};

/** Everything of one fake, in memory, by id and in the order in which it was made. */
export class State {
  readonly sessions = new Map<string, Session>();
  readonly intents = new Map<string, Intent>();
  readonly charges = new Map<string, Charge>();
  readonly refunds = new Map<string, Refund>();
  readonly disputes = new Map<string, Dispute>();
  readonly balanceTransactions = new Map<string, BalanceTransaction>();
  readonly payouts = new Map<string, Payout>();
  readonly endpoints = new Map<string, Endpoint>();
  readonly events = new Map<string, StripeEvent>();
  readonly files = new Map<string, StoredFile>();
}

/** An id as Stripe's: a prefix, and letters and digits that nobody guesses. */
export function makeId(prefix: string, length = 24): string {
  const letters = randomBytes(length * 3)
    .toString("base64")
    .replaceAll(/[^0-9A-Za-z]/g, "");
  return `${prefix}_${letters.slice(0, length)}`;
}
