import type { Mode } from "../kernel/mode.ts";
import type { PaymentMethodType } from "../kernel/payment-method.ts";
import type { AdjustableQuantity, Chosen, PromotionCode, Tips } from "./amounts/adjustable.ts";
import type { Collect, Collected } from "./collect/collect.ts";

/** A checkout session. Amounts are minor units. */
export type Session = {
  readonly tenantId: number;
  readonly id: string;
  readonly mode: Mode;
  readonly status: SessionStatus;
  readonly paymentStatus: SessionPaymentStatus;
  readonly amount: number;
  readonly currency: string;
  readonly details: SessionDetails;
  readonly metadata: Readonly<Record<string, string>> | null;
  readonly clientReferenceId: string | null;
  readonly customerEmail: string | null;
  /** What the customer entered for `details.collect`; null before the first attempt, and if nothing is asked for. */
  readonly collected: Collected | null;
  /** What the customer has changed of the amount; null until then. `amount` and the items' quantities include it. */
  readonly chosen: Chosen | null;
  readonly paymentId: string | null;
  /** The sandbox clock that sets its time; null for real time. */
  readonly clockId: string | null;
  /** The payment link by which the customer began it; null for others. */
  readonly paymentLinkId: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** How many times the customer has extended it. */
  readonly extensions: number;
  readonly completedAt: Date | null;
};

export const sessionStatuses = ["open", "complete", "expired"] as const;
export type SessionStatus = (typeof sessionStatuses)[number];
export type SessionPaymentStatus = "unpaid" | "processing" | "authorized" | "paid";
export type CaptureMethod = "automatic" | "manual";

/** The part of a session that never changes and is always read as a whole. */
export type SessionDetails = {
  readonly successUrl: string;
  readonly cancelUrl: string | null;
  readonly lineItems: readonly LineItem[] | null;
  readonly adjustments: readonly Adjustment[] | null;
  readonly description: string | null;
  readonly statementDescriptor: string | null;
  readonly locale: string;
  readonly captureMethod: CaptureMethod;
  readonly paymentMethods: readonly PaymentMethodType[] | null;
  /** The only connector account at which it can be paid; null for all. */
  readonly connectorAccount: string | null;
  /** What the payment page asks the customer for, beside the payment method's details; null for nothing. */
  readonly collect: Collect | null;
  /** The codes that the customer may enter for a discount; null for none. */
  readonly promotionCodes: readonly PromotionCode[] | null;
  /** The tips that the page offers; null for none. */
  readonly tips: Tips | null;
};

export const statementDescriptorRule =
  "It has to have 2 to 22 characters: letters of A to Z, at least one, digits, spaces and `.,_+/-`.";

/** The values of details that a request omits. */
export const sessionDefaults: Omit<SessionDetails, "successUrl"> = {
  cancelUrl: null,
  lineItems: null,
  adjustments: null,
  description: null,
  statementDescriptor: null,
  locale: "auto",
  captureMethod: "automatic",
  paymentMethods: null,
  connectorAccount: null,
  collect: null,
  promotionCodes: null,
  tips: null,
};

export type LineItem = {
  readonly name: string;
  readonly quantity: number;
  readonly unitAmount: number;
  readonly imageUrl?: string;
  readonly adjustableQuantity?: AdjustableQuantity;
};

/** The kinds of price adjustments beside the line items. */
export const adjustmentTypes = ["discount", "shipping", "tax", "tip", "surcharge"] as const;
export type AdjustmentType = (typeof adjustmentTypes)[number];

/** `amount` in minor units of the session's currency: 0 or less for a discount, 0 or more for all others. */
export type Adjustment = { readonly type: AdjustmentType; readonly name: string; readonly amount: number };

/**
 * Only a discount may lower the price: a negative tax or a positive discount is a mistake in the caller's sums. Every type may
 * be 0, because many shops always send a line of each type.
 */
export function hasRightSign({ type, amount }: Pick<Adjustment, "type" | "amount">): boolean {
  return type === "discount" ? amount <= 0 : amount >= 0;
}
