import type { CardBrand } from "../kernel/card-brand.ts";
import type { TestOutcome } from "./test-cards.ts";

export const chargeStatuses = ["action_required", "pending", "approved", "declined", "voided"] as const;
export type ChargeStatus = (typeof chargeStatuses)[number];

export const declineReasons = [
  "generic_decline",
  "insufficient_funds",
  "expired_card",
  "incorrect_cvc",
  "processing_error",
  "authentication_failed",
  "abandoned",
] as const;
export type DeclineReason = (typeof declineReasons)[number];

/** A charge as the PSP keeps it. Amounts are minor units. */
export type Charge = {
  readonly id: string;
  readonly account: string;
  readonly idempotencyKey: string;
  readonly merchantReference: string;
  readonly status: ChargeStatus;
  readonly declineReason: DeclineReason | null;
  readonly amount: number;
  readonly amountCaptured: number;
  readonly amountRefunded: number;
  readonly currency: string;
  readonly capture: "automatic" | "manual";
  readonly brand: CardBrand;
  readonly last4: string;
  readonly outcome: TestOutcome;
  readonly description: string | null;
  readonly returnUrl: string;
  /** BCP 47 tag of the language to ask the consumer in; null when the caller didn't say. */
  readonly locale: string | null;
  readonly challengeId: string | null;
  readonly createdAt: Date;
};

/** What a decision makes of a charge: the columns that it sets. */
export type ChargeState = Pick<Charge, "status" | "declineReason" | "amountCaptured">;

/** An approval, which takes the money at once when the charge asks for automatic capture. */
export function approval(charge: Pick<Charge, "amount" | "capture">): ChargeState {
  const amountCaptured = charge.capture === "automatic" ? charge.amount : 0;
  return { status: "approved", declineReason: null, amountCaptured };
}

export function decline(reason: DeclineReason): ChargeState {
  return { status: "declined", declineReason: reason, amountCaptured: 0 };
}

/** A charge as the API and the notifications show it. */
export function describeCharge(charge: Charge, publicUrl: string) {
  const waitsForConsumer = charge.status === "action_required" && charge.challengeId !== null;
  return {
    object: "charge",
    id: charge.id,
    mode: "sandbox",
    account: charge.account,
    idempotencyKey: charge.idempotencyKey,
    merchantReference: charge.merchantReference,
    status: charge.status,
    declineReason: charge.declineReason,
    amount: charge.amount,
    amountCaptured: charge.amountCaptured,
    amountRefunded: charge.amountRefunded,
    currency: charge.currency,
    capture: charge.capture,
    card: { brand: charge.brand, last4: charge.last4 },
    challengeUrl: waitsForConsumer ? challengeUrl(charge, publicUrl) : null,
    createdAt: charge.createdAt.toISOString(),
  };
}

function challengeUrl({ challengeId, locale }: Charge, publicUrl: string): string {
  return `${publicUrl}/challenges/${challengeId}${locale === null ? "" : `?locale=${locale}`}`;
}
