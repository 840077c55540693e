import { randomBytes } from "node:crypto";
import type { Money } from "./currencies.ts";

/** What the fake remembers. Amounts are minor units, times seconds since 1970. */
export type OrderStatus = "CREATED" | "PAYER_ACTION_REQUIRED" | "APPROVED" | "COMPLETED";

export type ExperienceContext = {
  readonly return_url?: string;
  readonly cancel_url?: string;
  readonly locale?: string;
  readonly brand_name?: string;
  readonly shipping_preference?: string;
  readonly user_action?: string;
};

/** A purchase unit as the merchant sent it. */
export type PurchaseUnit = {
  readonly reference_id?: string;
  readonly custom_id?: string;
  readonly invoice_id?: string;
  readonly description?: string;
  readonly soft_descriptor?: string;
  readonly amount: Money & { readonly breakdown?: Readonly<Record<string, Money>> };
  readonly items?: readonly Item[];
  readonly shipping?: {
    readonly address?: { readonly country_code: string; readonly admin_area_2?: string };
  };
};

export type Item = {
  readonly name: string;
  readonly quantity: string;
  readonly unit_amount: Money;
  readonly tax?: Money;
};

export type Order = Stored & {
  readonly intent: "CAPTURE" | "AUTHORIZE";
  readonly unit: PurchaseUnit;
  readonly amount: number;
  readonly currency: string;
  readonly context: ExperienceContext;
  /** Whether the order names PayPal as its payment source, which decides its first status and its links. */
  readonly namesPayPal: boolean;
  status: OrderStatus;
  expired: boolean;
  /** How the customer's money behaves, as chosen when approving. */
  funding: Funding | null;
  declines: number;
};

/** What becomes of the money once the merchant captures or authorizes. */
export type Funding = {
  /** Refuses to complete: the customer has to act again. */
  readonly refuse?: "INSTRUMENT_DECLINED" | "PAYER_ACTION_REQUIRED" | "TRANSACTION_REFUSED";
  /** Is pending first, until `decideCapture` or `decideAuthorization`. */
  readonly pending?: PendingReason;
  /** Ends as a capture or authorization that is declined, without an error. */
  readonly declined?: boolean;
  /** What becomes of captures of an authorization. */
  readonly ofCaptures?: Pick<Funding, "pending" | "declined">;
};

export type PendingReason = "PENDING_REVIEW" | "ECHECK";

/** The customer's money that is held. A reauthorization shares it with its original. */
export type Hold = {
  readonly order: Order;
  amount: number;
  captured: number;
  released: number;
  /** When the original authorization was made, and so when the last of them lapses. */
  readonly created: number;
  /** Of its original and reauthorizations. */
  readonly authorizations: Authorization[];
  /** Whether the customer's money is gone once the honor period is over. */
  emptyAfterHonorPeriod: boolean;
};

export type Authorization = Stored & {
  readonly hold: Hold;
  readonly amount: number;
  readonly honorEndsAt: number;
  readonly expiresAt: number;
  readonly isReauthorization: boolean;
  status: "PENDING" | "CREATED" | "PARTIALLY_CAPTURED" | "CAPTURED" | "DENIED" | "VOIDED";
  expired: boolean;
};

export type Capture = Stored & {
  readonly order: Order;
  readonly authorization: Authorization | null;
  readonly amount: number;
  readonly fee: number;
  readonly invoiceId: string | undefined;
  readonly final: boolean;
  readonly idempotencyKey: string | null;
  pendingReason: PendingReason | null;
  status: "PENDING" | "COMPLETED" | "DECLINED" | "PARTIALLY_REFUNDED" | "REFUNDED";
  refunded: number;
  /** What a dispute or a bank has taken back. */
  disputed: number;
};

export type Refund = Stored & {
  readonly capture: Capture;
  readonly amount: number;
  readonly invoiceId: string | undefined;
  readonly customId: string | undefined;
  readonly note: string | undefined;
  /** What was refunded of the capture up to and with this refund. */
  readonly totalRefunded: number;
  status: "PENDING" | "COMPLETED" | "FAILED" | "CANCELLED";
};

export type DisputeStage = "INQUIRY" | "CHARGEBACK";
export type DisputeStatus = "OPEN" | "WAITING_FOR_SELLER_RESPONSE" | "UNDER_REVIEW" | "RESOLVED";
export type DisputeOutcome =
  | "RESOLVED_BUYER_FAVOUR"
  | "RESOLVED_SELLER_FAVOUR"
  | "CANCELED_BY_BUYER"
  | "ACCEPTED";

export type Dispute = Stored & {
  readonly capture: Capture;
  readonly reason: string;
  /** Of PayPal itself, or of the customer's bank. */
  readonly channel: "INTERNAL" | "EXTERNAL";
  readonly amount: number;
  stage: DisputeStage;
  status: DisputeStatus;
  respondBy: number;
  /** Whether the amount was taken from the merchant's balance. */
  withheld: boolean;
  outcome: { readonly code: DisputeOutcome; readonly refunded: number } | null;
  readonly evidences: object[];
};

/** What the merchant's balance and the transaction report show. Amounts are signed. */
export type Transaction = {
  readonly id: string;
  readonly at: number;
  /** PayPal's five-digit transaction event code. */
  readonly code: string;
  readonly currency: string;
  readonly amount: number;
  readonly fee: number;
  readonly reference: { readonly id: string; readonly type: "ODR" | "TXN" } | null;
  readonly customId: string | undefined;
  readonly invoiceId: string | undefined;
  /** Successful if omitted; P is pending, D denied, V reversed. */
  readonly status?: "S" | "P" | "D" | "V";
};

export type Webhook = Stored & { readonly url: string; readonly eventTypes: readonly string[] };

export type WebhookEvent = Stored & { readonly type: string; readonly body: object };

export type Stored = {
  readonly id: string;
  readonly created: number;
  /** When it last changed. */
  updated: number;
};

/** Everything of one fake, in memory. */
export class State {
  readonly orders = new Map<string, Order>();
  readonly authorizations = new Map<string, Authorization>();
  readonly captures = new Map<string, Capture>();
  readonly refunds = new Map<string, Refund>();
  readonly disputes = new Map<string, Dispute>();
  readonly webhooks = new Map<string, Webhook>();
  readonly events = new Map<string, WebhookEvent>();
  readonly transactions: Transaction[] = [];
}

const symbols = "23456789ABCDEFGHJKLMNPRSTUVWXY";

/** PayPal's ids of orders, captures and webhooks have 17 letters and digits. */
export function makeId(length = 17): string {
  return Array.from(randomBytes(length), (byte) => symbols[byte % symbols.length]).join("");
}

export function heldAmount({ amount, captured, released }: Hold): number {
  return Math.max(0, amount - captured - released);
}
