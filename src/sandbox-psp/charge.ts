import { createHash } from "node:crypto";
import type { CardBrand } from "../kernel/card-brand.ts";
import type { DeclineReason } from "./errors.ts";
import { checksOf, type TestOutcome } from "./test-outcomes.ts";

export type ChargeStatus = "action_required" | "pending" | "approved" | "declined" | "voided";
export type Method = "card" | "wallet" | "bank_debit" | "bank_transfer";
export type ReleasedBy = "void" | "final_capture" | "lapse";

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
  readonly amountReleased: number;
  readonly releasedBy: ReleasedBy | null;
  /** What has arrived at the customer; `amountRefundPending` is on its way. */
  readonly amountRefunded: number;
  readonly amountRefundPending: number;
  /** What chargebacks hold, or have taken for good. */
  readonly amountDisputed: number;
  /** What has come of a transfer, which may be less than was asked for, or more. */
  readonly amountReceived: number;
  readonly currency: string;
  readonly capture: "automatic" | "manual";
  readonly method: Method;
  /** Of a card. */
  readonly brand: CardBrand | null;
  /** Of a card's number or an IBAN. */
  readonly last4: string | null;
  readonly outcome: TestOutcome;
  readonly description: string | null;
  readonly returnUrl: string;
  /** BCP 47 tag of the language to ask the consumer in; null when the caller didn't say. */
  readonly locale: string | null;
  /** The unguessable part of the address of the page that the consumer is sent to. */
  readonly pageId: string | null;
  /** The clock that it lives by; null for real time. */
  readonly clock: string | null;
  /** When it is decided, or given up, without anybody asking. */
  readonly dueAt: Date | null;
  /** Until when what is left can be captured; null when nothing is. */
  readonly captureBefore: Date | null;
  /** When the customer's bank will dispute it. */
  readonly disputeAt: Date | null;
  readonly createdAt: Date;
  /** Ids of its disputes, oldest first. */
  readonly disputes: readonly string[];
};

/** What of an approved charge can still be captured. */
export function capturable(charge: Pick<Charge, "status" | "amount" | "amountCaptured" | "amountReleased">) {
  return charge.status === "approved" ? charge.amount - charge.amountCaptured - charge.amountReleased : 0;
}

/** What a transfer brought beyond what was asked for; it lies with the account like what was captured. */
export function surplusOf({ status, amount, amountReceived }: Charge): number {
  return status === "approved" ? Math.max(0, amountReceived - amount) : 0;
}

/** What can still be refunded: a chargeback's money is gone already, and would be paid twice. */
export function refundable(charge: Charge): number {
  const { amountCaptured, amountRefunded, amountRefundPending, amountDisputed } = charge;
  return amountCaptured + surplusOf(charge) - amountRefunded - amountRefundPending - amountDisputed;
}

/** A charge as the API and the notifications show it. */
export function describeCharge(charge: Charge, publicUrl: string) {
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
    amountReleased: charge.amountReleased,
    amountReceived: charge.amountReceived,
    currency: charge.currency,
    capture: charge.capture,
    captureBefore: charge.captureBefore?.toISOString() ?? null,
    method: charge.method,
    card: charge.method === "card" ? { brand: charge.brand, last4: charge.last4 } : null,
    bankAccount: charge.method === "bank_debit" ? { last4: charge.last4 } : null,
    checks: charge.method === "card" ? checksOf(charge.outcome) : null,
    actionUrl: charge.status === "action_required" ? pageUrl(charge, publicUrl) : null,
    transfer: charge.method === "bank_transfer" ? describeTransfer(charge, publicUrl) : null,
    disputes: charge.disputes,
    createdAt: charge.createdAt.toISOString(),
  };
}

/** Where the pages of a charge's method lie. */
export const pagePaths: Readonly<Record<Method, string>> = {
  card: "challenges",
  wallet: "wallets",
  bank_debit: "debits",
  bank_transfer: "transfers",
};

/** Whose account a customer transfers to: no bank has this bank code. */
export const payee = {
  iban: "DE66000000000000000042",
  bic: "TESTDE00XXX",
  accountHolder: "Kassa Sandbox",
} as const;

/** The text by which the PSP knows whose money has come: short enough to be typed. */
export function transferReference(charge: Pick<Charge, "id">): string {
  const digest = createHash("sha256").update(charge.id).digest();
  return `KS-${(digest.readUInt32BE(0) % 100_000_000).toString().padStart(8, "0")}`;
}

function describeTransfer(charge: Charge, publicUrl: string) {
  return { ...payee, reference: transferReference(charge), pageUrl: pageUrl(charge, publicUrl) };
}

function pageUrl({ pageId, method, locale }: Charge, publicUrl: string): string {
  return `${publicUrl}/${pagePaths[method]}/${pageId}${locale === null ? "" : `?locale=${locale}`}`;
}
