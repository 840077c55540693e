import type { Mode } from "../kernel/mode.ts";
import type { PaymentMethodType } from "../kernel/payment-method.ts";

/** A checkout session as Kassa knows it. Amounts are minor units. */
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
  readonly paymentId: string | null;
  /** The clock that it lives by, in the sandbox. */
  readonly clockId: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly completedAt: Date | null;
};

export const sessionStatuses = ["open", "complete", "expired"] as const;
export type SessionStatus = (typeof sessionStatuses)[number];
export type SessionPaymentStatus = "unpaid" | "processing" | "authorized" | "paid";
export type CaptureMethod = "automatic" | "manual";

/** The part of a session that is written once and read as a whole. */
export type SessionDetails = {
  readonly successUrl: string;
  readonly cancelUrl: string | null;
  readonly lineItems: readonly LineItem[] | null;
  readonly adjustments: readonly Adjustment[] | null;
  readonly description: string | null;
  readonly locale: string;
  readonly captureMethod: CaptureMethod;
  readonly paymentMethods: readonly PaymentMethodType[] | null;
};

/** What a request means that doesn't say it. */
export const sessionDefaults: Omit<SessionDetails, "successUrl"> = {
  cancelUrl: null,
  lineItems: null,
  adjustments: null,
  description: null,
  locale: "auto",
  captureMethod: "automatic",
  paymentMethods: null,
};

export type LineItem = {
  readonly name: string;
  readonly quantity: number;
  readonly unitAmount: number;
  readonly imageUrl?: string;
};

/** What changes the price of an order beside its items. */
export const adjustmentTypes = ["discount", "shipping", "tax", "tip", "surcharge"] as const;
export type AdjustmentType = (typeof adjustmentTypes)[number];

/** `amount` in minor units of the session's currency: 0 or less for a discount, 0 or more for all others. */
export type Adjustment = { readonly type: AdjustmentType; readonly name: string; readonly amount: number };

/**
 * Only a discount lowers the price: any other type with a negative amount is a mistake in the caller's sums, and so is a
 * discount above 0. Every type may be 0, for many shops send a line of each type whether it applies or not.
 */
export function hasRightSign({ type, amount }: Pick<Adjustment, "type" | "amount">): boolean {
  return type === "discount" ? amount <= 0 : amount >= 0;
}
